// The Courses service: what managers do with courses, and what others read of them.
//
// Thread-safe.
#pragma once

#include "absl/status/statusor.h"
#include "academy/catalog/v1/courses.grpc.pb.h"
#include "services/catalog/assets/sweeper.h"
#include "services/catalog/courses/course_list.h"
#include "services/catalog/courses/course_store.h"
#include "services/catalog/courses/picture_store.h"
#include "services/catalog/uploads/upload_files.h"
#include "services/platform/rpc/handler.h"
#include "services/platform/rpc/raw_rpc.h"

namespace academy::catalog {

class CoursesService final : public v1::Courses::WithRawCallbackMethod_ListCourses<v1::Courses::CallbackService> {
 public:
  CoursesService(RpcHandler& rpc, CourseStore& courses, CourseList& list, PictureStore& pictures, UploadFiles& files,
                 Sweeper& sweeper)
      : rpc_(rpc), courses_(courses), list_(list), pictures_(pictures), files_(files), sweeper_(sweeper) {}

  ACADEMY_RAW_RPC(rpc_.executor(), ListCourses, v1::ListCoursesRequest)
  ACADEMY_RPC(rpc_.executor(), CreateCourse, v1::CreateCourseRequest, v1::CreateCourseResponse)
  ACADEMY_RPC(rpc_.executor(), UpdateCourse, v1::UpdateCourseRequest, v1::UpdateCourseResponse)
  ACADEMY_RPC(rpc_.executor(), UpdateCourseImage, v1::UpdateCourseImageRequest, v1::UpdateCourseImageResponse)
  ACADEMY_RPC(rpc_.executor(), DeleteCourse, v1::DeleteCourseRequest, v1::DeleteCourseResponse)
  ACADEMY_RPC(rpc_.executor(), ListPublicCourses, v1::ListPublicCoursesRequest, v1::ListPublicCoursesResponse)
  ACADEMY_RPC(rpc_.executor(), BatchGetCourses, v1::BatchGetCoursesRequest, v1::BatchGetCoursesResponse)

 private:
  absl::StatusOr<grpc::ByteBuffer> ListCourses(const Caller& caller, const v1::ListCoursesRequest& request);
  absl::StatusOr<Positioned<v1::CreateCourseResponse>> CreateCourse(const Caller& caller,
                                                                    const v1::CreateCourseRequest& request);
  absl::StatusOr<Positioned<v1::UpdateCourseResponse>> UpdateCourse(const Caller& caller,
                                                                    const v1::UpdateCourseRequest& request);
  absl::StatusOr<Positioned<v1::UpdateCourseImageResponse>> UpdateCourseImage(
      const Caller& caller, const v1::UpdateCourseImageRequest& request);
  absl::StatusOr<Positioned<v1::DeleteCourseResponse>> DeleteCourse(const Caller& caller,
                                                                    const v1::DeleteCourseRequest& request);
  absl::StatusOr<v1::ListPublicCoursesResponse> ListPublicCourses(const Caller& caller,
                                                                  const v1::ListPublicCoursesRequest& request);
  absl::StatusOr<v1::BatchGetCoursesResponse> BatchGetCourses(const Caller& caller,
                                                              const v1::BatchGetCoursesRequest& request);

  // Of a change that is committed: whoever hears of it may rely on it elsewhere.
  template <typename Response>
  Positioned<Response> WithPosition(Response response);

  RpcHandler& rpc_;
  CourseStore& courses_;
  CourseList& list_;
  PictureStore& pictures_;
  UploadFiles& files_;
  Sweeper& sweeper_;
};

}  // namespace academy::catalog
