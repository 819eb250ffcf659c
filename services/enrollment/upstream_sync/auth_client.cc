#include "services/enrollment/upstream_sync/auth_client.h"

#include <grpcpp/client_context.h>

#include <utility>

#include "services/enrollment/upstream_sync/take_all.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {

AuthClient::AuthClient(const std::shared_ptr<grpc::Channel>& channel, size_t max_in_flight)
    : learners_(channel),
      site_(channel),
      auth_({.name = "auth", .caller = "enrollment", .max_in_flight = max_in_flight}) {}

absl::StatusOr<std::vector<auth::v1::Learner>> AuthClient::Get(const Caller& caller,
                                                               const auth::v1::BatchGetLearnersRequest& request) {
  auth::v1::BatchGetLearnersResponse response;
  RETURN_IF_ERROR(auth_.Call(
      caller, [&](grpc::ClientContext& context) { return learners_.BatchGetLearners(&context, request, &response); }));
  return TakeAll(*response.mutable_learners());
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

absl::StatusOr<auth::v1::ListLearnerIdsResponse> AuthClient::List(const Caller& caller, const LearnerFilter& filter,
                                                                  auth::v1::ListLearnerIdsRequest request) {
  request.set_search(filter.search);
  request.set_sort(filter.sort);
  if (filter.active.has_value()) request.set_active(*filter.active);
  auth::v1::ListLearnerIdsResponse response;
  RETURN_IF_ERROR(auth_.Call(
      caller, [&](grpc::ClientContext& context) { return learners_.ListLearnerIds(&context, request, &response); }));
  return response;
}

absl::StatusOr<IdPage> AuthClient::ListIds(const Caller& caller, const LearnerFilter& filter, const std::string& cursor,
                                           int limit) {
  auth::v1::ListLearnerIdsRequest request;
  request.set_limit(limit);
  request.set_cursor(cursor);
  ASSIGN_OR_RETURN(auth::v1::ListLearnerIdsResponse response, List(caller, filter, std::move(request)));
  IdPage page{
      .ids = TakeAll(*response.mutable_ids()), .total = response.total(), .total_at_least = response.total_at_least()};
  if (response.has_next_cursor()) page.next = response.next_cursor();
  return page;
}

absl::StatusOr<std::vector<std::string>> AuthClient::ListIdsAmong(const Caller& caller, const LearnerFilter& filter,
                                                                  const std::vector<std::string>& ids) {
  if (ids.empty()) return std::vector<std::string>();
  auth::v1::ListLearnerIdsRequest request;
  request.set_limit(static_cast<int>(ids.size()));
  request.mutable_among()->mutable_ids()->Assign(ids.begin(), ids.end());
  ASSIGN_OR_RETURN(auth::v1::ListLearnerIdsResponse response, List(caller, filter, std::move(request)));
  return TakeAll(*response.mutable_ids());
}

absl::StatusOr<CheckedIds> AuthClient::CheckIds(const Caller& caller, const std::vector<std::string>& ids) {
  auth::v1::CheckLearnerIdsRequest request;
  request.mutable_ids()->Assign(ids.begin(), ids.end());
  auth::v1::CheckLearnerIdsResponse response;
  RETURN_IF_ERROR(auth_.Call(
      caller, [&](grpc::ClientContext& context) { return learners_.CheckLearnerIds(&context, request, &response); }));
  return CheckedIds{.unknown = TakeAll(*response.mutable_unknown_ids()),
                    .binned = TakeAll(*response.mutable_binned_ids()),
                    .any = response.any()};
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
  return TakeAll(*response.mutable_rows());
}

absl::StatusOr<std::string> AuthClient::GetTimezone(const Caller& caller) {
  auth::v1::GetTimezoneResponse response;
  RETURN_IF_ERROR(auth_.Call(caller, [&](grpc::ClientContext& context) {
    grpc::Status status = site_.GetTimezone(&context, auth::v1::GetTimezoneRequest(), &response);
    return status.error_code() == grpc::StatusCode::UNIMPLEMENTED ? grpc::Status::OK : status;
  }));
  return response.timezone();
}

}  // namespace academy::enrollment
