// What a learner does with assigned courses: list, watch, report progress.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "academy/enrollment/v1/watching.grpc.pb.h"
#include "services/common/clock.h"
#include "services/common/media_token.h"
#include "services/common/rpc/handler.h"
#include "services/common/rpc/plain_rpc.h"
#include "services/common/rpc/positions.h"
#include "services/enrollment/assignment_store.h"
#include "services/enrollment/course_cache.h"
#include "services/enrollment/learner_store.h"
#include "services/enrollment/peers.h"
#include "services/enrollment/progress_store.h"
#include "services/enrollment/watch_progress.h"

namespace academy::enrollment {

// Thread-safe.
class WatchingService final : public v1::Watching::WithRawCallbackMethod_FetchMyCourses<v1::Watching::CallbackService> {
 public:
  // All must outlive the service.
  struct Parts {
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
  WatchingService(const Parts& parts, const ProgressRules& rules, absl::TimeZone zone)
      : rpc_(parts.rpc),
        assignments_(parts.assignments),
        progress_(parts.progress),
        learners_(parts.learners),
        catalog_(parts.catalog),
        courses_(parts.courses),
        tokens_(parts.tokens),
        clock_(parts.clock),
        rules_(rules),
        zone_(zone) {}

  grpc::ServerUnaryReactor* FetchMyCourses(grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
                                           grpc::ByteBuffer* response) override {
    int64_t position = CatalogPositionOf(*context);
    return rpc_.Tried(
        context, *request, *response,
        [this, position](const Caller& caller, const grpc::ByteBuffer&) { return FetchMyCoursesNow(caller, position); },
        [this, position](const Caller& caller, const grpc::ByteBuffer&) { return FetchMyCourses(caller, position); },
        "FetchMyCourses");
  }
  ACADEMY_RPC(Queued, FetchMyCourse, v1::FetchMyCourseRequest, v1::FetchMyCourseResponse)
  ACADEMY_RPC(Queued, UpdateProgress, v1::UpdateProgressRequest, v1::UpdateProgressResponse)

 private:
  // A serialized FetchMyCoursesResponse, with courses as they were at that position of the catalog's feed or later.
  absl::StatusOr<grpc::ByteBuffer> FetchMyCourses(const Caller& caller, int64_t catalog_position);
  // The same where it needs nobody: nullopt where it would block.
  std::optional<absl::StatusOr<grpc::ByteBuffer>> FetchMyCoursesNow(const Caller& caller, int64_t catalog_position);
  // `courses` are those of the assignments, in their order.
  grpc::ByteBuffer ListOf(const LearnerRecords& records, const CourseCache::Courses& courses) const;
  absl::StatusOr<v1::FetchMyCourseResponse> FetchMyCourse(const Caller& caller,
                                                          const v1::FetchMyCourseRequest& request);
  absl::StatusOr<v1::UpdateProgressResponse> UpdateProgress(const Caller& caller,
                                                            const v1::UpdateProgressRequest& request);

  // The caller's assignment of a course, if it may be watched now.
  absl::StatusOr<AssignmentRecord> FindActive(const Caller& caller, const std::string& course_id);
  // What a report makes of a learner's progress in the course.
  ProgressUpdate Reckon(const CourseOutline& course, const CourseOutline::Part& part, const WatchReport& report,
                        std::vector<ProgressRecord> progress, const std::optional<WatchAccount>& account,
                        UnixMillis now) const;
  absl::Status AddPlayback(const Caller& caller, const AssignmentRecord& assignment, const catalog::v1::Course& course,
                           v1::FetchMyCourseResponse::Result& result);

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
