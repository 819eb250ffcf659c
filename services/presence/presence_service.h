// The presence service's RPCs. Thread-safe.
#pragma once

#include <string>

#include "academy/auth/v1/audit.grpc.pb.h"
#include "academy/auth/v1/learners.grpc.pb.h"
#include "academy/presence/v1/presence.grpc.pb.h"
#include "services/common/executor.h"
#include "services/common/rpc/channel.h"
#include "services/common/rpc/handler.h"
#include "services/presence/attachments.h"

namespace academy::presence {

class PresenceService final : public v1::Presence::CallbackService {
 public:
  // `learners` and `audit` are auth's stubs. All references must outlive the service.
  PresenceService(Attachments& attachments, auth::v1::Learners::StubInterface& learners,
                  auth::v1::Audit::StubInterface& audit, Executor& executor, std::string credential,
                  Metrics* metrics = nullptr);

  grpc::ServerBidiReactor<v1::AttachRequest, v1::AttachResponse>* Attach(grpc::CallbackServerContext* context) override;
  ACADEMY_RPC(Queued, UpdateStatus, v1::UpdateStatusRequest, v1::UpdateStatusResponse)
  ACADEMY_RPC(Inline, ListOnline, v1::ListOnlineRequest, v1::ListOnlineResponse)

 private:
  absl::StatusOr<v1::UpdateStatusResponse> UpdateStatus(const Caller& caller, const v1::UpdateStatusRequest& request);
  absl::StatusOr<v1::ListOnlineResponse> ListOnline(const Caller& caller, const v1::ListOnlineRequest& request);
  // The learner as auth knows it. NOT_FOUND user_not_found.
  absl::StatusOr<auth::v1::Learner> GetLearner(const std::string& learner_id);
  absl::Status RecordSignOut(const Caller& caller, const auth::v1::Learner& learner);

  Attachments& attachments_;
  auth::v1::Learners::StubInterface& learners_;
  auth::v1::Audit::StubInterface& audit_;
  const CallIdentity identity_;
  RpcHandler rpc_;
};

}  // namespace academy::presence
