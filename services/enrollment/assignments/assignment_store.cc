#include "services/enrollment/assignments/assignment_store.h"

#include <optional>
#include <utility>

#include "services/enrollment/assignments/assignment_events.h"
#include "services/enrollment/errors.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"

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

// Those that every list and every report of a learner asks.
struct AssignmentsOfLearner {
  explicit AssignmentsOfLearner(soci::session& sql)
      : statement((sql.prepare << "SELECT " ACADEMY_ASSIGNMENT_COLUMNS
                                  " FROM assignments WHERE learner_id = :id ORDER BY created_at DESC, id DESC",
                   soci::use(learner_id), soci::into(row.id), soci::into(row.course_id), soci::into(row.learner_id),
                   soci::into(row.start), soci::into(row.expiry), soci::into(row.created_at))) {}

  std::string learner_id;
  Row row;
  soci::statement statement;
};

struct FindAssignment {
  explicit FindAssignment(soci::session& sql)
      : statement((sql.prepare << "SELECT " ACADEMY_ASSIGNMENT_COLUMNS
                                  " FROM assignments WHERE course_id = :course AND learner_id = :learner",
                   soci::use(key.course_id), soci::use(key.learner_id), soci::into(row.id), soci::into(row.course_id),
                   soci::into(row.learner_id), soci::into(row.start), soci::into(row.expiry),
                   soci::into(row.created_at))) {}

  AssignmentKey key;
  Row row;
  soci::statement statement;
};

absl::StatusOr<AssignmentRecord> SelectOne(soci::session& sql, const std::string& id) {
  std::vector<AssignmentRecord> found =
      Select(sql, "SELECT " ACADEMY_ASSIGNMENT_COLUMNS " FROM assignments WHERE id = :id", id);
  if (found.empty()) return error::AssignmentNotFound();
  return std::move(found.front());
}

// The statements of one Assign, prepared once for all of its keys.
class Assigning {
 public:
  Assigning(Transaction& tx, UnixMillis now)
      : now_(now),
        gone_((tx.sql().prepare << "SELECT id FROM gone WHERE id IN (:course, :learner)", soci::use(key_.course_id),
               soci::use(key_.learner_id), soci::into(id_))),
        find_((tx.sql().prepare << "SELECT " ACADEMY_ASSIGNMENT_COLUMNS
                                   " FROM assignments WHERE course_id = :course AND learner_id = :learner",
               soci::use(key_.course_id), soci::use(key_.learner_id), soci::into(row_.id), soci::into(row_.course_id),
               soci::into(row_.learner_id), soci::into(row_.start), soci::into(row_.expiry),
               soci::into(row_.created_at))),
        insert_((tx.sql().prepare << "INSERT INTO assignments"
                                     " (id, course_id, learner_id, start_ms, expiry_ms, created_at, updated_at)"
                                     " VALUES (:id, :course, :learner, :start, :expiry, :created, :updated)",
                 soci::use(id_), soci::use(key_.course_id), soci::use(key_.learner_id), soci::use(start_),
                 soci::use(expiry_), soci::use(now_), soci::use(now_))),
        move_((tx.sql().prepare
                   << "UPDATE assignments SET start_ms = :start, expiry_ms = :expiry, updated_at = :now WHERE id = :id",
               soci::use(start_), soci::use(expiry_), soci::use(now_), soci::use(id_))) {}

  // The id of the key that was removed, either one where both were; empty when both are there.
  std::string Gone(const AssignmentKey& key) {
    key_ = key;
    bool found = gone_.execute(/*withDataExchange=*/true);
    return found ? id_ : "";
  }
  std::optional<AssignmentRecord> Find(const AssignmentKey& key) {
    key_ = key;
    if (!find_.execute(/*withDataExchange=*/true)) return std::nullopt;
    return row_.ToRecord();
  }
  std::string Insert(const AssignmentWish& wish) {
    key_ = wish.key;
    start_ = wish.window.start;
    expiry_ = wish.window.expiry;
    id_ = NewId(now_);
    insert_.execute(/*withDataExchange=*/true);
    return id_;
  }
  std::string Move(const std::string& id, const Window& window) {
    start_ = window.start;
    expiry_ = window.expiry;
    id_ = id;
    move_.execute(/*withDataExchange=*/true);
    return id_;
  }

 private:
  long long start_ = 0;
  long long expiry_ = 0;
  long long now_;
  AssignmentKey key_;
  std::string id_;
  Row row_;
  // They refer to all of the above.
  soci::statement gone_;
  soci::statement find_;
  soci::statement insert_;
  soci::statement move_;
};

}  // namespace

std::vector<AssignmentRecord> SelectAssignmentsOfLearner(soci::session& sql, const std::string& learner_id) {
  AssignmentsOfLearner& query = Cached<AssignmentsOfLearner>(sql);
  query.learner_id = learner_id;
  query.statement.execute();
  std::vector<AssignmentRecord> records;
  while (query.statement.fetch()) records.push_back(query.row.ToRecord());
  return records;
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
    return SelectAssignmentsOfLearner(sql, learner_id);
  });
}

