// Puts together what lists of assignments show: the learners of a course, and the courses of a learner.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "academy/enrollment/v1/assignments.pb.h"
#include "services/common/clock.h"
#include "services/common/rpc/caller.h"
#include "services/enrollment/assignment_store.h"
#include "services/enrollment/paging.h"
#include "services/enrollment/peers.h"
#include "services/enrollment/progress_store.h"

namespace academy::enrollment {

// Thread-safe. Errors are those of the peers, and INVALID_ARGUMENT validation_failed for a page that cannot be.
class AssignmentLists {
 public:
  // All must outlive the lists.
  struct Parts {
    AssignmentStore& assignments;
    ProgressStore& progress;
    AuthClient& auth;
    CatalogClient& catalog;
    const Clock& clock;
  };
  AssignmentLists(const Parts& parts, const ProgressRules& rules)
      : assignments_(parts.assignments),
        progress_(parts.progress),
        auth_(parts.auth),
        catalog_(parts.catalog),
        clock_(parts.clock),
        rules_(rules) {}

  // What a list is made of besides assignments, so that who changes something can ask for it before: for a course all
  // learners, or none where a page is asked for, and for a learner the courses that `query` finds.
  absl::StatusOr<std::vector<auth::v1::Learner>> Learners(const Caller& caller, const ListQuery& query);
  absl::StatusOr<std::vector<catalog::v1::Course>> Courses(const Caller& caller, const ListQuery& query);

  // As they are now, with `message`. Whole lists by name, or the page that `query` asks for.
  absl::StatusOr<v1::CourseLearners> OfCourse(const Caller& caller, const catalog::v1::Course& course,
                                              std::vector<auth::v1::Learner> learners, const ListQuery& query,
                                              const char* message);
  // The newest course first, or the page.
  absl::StatusOr<v1::LearnerCourses> OfLearner(const std::string& learner_id, std::vector<catalog::v1::Course> courses,
                                               const ListQuery& query, const char* message);

 private:
  absl::StatusOr<v1::CourseLearners> WholeCourse(const catalog::v1::Course& course,
                                                 std::vector<auth::v1::Learner> learners);
  absl::StatusOr<v1::CourseLearners> PageOfCourse(const Caller& caller, const catalog::v1::Course& course,
                                                  const ListQuery& query);

  AssignmentStore& assignments_;
  ProgressStore& progress_;
  AuthClient& auth_;
  CatalogClient& catalog_;
  const Clock& clock_;
  const ProgressRules rules_;
};

}  // namespace academy::enrollment
