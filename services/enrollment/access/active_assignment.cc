#include "services/enrollment/access/active_assignment.h"

#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "services/enrollment/access/access.h"
#include "services/enrollment/assignments/assignment_store.h"

namespace academy::enrollment {
namespace {

absl::StatusOr<AssignmentRecord> IfActive(AssignmentRecord assignment, UnixMillis now) {
  switch (DecideAccess(assignment.window, now)) {
    case AccessState::kUpcoming:
      return error::CourseNotStarted();
    case AccessState::kExpired:
      return error::CourseExpired();
    case AccessState::kActive:
      break;
  }
  return assignment;
}

}  // namespace

std::vector<absl::StatusOr<AssignmentRecord>> FindActiveAssignments(soci::session& sql,
                                                                    const std::vector<AssignmentKey>& keys,
                                                                    UnixMillis now) {
  absl::flat_hash_map<std::pair<std::string_view, std::string_view>, size_t> places;
  for (size_t i = 0; i < keys.size(); ++i) places[{keys[i].course_id, keys[i].learner_id}] = i;
  std::vector<absl::StatusOr<AssignmentRecord>> found(keys.size(), error::AssignmentNotFound());
  for (AssignmentRecord& assignment : ListPermittedAssignments(sql, keys)) {
    const size_t place = places.at({assignment.course_id, assignment.learner_id});
    found[place] = IfActive(std::move(assignment), now);
  }
  return found;
}

absl::StatusOr<AssignmentRecord> LoadActiveAssignment(Database& database, const AssignmentKey& key, UnixMillis now) {
  return database.Read([&](soci::session& sql) { return FindActiveAssignments(sql, {key}, now).front(); });
}

}  // namespace academy::enrollment
