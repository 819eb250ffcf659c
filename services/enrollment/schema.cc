#include "services/enrollment/schema.h"

#include <string>

#include "services/common/audit/audit_outbox.h"
#include "services/common/db/change_feed.h"

namespace academy::enrollment {
namespace {

// Ids of courses and learners belong to other services: no references. `gone` remembers the removed ones (ids are
// never used twice), so that an assignment made while the news of a removal is under way cannot stay behind.
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

}  // namespace

const std::vector<Migration>& Migrations() {
  static const std::string first =
      std::string(kTables) + std::string(kChangeFeedSchema) + std::string(kFeedPositionsSchema);
  static const std::vector<Migration> migrations = {{1, "assignments and progress", first},
                                                    {2, "audit outbox", kAuditOutboxSchema}};
  return migrations;
}

}  // namespace academy::enrollment
