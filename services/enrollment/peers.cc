#include "services/enrollment/peers.h"

#include <grpcpp/client_context.h>

#include <iterator>
#include <utility>

#include "absl/time/time.h"
#include "services/common/log.h"
#include "services/common/rpc/channel.h"
#include "services/common/rpc/grpc_status.h"
#include "services/common/status.h"
#include "services/enrollment/errors.h"

namespace academy::enrollment {
namespace {

// Shorter than the edge waits for us.
constexpr absl::Duration kTimeout = absl::Seconds(1);
// A healthy peer answers some calls in this time.
constexpr absl::Duration kPlaceTimeout = absl::Milliseconds(50);
// A connection may have ended with a peer that is back by now. Longer than opening a new one takes, and no longer: who
// asks is better told at once.
constexpr absl::Duration kComeBack = absl::Milliseconds(30);

// What a failed call means to our own caller, who knows nothing of peers.
absl::Status Translate(const grpc::Status& status, const char* peer) {
  // A detail shows that the peer itself answered; without one the transport failed, and its words name sockets.
  bool answered = !status.error_details().empty();
  switch (status.error_code()) {
    case grpc::StatusCode::UNAVAILABLE:
      if (answered) return FromGrpc(status);
      LogWarning("peer unavailable", {{"peer", peer}, {"error", status.error_message()}});
      return WithRetryAfter(Error(absl::StatusCode::kUnavailable, std::string(peer) + "_unavailable",
                                  "The service is not available now, please try again"),
                            1);
    case grpc::StatusCode::DEADLINE_EXCEEDED:
      return Error(absl::StatusCode::kDeadlineExceeded, "timeout", "The service is too slow now, please try again");
    // What our caller sent was passed on as it is.
    case grpc::StatusCode::INVALID_ARGUMENT:
    case grpc::StatusCode::RESOURCE_EXHAUSTED:
      if (answered) return FromGrpc(status);
      break;
    default:
      break;
  }
  LogError("peer failed",
           {{"peer", peer}, {"code", static_cast<int>(status.error_code())}, {"error", status.error_message()}});
  return Error(absl::StatusCode::kInternal, "internal", "There are a system error, please try again later");
}

// One read. A peer that cannot be reached is tried once more over a fresh connection.
template <typename Call>
absl::Status Read(const char* peer, HangGuard& guard, const std::string& credential, const Caller& caller, Call call) {
  if (!guard.Enter()) {
    return Translate(grpc::Status(grpc::StatusCode::UNAVAILABLE, "it hangs"), peer);
  }
  CallIdentity identity{.credential = credential, .caller = {}};
  identity.caller.kind = CallerKind::kService;
  identity.caller.id = "enrollment";
  identity.caller.request_id = caller.request_id;

  grpc::ClientContext first;
  PrepareContext(first, identity, kTimeout);
  grpc::Status status = call(first);
  guard.Leave(status.error_code() != grpc::StatusCode::DEADLINE_EXCEEDED);
  if (status.ok()) return absl::OkStatus();
  if (status.error_code() == grpc::StatusCode::UNAVAILABLE && status.error_details().empty()) {
    grpc::ClientContext second;
    PrepareContext(second, identity, kComeBack);
    second.set_wait_for_ready(true);
    grpc::Status again = call(second);
    if (again.ok()) return absl::OkStatus();
    if (again.error_code() != grpc::StatusCode::DEADLINE_EXCEEDED) status = again;
  }
  return Translate(status, peer);
}

template <typename Repeated>
auto Take(Repeated& repeated) {
  return std::vector<typename Repeated::value_type>(std::make_move_iterator(repeated.begin()),
                                                    std::make_move_iterator(repeated.end()));
}

}  // namespace

bool HangGuard::Enter() {
  absl::MutexLock lock(&mutex_);
  if (!mutex_.AwaitWithTimeout(absl::Condition(this, &HangGuard::Decided), kPlaceTimeout)) return false;
  if (hangs_ && inside_ > 0) return false;
  ++inside_;
  return true;
}

void HangGuard::Leave(bool answered) {
  absl::MutexLock lock(&mutex_);
  hangs_ = !answered;
  --inside_;
}

AuthClient::AuthClient(const std::shared_ptr<grpc::Channel>& channel, std::string credential, size_t threads)
    : learners_(auth::v1::Learners::NewStub(channel)), credential_(std::move(credential)), guard_(threads) {}

absl::StatusOr<std::vector<auth::v1::Learner>> AuthClient::Get(const Caller& caller,
                                                               const auth::v1::BatchGetLearnersRequest& request) {
  auth::v1::BatchGetLearnersResponse response;
  RETURN_IF_ERROR(Read("auth", guard_, credential_, caller, [&](grpc::ClientContext& context) {
    return learners_->BatchGetLearners(&context, request, &response);
  }));
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
  RETURN_IF_ERROR(Read("auth", guard_, credential_, caller, [&](grpc::ClientContext& context) {
    return learners_->ListLearnerIds(&context, request, &response);
  }));
  return Take(*response.mutable_ids());
}

absl::StatusOr<std::vector<auth::v1::FindLearnersByEmailResponse::Row>> AuthClient::FindByEmail(
    const Caller& caller, const std::vector<std::string>& emails) {
  if (emails.empty()) return std::vector<auth::v1::FindLearnersByEmailResponse::Row>();
  auth::v1::FindLearnersByEmailRequest request;
  request.mutable_emails()->Assign(emails.begin(), emails.end());
  auth::v1::FindLearnersByEmailResponse response;
  RETURN_IF_ERROR(Read("auth", guard_, credential_, caller, [&](grpc::ClientContext& context) {
    return learners_->FindLearnersByEmail(&context, request, &response);
  }));
  if (response.rows_size() != request.emails_size()) return absl::InternalError("auth answered for other addresses");
  return Take(*response.mutable_rows());
}

CatalogClient::CatalogClient(const std::shared_ptr<grpc::Channel>& channel, std::string credential, size_t threads)
    : courses_(catalog::v1::Courses::NewStub(channel)),
      media_(catalog::v1::Media::NewStub(channel)),
      credential_(std::move(credential)),
      guard_(threads) {}

absl::StatusOr<std::vector<catalog::v1::Course>> CatalogClient::Get(
    const Caller& caller, const catalog::v1::BatchGetCoursesRequest& request) {
  catalog::v1::BatchGetCoursesResponse response;
  RETURN_IF_ERROR(Read("catalog", guard_, credential_, caller, [&](grpc::ClientContext& context) {
    return courses_->BatchGetCourses(&context, request, &response);
  }));
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
  if (courses.empty()) return CourseNotFound(id);
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
  RETURN_IF_ERROR(Read("catalog", guard_, credential_, caller, [&](grpc::ClientContext& context) {
    return media_->BatchGetPlayback(&context, request, &response);
  }));
  return Take(*response.mutable_playback());
}

}  // namespace academy::enrollment
