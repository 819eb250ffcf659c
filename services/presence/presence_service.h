// The presence service's RPCs. Thread-safe.
#pragma once

#include <grpcpp/channel.h>

#include <memory>
#include <string>

#include "academy/auth/v1/learner_lookup.grpc.pb.h"
#include "academy/auth/v1/sessions.grpc.pb.h"
#include "academy/presence/v1/presence.grpc.pb.h"
#include "services/platform/base/clock.h"
#include "services/platform/rpc/handler.h"
#include "services/platform/upstream/upstream.h"
#include "services/presence/attachments.h"

namespace academy::presence {

class PresenceService final : public v1::Presence::CallbackService {
 public:
  // `auth` is the channel to auth. All references must outlive the service.
  PresenceService(RpcHandler& rpc, Attachments& attachments, const std::shared_ptr<grpc::Channel>& auth,
                  const Clock& clock);

  grpc::ServerBidiReactor<v1::AttachRequest, v1::AttachResponse>* Attach(grpc::CallbackServerContext* context) override;
  ACADEMY_RPC(rpc_.executor(), UpdateStatus, v1::UpdateStatusRequest, v1::UpdateStatusResponse)
  ACADEMY_RPC(kInline, ListOnline, v1::ListOnlineRequest, v1::ListOnlineResponse)

 private:
  absl::StatusOr<v1::UpdateStatusResponse> UpdateStatus(const Caller& caller, const v1::UpdateStatusRequest& request);
  absl::StatusOr<v1::ListOnlineResponse> ListOnline(const Caller& caller, const v1::ListOnlineRequest& request);
  // Loads the learner from auth. NOT_FOUND user_not_found.
  absl::StatusOr<auth::v1::Learner> GetLearner(const Caller& caller, const std::string& learner_id);
  absl::Status SignOut(const Caller& caller, const auth::v1::Learner& learner);

  RpcHandler& rpc_;
  Attachments& attachments_;
  const Clock& clock_;
  Upstream auth_;
  auth::v1::LearnerLookup::Stub learners_;
  auth::v1::Sessions::Stub sessions_;
};

}  // namespace academy::presence
