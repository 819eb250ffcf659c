// The Watching service: a learner lists and watches assigned courses.
//
// Thread-safe.
#pragma once

#include <optional>

#include "academy/enrollment/v1/watching.grpc.pb.h"
#include "services/enrollment/assignments/assignment_record.h"
#include "services/enrollment/deps.h"
#include "services/enrollment/watching/learner_records.h"
#include "services/platform/feed/positions.h"
#include "services/platform/rpc/handler.h"
#include "services/platform/rpc/raw_rpc.h"

namespace academy::enrollment {

class WatchingService final : public v1::Watching::WithRawCallbackMethod_ListMyCourses<v1::Watching::CallbackService> {
 public:
  explicit WatchingService(const Deps& deps) : deps_(deps), rpc_(deps.rpc) {}

  grpc::ServerUnaryReactor* ListMyCourses(grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
                                          grpc::ByteBuffer* response) override {
    static const RpcMethod rpc = FindRpcMethod(v1::ListMyCoursesRequest::descriptor(), "ListMyCourses");
    int64_t position = CatalogPositionOf(*context);
    return rpc_.TryInline(
        rpc_.executor(), context, *request, *response,
        [this, position](const Caller& caller, const grpc::ByteBuffer&) { return ListMyCoursesNow(caller, position); },
        [this, position](const Caller& caller, const grpc::ByteBuffer&) { return ListMyCourses(caller, position); },
        rpc);
  }
  ACADEMY_RPC(rpc_.executor(), GetMyCourse, v1::GetMyCourseRequest, v1::GetMyCourseResponse)

 private:
  // Returns a serialized ListMyCoursesResponse, with courses as of that position of the catalog's feed or later.
  absl::StatusOr<grpc::ByteBuffer> ListMyCourses(const Caller& caller, int64_t catalog_position);
  // The same without blocking; nullopt if it would have to wait for a connection or call the catalog.
  std::optional<absl::StatusOr<grpc::ByteBuffer>> ListMyCoursesNow(const Caller& caller, int64_t catalog_position);
  // `courses` are the assignments' courses, in the order of the assignments.
  grpc::ByteBuffer ListOf(const LearnerRecords& records, const CourseCache::Courses& courses) const;
  absl::StatusOr<v1::GetMyCourseResponse> GetMyCourse(const Caller& caller, const v1::GetMyCourseRequest& request);
  absl::Status AddPlayback(const Caller& caller, const AssignmentRecord& assignment, const catalog::v1::Course& course,
                           v1::GetMyCourseResponse::Result& result);

  const Deps& deps_;
  RpcHandler& rpc_;
};

}  // namespace academy::enrollment
