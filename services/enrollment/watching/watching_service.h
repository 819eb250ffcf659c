// What a learner does with assigned courses: list, watch, report progress.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "academy/enrollment/v1/watching.grpc.pb.h"
#include "services/enrollment/assignments/assignment_store.h"
#include "services/enrollment/progress/progress_store.h"
#include "services/enrollment/progress/watch_progress.h"
#include "services/enrollment/upstream_sync/upstream_clients.h"
#include "services/enrollment/watching/course_cache.h"
#include "services/enrollment/watching/learner_store.h"
#include "services/platform/base/clock.h"
#include "services/platform/crypto/media_token.h"
#include "services/platform/feed/positions.h"
#include "services/platform/rpc/handler.h"
#include "services/platform/rpc/raw_rpc.h"

namespace academy::enrollment {

// Thread-safe.
class WatchingService final : public v1::Watching::WithRawCallbackMethod_ListMyCourses<v1::Watching::CallbackService> {
 public:
  // All must outlive the service.
  struct Deps {
    RpcHandler& rpc;
    AssignmentStore& assignments;
    ProgressStore& progress;
    LearnerStore& learners;
    CatalogClient& catalog;
    CourseCache& courses;
    const MediaTokens& tokens;
    const Clock& clock;
  };
  // `zone` is the academy's: the days in which watched hours are counted.
  WatchingService(const Deps& deps, const ProgressRules& rules, absl::TimeZone zone)
      : rpc_(deps.rpc),
        assignments_(deps.assignments),
        progress_(deps.progress),
        learners_(deps.learners),
        catalog_(deps.catalog),
        courses_(deps.courses),
        tokens_(deps.tokens),
        clock_(deps.clock),
        rules_(rules),
        zone_(zone) {}

  grpc::ServerUnaryReactor* ListMyCourses(grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
                                          grpc::ByteBuffer* response) override {
    int64_t position = CatalogPositionOf(*context);
    return rpc_.TryInline(
        rpc_.executor(), context, *request, *response,
        [this, position](const Caller& caller, const grpc::ByteBuffer&) { return ListMyCoursesNow(caller, position); },
        [this, position](const Caller& caller, const grpc::ByteBuffer&) { return ListMyCourses(caller, position); },
        "ListMyCourses");
  }
  ACADEMY_RPC(rpc_.executor(), GetMyCourse, v1::GetMyCourseRequest, v1::GetMyCourseResponse)
  ACADEMY_RPC(rpc_.executor(), UpdateProgress, v1::UpdateProgressRequest, v1::UpdateProgressResponse)

 private:
  // A serialized ListMyCoursesResponse, with courses as they were at that position of the catalog's feed or later.
  absl::StatusOr<grpc::ByteBuffer> ListMyCourses(const Caller& caller, int64_t catalog_position);
  // The same where it needs nobody: nullopt where it would block.
  std::optional<absl::StatusOr<grpc::ByteBuffer>> ListMyCoursesNow(const Caller& caller, int64_t catalog_position);
  // `courses` are those of the assignments, in their order.
  grpc::ByteBuffer ListOf(const LearnerRecords& records, const CourseCache::Courses& courses) const;
  absl::StatusOr<v1::GetMyCourseResponse> GetMyCourse(const Caller& caller, const v1::GetMyCourseRequest& request);
  absl::StatusOr<v1::UpdateProgressResponse> UpdateProgress(const Caller& caller,
                                                            const v1::UpdateProgressRequest& request);

  // The caller's assignment of a course, if it may be watched now.
  absl::StatusOr<AssignmentRecord> FindActive(const Caller& caller, const std::string& course_id);
  // What a report makes of a learner's progress in the course.
  ProgressUpdate Compute(const CourseOutline& course, const CourseOutline::Part& part, const WatchReport& report,
                         std::vector<ProgressRecord> progress, const std::optional<WatchAccount>& account,
                         UnixMillis now) const;
  absl::Status AddPlayback(const Caller& caller, const AssignmentRecord& assignment, const catalog::v1::Course& course,
                           v1::GetMyCourseResponse::Result& result);

  RpcHandler& rpc_;
  AssignmentStore& assignments_;
  ProgressStore& progress_;
  LearnerStore& learners_;
  CatalogClient& catalog_;
  CourseCache& courses_;
  const MediaTokens& tokens_;
  const Clock& clock_;
  const ProgressRules rules_;
  const absl::TimeZone zone_;
};

}  // namespace academy::enrollment
