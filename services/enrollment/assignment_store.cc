#include "services/enrollment/assignment_store.h"

#include <utility>

#include "academy/enrollment/v1/access.pb.h"
#include "services/common/ids.h"
#include "services/common/status.h"
#include "services/enrollment/errors.h"

namespace academy::enrollment {
namespace {

#define ACADEMY_ASSIGNMENT_COLUMNS "id, course_id, learner_id, start_ms, expiry_ms, created_at"

// One row, and where SOCI puts it.
struct Row {
  std::string id;
  std::string course_id;
  std::string learner_id;
  long long start = 0;
  long long expiry = 0;
  long long created_at = 0;

  AssignmentRecord ToRecord() const {
    return {.id = id,
            .course_id = course_id,
            .learner_id = learner_id,
            .window = {.start = start, .expiry = expiry},
            .created_at = created_at};
  }
};

std::vector<AssignmentRecord> Select(soci::session& sql, const char* query, const std::string& value) {
  Row row;
  soci::statement statement =
      (sql.prepare << query, soci::use(value), soci::into(row.id), soci::into(row.course_id),
       soci::into(row.learner_id), soci::into(row.start), soci::into(row.expiry), soci::into(row.created_at));
  statement.execute();
  std::vector<AssignmentRecord> records;
  while (statement.fetch()) records.push_back(row.ToRecord());
  return records;
}

absl::StatusOr<AssignmentRecord> SelectOne(soci::session& sql, const std::string& id) {
  std::vector<AssignmentRecord> found =
      Select(sql, "SELECT " ACADEMY_ASSIGNMENT_COLUMNS " FROM assignments WHERE id = :id", id);
  if (found.empty()) return AssignmentNotFound();
  return std::move(found.front());
}

// What the audit trail says of an assignment.
AuditEntry Entry(const Cause& cause, const char* action, const std::string& id, const AssignmentKey& key) {
  auto name = [&](const std::string& of) {
    auto found = cause.names.find(of);
    return found == cause.names.end() ? std::string() : found->second;
  };
  AuditEntry entry{.action = action,
                   .subject = {.kind = "assignment", .id = id, .name = name(key.course_id)},
                   .details = {{kAuditCourseId, key.course_id}, {kAuditLearnerId, key.learner_id}}};
  if (std::string title = name(key.course_id); !title.empty()) entry.details[kAuditCourseTitle] = std::move(title);
  if (std::string learner = name(key.learner_id); !learner.empty())
    entry.details[kAuditLearnerName] = std::move(learner);
  return entry;
}

void AddWindow(AuditEntry& entry, const Window& window) {
  entry.details["startDate"] = FormatTime(window.start);
  entry.details["expiryDate"] = FormatTime(window.expiry);
}

}  // namespace

void AppendAssignmentChanged(ChangeFeed& feed, Transaction& tx, const std::string& assignment_id, bool removed) {
  v1::Event event;
  event.mutable_assignment_changed()->set_assignment_id(assignment_id);
  event.mutable_assignment_changed()->set_removed(removed);
  feed.Append(tx, event.SerializeAsString());
}

absl::StatusOr<std::vector<AssignmentRecord>> AssignmentStore::OfCourse(const std::string& course_id) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::vector<AssignmentRecord>> {
    return Select(sql,
                  "SELECT " ACADEMY_ASSIGNMENT_COLUMNS
                  " FROM assignments WHERE course_id = :id ORDER BY created_at DESC, id DESC",
                  course_id);
  });
}

absl::StatusOr<std::vector<AssignmentRecord>> AssignmentStore::OfLearner(const std::string& learner_id) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::vector<AssignmentRecord>> {
    return Select(sql,
                  "SELECT " ACADEMY_ASSIGNMENT_COLUMNS
                  " FROM assignments WHERE learner_id = :id ORDER BY created_at DESC, id DESC",
                  learner_id);
  });
}

absl::StatusOr<AssignmentRecord> AssignmentStore::Get(const std::string& id) {
  return database_.Read([&](soci::session& sql) { return SelectOne(sql, id); });
}

