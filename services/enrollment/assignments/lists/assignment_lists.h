// The two lists of assignments: the learners of a course, and the courses of a learner.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "academy/enrollment/v1/assignments.pb.h"
#include "services/enrollment/assignments/assignment_record.h"
#include "services/enrollment/assignments/lists/course_page.h"
#include "services/enrollment/assignments/lists/paging.h"
#include "services/enrollment/deps.h"
#include "services/platform/rpc/caller.h"

namespace academy::enrollment {

// Thread-safe. Errors are those of the upstreams, and INVALID_ARGUMENT validation_failed for a cursor of another list.
class AssignmentLists {
 public:
  explicit AssignmentLists(const Deps& deps, const PageSizes& sizes = {}) : deps_(deps), sizes_(sizes) {}

  // Load the data that a list shows besides assignments: for a course all learners (none for a page, which loads its
  // own), for a learner the courses that `query` finds. A change loads it first, so that it fails before anything is
  // changed.
  absl::StatusOr<std::vector<auth::v1::Learner>> Learners(const Caller& caller, const ListQuery& query);
  absl::StatusOr<std::vector<catalog::v1::Course>> Courses(const Caller& caller, const ListQuery& query);

  // Returns the current lists with `message`: complete and by name, or the page that `query` requests.
  absl::StatusOr<v1::CourseLearners> OfCourse(const Caller& caller, const catalog::v1::Course& course,
                                              std::vector<auth::v1::Learner> learners, const ListQuery& query,
                                              const char* message);
  // The same, with the newest course first.
  absl::StatusOr<v1::LearnerCourses> OfLearner(const std::string& learner_id, std::vector<catalog::v1::Course> courses,
                                               const ListQuery& query, const char* message);

 private:
  absl::StatusOr<std::vector<AssignmentRecord>> LoadAssignmentsOf(const std::string& course_id);
  absl::StatusOr<v1::CourseLearners> WholeCourse(const catalog::v1::Course& course,
                                                 std::vector<auth::v1::Learner> learners);
  absl::StatusOr<v1::CourseLearners> PageOfCourse(const Caller& caller, const catalog::v1::Course& course,
                                                  const ListQuery& query);

  const Deps& deps_;
  const PageSizes sizes_;
};

}  // namespace academy::enrollment
