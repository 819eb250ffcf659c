// The Courses service: what managers do with courses, and what others read of them.
//
// Thread-safe.
#pragma once

#include "absl/status/statusor.h"
#include "academy/catalog/v1/courses.grpc.pb.h"
#include "services/catalog/course_list.h"
#include "services/catalog/course_store.h"
#include "services/catalog/picture_shelf.h"
#include "services/catalog/sweeper.h"
#include "services/catalog/upload_files.h"
#include "services/common/rpc/handler.h"
#include "services/common/rpc/plain_rpc.h"

namespace academy::catalog {

class CoursesService final : public v1::Courses::WithRawCallbackMethod_FetchCourses<v1::Courses::CallbackService> {
 public:
  CoursesService(RpcHandler& rpc, CourseStore& courses, CourseList& list, PictureShelf& pictures, UploadFiles& files,
                 Sweeper& sweeper)
      : rpc_(rpc), courses_(courses), list_(list), pictures_(pictures), files_(files), sweeper_(sweeper) {}

  ACADEMY_PLAIN_RPC(Queued, FetchCourses, v1::FetchCoursesRequest)
  ACADEMY_RPC(Queued, CreateCourse, v1::CreateCourseRequest, v1::CreateCourseResponse)
  ACADEMY_RPC(Queued, UpdateCourse, v1::UpdateCourseRequest, v1::UpdateCourseResponse)
  ACADEMY_RPC(Queued, UpdateCourseImage, v1::UpdateCourseImageRequest, v1::UpdateCourseImageResponse)
  ACADEMY_RPC(Queued, DeleteCourse, v1::DeleteCourseRequest, v1::DeleteCourseResponse)
  ACADEMY_RPC(Queued, FetchPublicCourses, v1::FetchPublicCoursesRequest, v1::FetchPublicCoursesResponse)
  ACADEMY_RPC(Queued, BatchGetCourses, v1::BatchGetCoursesRequest, v1::BatchGetCoursesResponse)

 private:
  absl::StatusOr<grpc::ByteBuffer> FetchCourses(const Caller& caller, const v1::FetchCoursesRequest& request);
  absl::StatusOr<Positioned<v1::CreateCourseResponse>> CreateCourse(const Caller& caller,
                                                                    const v1::CreateCourseRequest& request);
  absl::StatusOr<Positioned<v1::UpdateCourseResponse>> UpdateCourse(const Caller& caller,
                                                                    const v1::UpdateCourseRequest& request);
  absl::StatusOr<Positioned<v1::UpdateCourseImageResponse>> UpdateCourseImage(
      const Caller& caller, const v1::UpdateCourseImageRequest& request);
  absl::StatusOr<Positioned<v1::DeleteCourseResponse>> DeleteCourse(const Caller& caller,
                                                                    const v1::DeleteCourseRequest& request);
  absl::StatusOr<v1::FetchPublicCoursesResponse> FetchPublicCourses(const Caller& caller,
                                                                    const v1::FetchPublicCoursesRequest& request);
  absl::StatusOr<v1::BatchGetCoursesResponse> BatchGetCourses(const Caller& caller,
                                                              const v1::BatchGetCoursesRequest& request);

  // Of a change that is committed: whoever hears of it may rely on it elsewhere.
  template <typename Response>
  Positioned<Response> WithPosition(Response response);

  RpcHandler& rpc_;
  CourseStore& courses_;
  CourseList& list_;
  PictureShelf& pictures_;
  UploadFiles& files_;
  Sweeper& sweeper_;
};

}  // namespace academy::catalog