absl::StatusOr<AssignmentRecord> AssignmentStore::Find(const AssignmentKey& key) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<AssignmentRecord> {
    Row row;
    sql << "SELECT " ACADEMY_ASSIGNMENT_COLUMNS " FROM assignments WHERE course_id = :course AND learner_id = :learner",
        soci::use(key.course_id), soci::use(key.learner_id), soci::into(row.id), soci::into(row.course_id),
        soci::into(row.learner_id), soci::into(row.start), soci::into(row.expiry), soci::into(row.created_at);
    if (!sql.got_data()) return AssignmentNotFound();
    return row.ToRecord();
  });
}

absl::Status AssignmentStore::Assign(const Cause& cause, const std::vector<AssignmentKey>& keys, const Window& window) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    long long start = window.start;
    long long expiry = window.expiry;
    long long now = clock_.Now();
    std::string new_id;
    AssignmentKey key;
    std::string id;
    std::string gone;
    soci::statement find_gone = (tx.sql().prepare << "SELECT id FROM gone WHERE id IN (:course, :learner)",
                                 soci::use(key.course_id), soci::use(key.learner_id), soci::into(gone));
    soci::statement upsert =
        (tx.sql().prepare << "INSERT INTO assignments"
                             " (id, course_id, learner_id, start_ms, expiry_ms, created_at, updated_at)"
                             " VALUES (:id, :course, :learner, :start, :expiry, :created, :updated)"
                             " ON CONFLICT (course_id, learner_id) DO UPDATE SET start_ms = excluded.start_ms,"
                             " expiry_ms = excluded.expiry_ms, updated_at = excluded.updated_at RETURNING id",
         soci::use(new_id), soci::use(key.course_id), soci::use(key.learner_id), soci::use(start), soci::use(expiry),
         soci::use(now), soci::use(now), soci::into(id));
    std::vector<AuditEntry> entries;
    for (const AssignmentKey& each : keys) {
      key = each;
      if (find_gone.execute(/*withDataExchange=*/true)) {
        return gone == key.course_id ? CourseNotFound(gone) : UserNotFound(gone);
      }
      new_id = NewId(now);
      upsert.execute(/*withDataExchange=*/true);
      AppendAssignmentChanged(feed_, tx, id, /*removed=*/false);
      AddWindow(
          entries.emplace_back(Entry(cause, id == new_id ? "assignment.created" : "assignment.dates_changed", id, key)),
          window);
    }
    audit_.Add(tx, cause.caller, std::move(entries));
    return absl::OkStatus();
  });
}

absl::StatusOr<AssignmentRecord> AssignmentStore::SetWindow(const Cause& cause, const std::string& id,
                                                            const Window& window) {
  return database_.Write([&](Transaction& tx) -> absl::StatusOr<AssignmentRecord> {
    long long start = window.start;
    long long expiry = window.expiry;
    long long now = clock_.Now();
    tx.sql() << "UPDATE assignments SET start_ms = :start, expiry_ms = :expiry, updated_at = :now WHERE id = :id",
        soci::use(start), soci::use(expiry), soci::use(now), soci::use(id);
    ASSIGN_OR_RETURN(AssignmentRecord changed, SelectOne(tx.sql(), id));
    AppendAssignmentChanged(feed_, tx, id, /*removed=*/false);
    AuditEntry entry = Entry(cause, "assignment.dates_changed", id,
                             {.course_id = changed.course_id, .learner_id = changed.learner_id});
    AddWindow(entry, window);
    audit_.Add(tx, cause.caller, std::move(entry));
    return changed;
  });
}

absl::Status AssignmentStore::Remove(const Cause& cause, const std::vector<AssignmentKey>& keys) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    AssignmentKey key;
    std::string id;
    soci::statement remove = (tx.sql().prepare << "DELETE FROM assignments WHERE course_id = :course AND"
                                                  " learner_id = :learner RETURNING id",
                              soci::use(key.course_id), soci::use(key.learner_id), soci::into(id));
    std::vector<AuditEntry> entries;
    for (const AssignmentKey& each : keys) {
      key = each;
      if (!remove.execute(/*withDataExchange=*/true)) continue;
      AppendAssignmentChanged(feed_, tx, id, /*removed=*/true);
      entries.push_back(Entry(cause, "assignment.removed", id, key));
    }
    audit_.Add(tx, cause.caller, std::move(entries));
    return absl::OkStatus();
  });
}

}  // namespace academy::enrollment
