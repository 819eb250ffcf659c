// Assignments of courses to learners, and the feed of their changes: records and SQL only.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/enrollment/assignments/access.h"
#include "services/platform/audit/audit_outbox.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"
#include "services/platform/feed/change_feed.h"
#include "services/platform/rpc/caller.h"

namespace academy::enrollment {

struct AssignmentRecord {
  std::string id;
  std::string course_id;
  std::string learner_id;
  Window window;
  UnixMillis created_at = 0;
};

// What there is at most one assignment of.
struct AssignmentKey {
  std::string course_id;
  std::string learner_id;
};

// An assignment as it is to be.
struct AssignmentWish {
  AssignmentKey key;
  Window window;
};

// Who changes something, and what the audit trail calls the courses and learners in it, by their ids as far as known.
struct AuditContext {
  Caller caller;
  std::unordered_map<std::string, std::string> names;
};

// What became of one key of an Assign.
enum class Assigned {
  kCreated,
  // It was assigned, and has the new dates.
  kMoved,
  // It was assigned with these dates.
  kUnchanged,
  // It was assigned, and keeps its dates.
  kKept,
  // The learner or the course was removed meanwhile.
  kGone,
};

struct AssignOptions {
  // Those that exist keep their dates.
  bool keep_existing = false;
  // A learner who was removed meanwhile is left out, instead of failing all.
  bool skip_gone = false;
};

// One assignment's next expiry, if it still has the one it was reckoned from.
struct ExpiryChange {
  std::string id;
  AssignmentKey key;
  Window from;
  UnixMillis expiry = 0;
};

// Thread-safe. Every change is one transaction with its events in the feed and for the audit trail; what is as it was
// makes no event.
class AssignmentStore {
 public:
  // All must outlive the store; the database has enrollment's schema.
  AssignmentStore(Database& database, ChangeFeed& feed, AuditOutbox& audit, const Clock& clock)
      : database_(database), feed_(feed), audit_(audit), clock_(clock) {}

  // In order of creation, the newest first.
  absl::StatusOr<std::vector<AssignmentRecord>> OfCourse(const std::string& course_id);
  absl::StatusOr<std::vector<AssignmentRecord>> OfLearner(const std::string& learner_id);

  // NOT_FOUND assignment_not_found.
  absl::StatusOr<AssignmentRecord> Get(const std::string& id);
  absl::StatusOr<AssignmentRecord> Find(const AssignmentKey& key);

  // Makes assignments, or gives those that exist the new window: all or none. Tells what became of each key, in their
  // order. NOT_FOUND course_not_found or user_not_found when one was removed meanwhile.
  absl::StatusOr<std::vector<Assigned>> Assign(const AuditContext& audit, const std::vector<AssignmentKey>& keys,
                                               const Window& window, const AssignOptions& options = {});
  // The same with a window for each.
  absl::StatusOr<std::vector<Assigned>> Assign(const AuditContext& audit, const std::vector<AssignmentWish>& wishes,
                                               const AssignOptions& options);

  // NOT_FOUND assignment_not_found.
  absl::StatusOr<AssignmentRecord> SetWindow(const AuditContext& audit, const std::string& id, const Window& window);

  // Moves expiries: all that are still as they were, in one step. Returns how many were.
  absl::StatusOr<int> SetExpiries(const AuditContext& audit, std::vector<ExpiryChange> changes);

  // Removes what there is of `keys`, in one step. Progress stays: it comes back with a new assignment.
  absl::Status Remove(const AuditContext& audit, const std::vector<AssignmentKey>& keys);

 private:
  Database& database_;
  ChangeFeed& feed_;
  AuditOutbox& audit_;
  const Clock& clock_;
};

// A learner's assignments, the newest first, in the snapshot of `sql`. May throw as SOCI does.
std::vector<AssignmentRecord> SelectAssignmentsOfLearner(soci::session& sql, const std::string& learner_id);

}  // namespace academy::enrollment
