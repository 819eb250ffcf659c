#include "services/presence/presence_service.h"

#include <utility>

#include "services/platform/audit/audit_event.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/rpc/grpc_status.h"
#include "services/presence/errors.h"

namespace academy::presence {
namespace {

using AttachReactor = grpc::ServerBidiReactor<v1::AttachRequest, v1::AttachResponse>;

// One edge's Attach call. Deletes itself when the call is over.
class AttachStream final : public AttachReactor, public Attachments::Stream {
 public:
  explicit AttachStream(Attachments& attachments) : attachments_(attachments) {
    attachments_.Add(this);
    StartRead(&request_);
  }

  // Attachments calls both with its lock held.
  void Send(Attachments::Response response) override {
    if (ended_) return;
    response_ = std::move(response);
    StartWrite(response_.get());
  }
  void End(const absl::Status& status) override {
    if (!std::exchange(ended_, true)) Finish(ToGrpc(status));
  }

  void OnReadDone(bool ok) override {
    // The edge has closed its side or disconnected.
    if (!ok) return attachments_.End(this, absl::OkStatus());
    if (absl::Status status = attachments_.Receive(this, request_); !status.ok()) {
      return attachments_.End(this, status);
    }
    StartRead(&request_);
  }
  void OnWriteDone(bool ok) override {
    if (!ok) return attachments_.End(this, absl::CancelledError("the edge disconnected"));
    attachments_.OnSent(this);
  }
  void OnCancel() override { attachments_.End(this, absl::CancelledError("cancelled")); }
  void OnDone() override {
    attachments_.Remove(this);
    delete this;
  }

 private:
  Attachments& attachments_;
  v1::AttachRequest request_;
  Attachments::Response response_;
  bool ended_ = false;
};

// A call that is refused at once.
class RefusedStream final : public AttachReactor {
 public:
  explicit RefusedStream(const absl::Status& status) { Finish(ToGrpc(status)); }
  void OnDone() override { delete this; }
};

absl::Status ValidateStatus(const v1::UpdateStatusRequest& request) {
  if (request.status() == "online" || request.status() == "offline") return absl::OkStatus();
  return ValidationError({{"status", "invalid", "Status must be online or offline"}});
}

}  // namespace

PresenceService::PresenceService(RpcHandler& rpc, Attachments& attachments, const std::shared_ptr<grpc::Channel>& auth,
                                 const Clock& clock)
    : rpc_(rpc),
      attachments_(attachments),
      clock_(clock),
      auth_({.name = "auth", .caller = "presence"}),
      learners_(auth),
      sessions_(auth) {}

AttachReactor* PresenceService::Attach(grpc::CallbackServerContext* context) {
  static const RpcMethod rpc = FindRpcMethod(v1::AttachRequest::descriptor(), "Attach");
  absl::StatusOr<Caller> caller = rpc_.CallerOf(*context, rpc);
  if (!caller.ok()) return new RefusedStream(caller.status());
  return new AttachStream(attachments_);
}

absl::StatusOr<v1::UpdateStatusResponse> PresenceService::UpdateStatus(const Caller& caller,
                                                                       const v1::UpdateStatusRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(ValidateStatus(request));
  ASSIGN_OR_RETURN(auth::v1::Learner learner, GetLearner(caller, request.learner_id()));
  // `online` needs no action: connections report it themselves.
  if (request.status() == "offline") RETURN_IF_ERROR(SignOut(caller, learner));
  v1::UpdateStatusResponse response;
  response.set_message("Updated Successfully");
  return response;
}

absl::StatusOr<v1::ListOnlineResponse> PresenceService::ListOnline(const Caller& caller,
                                                                   const v1::ListOnlineRequest& request) {
  RETURN_IF_ERROR(RequireManagerOrService(caller));
  v1::ListOnlineResponse response;
  response.set_message("OK");
  for (OnlineLearner& learner : attachments_.Online()) response.add_learner_ids(std::move(learner.id));
  return response;
}

absl::StatusOr<auth::v1::Learner> PresenceService::GetLearner(const Caller& caller, const std::string& learner_id) {
  auth::v1::BatchGetLearnersRequest request;
  request.add_ids(learner_id);
  auth::v1::BatchGetLearnersResponse response;
  RETURN_IF_ERROR(auth_.Call(
      caller, [&](grpc::ClientContext& context) { return learners_.BatchGetLearners(&context, request, &response); }));
  if (response.learners().empty()) return error::LearnerNotFound();
  return response.learners(0);
}

// By way of auth's feed, so that every presence pushes: this one may lack the edge of a connection, or end meanwhile.
absl::Status PresenceService::SignOut(const Caller& caller, const auth::v1::Learner& learner) {
  auth::v1::SignOutLiveRequest request;
  AuditEntry entry{.action = "learner.live_signed_out",
                   .subject = {.kind = "learner", .id = learner.id(), .name = learner.fullname()}};
  *request.mutable_event() = MakeAuditEvent(caller, std::move(entry), clock_.Now());
  if (!caller.idempotency_key.empty()) {
    // The same for each repetition, so that auth skips it.
    request.mutable_event()->set_id(
        Hex(Sha256(caller.id + "\n" + caller.idempotency_key + "\n" + learner.id())).substr(0, 32));
  }
  auth::v1::SignOutLiveResponse response;
  return auth_.Call(caller,
                    [&](grpc::ClientContext& context) { return sessions_.SignOutLive(&context, request, &response); });
}

}  // namespace academy::presence
