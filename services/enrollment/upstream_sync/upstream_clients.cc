#include "services/enrollment/upstream_sync/upstream_clients.h"

#include <grpcpp/client_context.h>

#include <iterator>
#include <utility>

#include "services/enrollment/errors.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

template <typename Repeated>
auto Take(Repeated& repeated) {
  return std::vector<typename Repeated::value_type>(std::make_move_iterator(repeated.begin()),
                                                    std::make_move_iterator(repeated.end()));
}

}  // namespace

AuthClient::AuthClient(const std::shared_ptr<grpc::Channel>& channel, std::string credential, size_t threads)
    : learners_(channel),
      auth_({.name = "auth", .caller = "enrollment", .credential = std::move(credential), .max_in_flight = threads}) {}

absl::StatusOr<std::vector<auth::v1::Learner>> AuthClient::Get(const Caller& caller,
                                                               const auth::v1::BatchGetLearnersRequest& request) {
  auth::v1::BatchGetLearnersResponse response;
  RETURN_IF_ERROR(auth_.Call(
      caller, [&](grpc::ClientContext& context) { return learners_.BatchGetLearners(&context, request, &response); }));
  return Take(*response.mutable_learners());
}

absl::StatusOr<std::vector<auth::v1::Learner>> AuthClient::GetLearners(const Caller& caller,
                                                                       const std::vector<std::string>& ids) {
  if (ids.empty()) return std::vector<auth::v1::Learner>();
  auth::v1::BatchGetLearnersRequest request;
  request.mutable_ids()->Assign(ids.begin(), ids.end());
  return Get(caller, request);
}

absl::StatusOr<std::vector<auth::v1::Learner>> AuthClient::AllLearners(const Caller& caller) {
  auth::v1::BatchGetLearnersRequest request;
  request.set_all(true);
  return Get(caller, request);
}

absl::StatusOr<std::vector<std::string>> AuthClient::ListIds(const Caller& caller, const LearnerFilter& filter) {
  auth::v1::ListLearnerIdsRequest request;
  request.set_search(filter.search);
  request.set_sort(filter.sort);
  if (filter.active.has_value()) request.set_active(*filter.active);
  auth::v1::ListLearnerIdsResponse response;
  RETURN_IF_ERROR(auth_.Call(
      caller, [&](grpc::ClientContext& context) { return learners_.ListLearnerIds(&context, request, &response); }));
  return Take(*response.mutable_ids());
}

absl::StatusOr<std::vector<auth::v1::FindLearnersByEmailResponse::Row>> AuthClient::FindByEmail(
    const Caller& caller, const std::vector<std::string>& emails) {
  if (emails.empty()) return std::vector<auth::v1::FindLearnersByEmailResponse::Row>();
  auth::v1::FindLearnersByEmailRequest request;
  request.mutable_emails()->Assign(emails.begin(), emails.end());
  auth::v1::FindLearnersByEmailResponse response;
  RETURN_IF_ERROR(auth_.Call(caller, [&](grpc::ClientContext& context) {
    return learners_.FindLearnersByEmail(&context, request, &response);
  }));
  if (response.rows_size() != request.emails_size()) return absl::InternalError("auth answered for other addresses");
  return Take(*response.mutable_rows());
}

CatalogClient::CatalogClient(const std::shared_ptr<grpc::Channel>& channel, std::string credential, size_t threads)
    : courses_(channel),
      media_(channel),
      catalog_(
          {.name = "catalog", .caller = "enrollment", .credential = std::move(credential), .max_in_flight = threads}) {}

absl::StatusOr<std::vector<catalog::v1::Course>> CatalogClient::Get(
    const Caller& caller, const catalog::v1::BatchGetCoursesRequest& request) {
  catalog::v1::BatchGetCoursesResponse response;
  RETURN_IF_ERROR(catalog_.Call(
      caller, [&](grpc::ClientContext& context) { return courses_.BatchGetCourses(&context, request, &response); }));
  return Take(*response.mutable_courses());
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
  request.set_all(true);
  request.set_search(search);
  request.set_sort(sort);
  return Get(caller, request);
}

absl::StatusOr<std::vector<catalog::v1::BatchGetPlaybackResponse::Playback>> CatalogClient::GetPlayback(
    const Caller& caller, const std::vector<std::string>& asset_ids) {
  if (asset_ids.empty()) return std::vector<catalog::v1::BatchGetPlaybackResponse::Playback>();
  catalog::v1::BatchGetPlaybackRequest request;
  request.mutable_asset_ids()->Assign(asset_ids.begin(), asset_ids.end());
  catalog::v1::BatchGetPlaybackResponse response;
  RETURN_IF_ERROR(catalog_.Call(
      caller, [&](grpc::ClientContext& context) { return media_.BatchGetPlayback(&context, request, &response); }));
  return Take(*response.mutable_playback());
}

}  // namespace academy::enrollment
