#include "services/enrollment/schema.h"

#include <string>

#include "services/enrollment/upstream_sync/zone_store.h"
#include "services/platform/audit/audit_outbox.h"
#include "services/platform/feed/change_feed.h"
#include "services/platform/health/heartbeat.h"
#include "services/platform/idempotency/idempotent_calls.h"

namespace academy::enrollment {
namespace {

// Courses and learners belong to other services, so their ids reference nothing here. `gone` has the removed ids, which
// are never used again: an assignment cannot be created after its learner or course was removed.
constexpr std::string_view kTables =
    "CREATE TABLE assignments ("
    " id TEXT PRIMARY KEY,"
    " course_id TEXT NOT NULL,"
    " learner_id TEXT NOT NULL,"
    " start_ms BIGINT NOT NULL,"
    " expiry_ms BIGINT NOT NULL,"
    " created_at BIGINT NOT NULL,"
    " updated_at BIGINT NOT NULL,"
    " UNIQUE (course_id, learner_id),"
    " CHECK (start_ms <= expiry_ms)"
    ");\n"
    "CREATE INDEX assignments_by_learner ON assignments (learner_id, created_at);\n"
    "CREATE TABLE part_progress ("
    " learner_id TEXT NOT NULL,"
    " course_id TEXT NOT NULL,"
    " part_id TEXT NOT NULL,"
    " position_ms BIGINT NOT NULL,"
    " watched TEXT NOT NULL,"
    " completed INTEGER NOT NULL,"
    " credit_ms BIGINT NOT NULL,"
    " updated_at BIGINT NOT NULL,"
    " PRIMARY KEY (learner_id, course_id, part_id)"
    ");\n"
    "CREATE INDEX part_progress_by_course ON part_progress (course_id);\n"
    "CREATE TABLE gone (id TEXT PRIMARY KEY, at BIGINT NOT NULL);\n";

// How much each learner watched, for the clock's limit and for statistics. `watched_days` counts days since 1970 in the
// academy's time zone. Each report stores the part's watched buckets (column `stretches`) and the course's completion,
// so that statistics over 20,000 learners read an index and no intervals; -2 marks earlier reports.
constexpr std::string_view kWatching =
    "CREATE TABLE watchers ("
    " learner_id TEXT PRIMARY KEY,"
    " credit_ms BIGINT NOT NULL,"
    " updated_at BIGINT NOT NULL,"
    " last_day INTEGER NOT NULL"
    ");\n"
    "CREATE INDEX watchers_by_time ON watchers (updated_at);\n"
    "CREATE TABLE watched_days (day INTEGER PRIMARY KEY, watched_ms BIGINT NOT NULL, learners INTEGER NOT NULL);\n"
    "CREATE TABLE course_progress ("
    " course_id TEXT NOT NULL,"
    " learner_id TEXT NOT NULL,"
    " started_at BIGINT NOT NULL,"
    " completed_at BIGINT NOT NULL,"
    " PRIMARY KEY (course_id, learner_id)"
    ");\n"
    "CREATE INDEX course_progress_by_learner ON course_progress (learner_id);\n"
    "CREATE INDEX course_progress_by_completion ON course_progress (course_id, completed_at);\n"
    "INSERT INTO course_progress (course_id, learner_id, started_at, completed_at)"
    " SELECT course_id, learner_id, MIN(updated_at), 0 FROM part_progress GROUP BY course_id, learner_id;\n"
    "ALTER TABLE part_progress DROP COLUMN credit_ms;\n"
    "ALTER TABLE part_progress ADD COLUMN stopped_in INTEGER NOT NULL DEFAULT -2;\n"
    "ALTER TABLE part_progress ADD COLUMN stretches BIGINT NOT NULL DEFAULT 0;\n"
    "DROP INDEX part_progress_by_course;\n"
    "CREATE INDEX part_progress_by_part ON part_progress (course_id, part_id, stopped_in, stretches);\n"
    "CREATE INDEX assignments_by_expiry ON assignments (expiry_ms, start_ms);\n"
    "CREATE INDEX assignments_by_start ON assignments (start_ms);\n"
    "CREATE INDEX assignments_windows ON assignments (course_id, expiry_ms, start_ms);\n";

// Replaces an index on the time of the latest report, which changed with every report. One on its day changes once a
// day.
constexpr std::string_view kWatchersByDay =
    "DROP INDEX watchers_by_time;\n"
    "CREATE INDEX watchers_by_day ON watchers (last_day);\n";

// Learners and courses that auth or the catalog does not list any more, though nobody removed them, and what a whole
// list was refused for.
constexpr std::string_view kAbsences =
    "CREATE TABLE absences (id TEXT PRIMARY KEY, kind TEXT NOT NULL, since BIGINT NOT NULL, checks INTEGER NOT NULL,"
    " checked_at BIGINT NOT NULL);\n"
    "CREATE TABLE refused_lists (kind TEXT PRIMARY KEY, since BIGINT NOT NULL, missing BIGINT NOT NULL,"
    " known BIGINT NOT NULL);\n";

// Learners and courses in the bins of auth and the catalog. Few, so what hides their assignments costs other rows
// little.
constexpr std::string_view kBinned = "CREATE TABLE binned (id TEXT PRIMARY KEY, kind TEXT NOT NULL);\n";

// One row a day was written by every report. Connections to a server now write to slots, whose sum counts.
constexpr std::string_view kSlotsOfDays =
    "CREATE TABLE slots_of_days (day INTEGER NOT NULL, slot INTEGER NOT NULL, watched_ms BIGINT NOT NULL,"
    " learners INTEGER NOT NULL, PRIMARY KEY (day, slot));\n"
    "INSERT INTO slots_of_days (day, slot, watched_ms, learners)"
    " SELECT day, 0, watched_ms, learners FROM watched_days;\n"
    "DROP TABLE watched_days;\n"
    "ALTER TABLE slots_of_days RENAME TO watched_days;\n";

// Indexes that hold all that lists of a course and of those who end soon read: at two million learners the rows
// themselves are all over the disk.
constexpr char kListIndexes[] =
    "CREATE INDEX assignments_listed ON assignments (course_id, created_at, id, learner_id, start_ms, expiry_ms,"
    " revision);\n"
    "CREATE INDEX assignments_ending ON assignments (expiry_ms, start_ms, learner_id, course_id);\n"
    "DROP INDEX assignments_by_expiry";

constexpr char kRevisions[] = "ALTER TABLE assignments ADD COLUMN revision BIGINT NOT NULL DEFAULT 1";

}  // namespace

const std::vector<Migration>& Migrations() {
  static const std::string first =
      std::string(kTables) + std::string(kChangeFeedSchema) + std::string(kFeedPositionsSchema);
  static const std::string absences =
      std::string(kFeedEventIdsSchema) + std::string(kFeedPlacesSchema) + std::string(kAbsences);
  static const std::vector<Migration> migrations = {
      {1, "assignments and progress", first},
      {2, "audit outbox", kAuditOutboxSchema},
      {3, "watchers and statistics", kWatching},
      {4, "watchers by day", kWatchersByDay},
      {5, "absences", absences},
      {6, "heartbeats", kHeartbeatSchema},
      {7, "binned", kBinned},
      {8, "idempotent calls", kIdempotentCallsSchema},
      {9, "revisions of assignments", kRevisions},
      // Programs of before do not know how old they may be.
      {.version = 10, .name = "slots of watched days", .sql = kSlotsOfDays, .oldest = 10},
      {11, "indexes of lists", kListIndexes},
      {.version = 12, .name = "settings of auth", .sql = kZoneSchema}};
  return migrations;
}

}  // namespace academy::enrollment