absl::StatusOr<AssignmentRecord> AssignmentStore::Get(const std::string& id) {
  return database_.Read([&](soci::session& sql) { return SelectOne(sql, id); });
}

absl::StatusOr<AssignmentRecord> AssignmentStore::Find(const AssignmentKey& key) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<AssignmentRecord> {
    FindAssignment& query = Cached<FindAssignment>(sql);
    query.key = key;
    query.statement.execute();
    std::optional<AssignmentRecord> found;
    while (query.statement.fetch()) found = query.row.ToRecord();
    if (!found.has_value()) return error::AssignmentNotFound();
    return *std::move(found);
  });
}

absl::StatusOr<std::vector<Assigned>> AssignmentStore::Assign(const AuditContext& audit,
                                                              const std::vector<AssignmentKey>& keys,
                                                              const Window& window, const AssignOptions& options) {
  std::vector<AssignmentWish> wishes;
  wishes.reserve(keys.size());
  for (const AssignmentKey& key : keys) wishes.push_back({key, window});
  return Assign(audit, wishes, options);
}

absl::StatusOr<std::vector<Assigned>> AssignmentStore::Assign(const AuditContext& audit,
                                                              const std::vector<AssignmentWish>& wishes,
                                                              const AssignOptions& options) {
  return database_.Write([&](Transaction& tx) -> absl::StatusOr<std::vector<Assigned>> {
    Assigning statements(tx, clock_.Now());
    std::vector<Assigned> outcomes;
    std::vector<std::string> events;
    std::vector<AuditEntry> entries;
    for (const AssignmentWish& wish : wishes) {
      const auto& [key, window] = wish;
      if (std::string gone = statements.Gone(key); !gone.empty()) {
        if (gone == key.course_id) return error::CourseNotFound(gone);
        if (!options.skip_gone) return error::LearnerNotFound(gone);
        outcomes.push_back(Assigned::kGone);
        continue;
      }
      std::optional<AssignmentRecord> present = statements.Find(key);
      outcomes.push_back(!present.has_value()        ? Assigned::kCreated
                         : present->window == window ? Assigned::kUnchanged
                         : options.keep_existing     ? Assigned::kKept
                                                     : Assigned::kMoved);
      bool created = outcomes.back() == Assigned::kCreated;
      if (!created && outcomes.back() != Assigned::kMoved) continue;
      std::string id = created ? statements.Insert(wish) : statements.Move(present->id, window);
      events.push_back(AssignmentEvent(id, /*removed=*/false));
      entries.push_back(
          AssignmentEntry(audit, created ? "assignment.created" : "assignment.dates_changed", id, key, window));
    }
    feed_.AppendAll(tx, events);
    audit_.Add(tx, audit.caller, std::move(entries));
    return outcomes;
  });
}

absl::StatusOr<AssignmentRecord> AssignmentStore::SetWindow(const AuditContext& audit, const std::string& id,
                                                            const Window& window) {
  return database_.Write([&](Transaction& tx) -> absl::StatusOr<AssignmentRecord> {
    ASSIGN_OR_RETURN(AssignmentRecord changed, SelectOne(tx.sql(), id));
    if (changed.window == window) return changed;
    changed.window = window;
    long long start = window.start;
    long long expiry = window.expiry;
    long long now = clock_.Now();
    tx.sql() << "UPDATE assignments SET start_ms = :start, expiry_ms = :expiry, updated_at = :now WHERE id = :id",
        soci::use(start), soci::use(expiry), soci::use(now), soci::use(id);
    feed_.Append(tx, AssignmentEvent(id, /*removed=*/false));
    AssignmentKey key{.course_id = changed.course_id, .learner_id = changed.learner_id};
    audit_.Add(tx, audit.caller, AssignmentEntry(audit, "assignment.dates_changed", id, key, window));
    return changed;
  });
}

absl::Status AssignmentStore::Remove(const AuditContext& audit, const std::vector<AssignmentKey>& keys) {
  return database_.Write([&](Transaction& tx) -> absl::Status {
    AssignmentKey key;
    std::string id;
    soci::statement remove = (tx.sql().prepare << "DELETE FROM assignments WHERE course_id = :course AND"
                                                  " learner_id = :learner RETURNING id",
                              soci::use(key.course_id), soci::use(key.learner_id), soci::into(id));
    std::vector<std::string> removed;
    std::vector<AuditEntry> entries;
    for (const AssignmentKey& each : keys) {
      key = each;
      if (!remove.execute(/*withDataExchange=*/true)) continue;
      removed.push_back(id);
      entries.push_back(AssignmentEntry(audit, "assignment.removed", id, key));
    }
    AppendAssignmentsRemoved(feed_, tx, removed);
    audit_.Add(tx, audit.caller, std::move(entries));
    return absl::OkStatus();
  });
}

}  // namespace academy::enrollment
