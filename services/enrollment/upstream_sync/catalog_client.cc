#include "services/enrollment/upstream_sync/catalog_client.h"

#include <grpcpp/client_context.h>

#include <utility>

#include "services/enrollment/errors.h"
#include "services/enrollment/upstream_sync/take_all.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

// Courses in a message, which catalog ends sooner if they are large.
constexpr int kPage = 500;

}  // namespace

CatalogClient::CatalogClient(const std::shared_ptr<grpc::Channel>& channel, size_t max_in_flight)
    : courses_(channel),
      playback_(channel),
      catalog_({.name = "catalog", .caller = "enrollment", .max_in_flight = max_in_flight}) {}

absl::StatusOr<std::vector<catalog::v1::Course>> CatalogClient::Get(
    const Caller& caller, const catalog::v1::BatchGetCoursesRequest& request) {
  catalog::v1::BatchGetCoursesResponse response;
  RETURN_IF_ERROR(catalog_.Call(
      caller, [&](grpc::ClientContext& context) { return courses_.BatchGetCourses(&context, request, &response); }));
  return TakeAll(*response.mutable_courses());
}

absl::StatusOr<std::vector<catalog::v1::Course>> CatalogClient::GetCourses(const Caller& caller,
                                                                           const std::vector<std::string>& ids) {
  if (ids.empty()) return std::vector<catalog::v1::Course>();
  catalog::v1::BatchGetCoursesRequest request;
  request.mutable_ids()->Assign(ids.begin(), ids.end());
  return Get(caller, request);
}

absl::StatusOr<catalog::v1::Course> CatalogClient::GetCourse(const Caller& caller, const std::string& id) {
  ASSIGN_OR_RETURN(std::vector<catalog::v1::Course> courses, GetCourses(caller, {id}));
  if (courses.empty()) return error::CourseNotFound(id);
  return std::move(courses.front());
}

absl::StatusOr<std::vector<catalog::v1::Course>> CatalogClient::AllCourses(const Caller& caller,
                                                                           const std::string& search,
                                                                           const std::string& sort) {
  catalog::v1::BatchGetCoursesRequest request;
  request.set_search(search);
  request.set_sort(sort);
  std::vector<catalog::v1::Course> courses;
  RETURN_IF_ERROR(VisitPages(caller, std::move(request), [&](catalog::v1::BatchGetCoursesResponse& page) {
    for (catalog::v1::Course& course : *page.mutable_courses()) courses.push_back(std::move(course));
  }));
  return courses;
}

absl::Status CatalogClient::VisitPages(const Caller& caller, catalog::v1::BatchGetCoursesRequest request,
                                       absl::FunctionRef<void(catalog::v1::BatchGetCoursesResponse&)> visit) {
  request.set_all(true);
  request.set_limit(kPage);
  while (true) {
    catalog::v1::BatchGetCoursesResponse response;
    RETURN_IF_ERROR(catalog_.Call(
        caller, [&](grpc::ClientContext& context) { return courses_.BatchGetCourses(&context, request, &response); }));
    visit(response);
    if (!response.has_next_cursor()) return absl::OkStatus();
    request.set_cursor(response.next_cursor());
    request.set_binned(false);
  }
}

absl::StatusOr<ListedIds> CatalogClient::ListAllIds(const Caller& caller) {
  catalog::v1::BatchGetCoursesRequest request;
  request.set_binned(true);
  ListedIds listed;
  // By their creation, so that no change moves one to a page that was read.
  RETURN_IF_ERROR(VisitPages(caller, std::move(request), [&](catalog::v1::BatchGetCoursesResponse& page) {
    for (std::string& id : TakeAll(*page.mutable_binned_ids())) listed.binned.push_back(std::move(id));
    for (catalog::v1::Course& course : *page.mutable_courses()) listed.ids.push_back(std::move(*course.mutable_id()));
  }));
  return listed;
}

absl::StatusOr<std::vector<catalog::v1::BatchGetPlaybackResponse::Playback>> CatalogClient::GetPlayback(
    const Caller& caller, const std::vector<std::string>& asset_ids) {
  if (asset_ids.empty()) return std::vector<catalog::v1::BatchGetPlaybackResponse::Playback>();
  catalog::v1::BatchGetPlaybackRequest request;
  request.mutable_asset_ids()->Assign(asset_ids.begin(), asset_ids.end());
  catalog::v1::BatchGetPlaybackResponse response;
  RETURN_IF_ERROR(catalog_.Call(
      caller, [&](grpc::ClientContext& context) { return playback_.BatchGetPlayback(&context, request, &response); }));
  return TakeAll(*response.mutable_playback());
}

}  // namespace academy::enrollment
