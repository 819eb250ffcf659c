// The Courses service: managers edit courses; other services and visitors read them.
//
// Thread-safe.
#pragma once

#include "absl/status/statusor.h"
#include "academy/catalog/v1/courses.grpc.pb.h"
#include "services/catalog/assets/sweeper.h"
#include "services/catalog/courses/lists/course_list.h"
#include "services/catalog/courses/lists/public_course_list.h"
#include "services/catalog/courses/pictures/picture_store.h"
#include "services/catalog/deps.h"
#include "services/platform/rpc/handler.h"
#include "services/platform/rpc/raw_rpc.h"

namespace academy::catalog {

class CoursesService final : public v1::Courses::WithRawCallbackMethod_ListCourses<
                                 v1::Courses::WithRawCallbackMethod_ListPublicCourses<v1::Courses::CallbackService>> {
 public:
  // All must outlive the service.
  CoursesService(const Deps& deps, RpcHandler& rpc, CourseList& list, PublicCourseList& public_list,
                 PictureStore& pictures, Sweeper& sweeper)
      : deps_(deps), rpc_(rpc), list_(list), public_list_(public_list), pictures_(pictures), sweeper_(sweeper) {}

  ACADEMY_RAW_RPC(rpc_.executor(), ListCourses, v1::ListCoursesRequest)
  ACADEMY_RPC(rpc_.executor(), GetCourse, v1::GetCourseRequest, v1::GetCourseResponse)
  ACADEMY_RPC(rpc_.executor(), CreateCourse, v1::CreateCourseRequest, v1::CreateCourseResponse)
  ACADEMY_RPC(rpc_.executor(), UpdateCourse, v1::UpdateCourseRequest, v1::UpdateCourseResponse)
  ACADEMY_RPC(rpc_.executor(), SetPartVideo, v1::SetPartVideoRequest, v1::SetPartVideoResponse)
  ACADEMY_RPC(rpc_.executor(), UpdateCourseImage, v1::UpdateCourseImageRequest, v1::UpdateCourseImageResponse)
  ACADEMY_RPC(rpc_.executor(), DeleteCourse, v1::DeleteCourseRequest, v1::DeleteCourseResponse)
  ACADEMY_RAW_RPC(rpc_.executor(), ListPublicCourses, v1::ListPublicCoursesRequest)
  ACADEMY_RPC(rpc_.executor(), BatchGetCourses, v1::BatchGetCoursesRequest, v1::BatchGetCoursesResponse)

 private:
  absl::StatusOr<grpc::ByteBuffer> ListCourses(const Caller& caller, const v1::ListCoursesRequest& request);
  absl::StatusOr<v1::GetCourseResponse> GetCourse(const Caller& caller, const v1::GetCourseRequest& request);
  absl::StatusOr<Positioned<v1::CreateCourseResponse>> CreateCourse(const Caller& caller,
                                                                    const v1::CreateCourseRequest& request);
  absl::StatusOr<Positioned<v1::UpdateCourseResponse>> UpdateCourse(const Caller& caller,
                                                                    const v1::UpdateCourseRequest& request);
  absl::StatusOr<Positioned<v1::SetPartVideoResponse>> SetPartVideo(const Caller& caller,
                                                                    const v1::SetPartVideoRequest& request);
  absl::StatusOr<Positioned<v1::UpdateCourseImageResponse>> UpdateCourseImage(
      const Caller& caller, const v1::UpdateCourseImageRequest& request);
  absl::StatusOr<Positioned<v1::DeleteCourseResponse>> DeleteCourse(const Caller& caller,
                                                                    const v1::DeleteCourseRequest& request);
  absl::StatusOr<grpc::ByteBuffer> ListPublicCourses(const Caller& caller, const v1::ListPublicCoursesRequest& request);
  absl::StatusOr<v1::BatchGetCoursesResponse> BatchGetCourses(const Caller& caller,
                                                              const v1::BatchGetCoursesRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
  CourseList& list_;
  PublicCourseList& public_list_;
  PictureStore& pictures_;
  Sweeper& sweeper_;
};

}  // namespace academy::catalog
