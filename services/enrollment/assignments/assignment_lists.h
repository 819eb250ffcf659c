// Puts together what lists of assignments show: the learners of a course, and the courses of a learner.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "academy/enrollment/v1/assignments.pb.h"
#include "services/enrollment/assignments/assignment_store.h"
#include "services/enrollment/assignments/paging.h"
#include "services/enrollment/progress/progress_store.h"
#include "services/enrollment/upstream_sync/upstream_clients.h"
#include "services/platform/base/clock.h"
#include "services/platform/rpc/caller.h"

namespace academy::enrollment {

// Thread-safe. Errors are those of the upstreams, and INVALID_ARGUMENT validation_failed for a page that cannot be.
class AssignmentLists {
 public:
  // All must outlive the lists.
  struct Deps {
    AssignmentStore& assignments;
    ProgressStore& progress;
    AuthClient& auth;
    CatalogClient& catalog;
    const Clock& clock;
  };
  AssignmentLists(const Deps& deps, const ProgressRules& rules)
      : assignments_(deps.assignments),
        progress_(deps.progress),
        auth_(deps.auth),
        catalog_(deps.catalog),
        clock_(deps.clock),
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
