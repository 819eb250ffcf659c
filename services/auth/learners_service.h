// What managers do to learners, and what other services ask about them.
//
// Thread-safe. What managers see and end of learners' sessions is in learner_sessions.cc, what they change of one or of
// many learners without a look at the profile in learner_changes.cc, what other services ask in learner_batches.cc,
// files of accounts in learner_import.cc.
#pragma once

#include "academy/auth/v1/learners.grpc.pb.h"
#include "services/auth/all_learners.h"
#include "services/auth/learner_store.h"
#include "services/auth/parts.h"
#include "services/common/db/database.h"
#include "services/common/rpc/handler.h"
#include "services/common/rpc/plain_rpc.h"

namespace academy::auth {

class LearnersService final : public v1::Learners::WithRawCallbackMethod_FetchUsers<v1::Learners::CallbackService> {
 public:
  explicit LearnersService(const Parts& parts)
      : parts_(parts),
        all_learners_(parts.database, parts.online),
        rpc_(parts.rpc),
        hashing_(parts.hashing),
        imports_(parts.imports) {}

  ACADEMY_PLAIN_RPC(Queued, FetchUsers, v1::FetchUsersRequest)
  ACADEMY_RPC(Queued, FetchUser, v1::FetchUserRequest, v1::FetchUserResponse)
  AUTH_RPC_ON(hashing_, CreateUser, v1::CreateUserRequest, v1::CreateUserResponse)
  AUTH_RPC_ON(request->password().empty() ? rpc_ : hashing_, UpdateUser, v1::UpdateUserRequest, v1::UpdateUserResponse)
  AUTH_RPC_ON(hashing_, UpdateUserPassword, v1::UpdateUserPasswordRequest, v1::UpdateUserPasswordResponse)
  ACADEMY_RPC(Queued, UpdateActivation, v1::UpdateActivationRequest, v1::UpdateActivationResponse)
  ACADEMY_RPC(Queued, RemoveUser, v1::RemoveUserRequest, v1::RemoveUserResponse)
  ACADEMY_RPC(Queued, FetchUserSessions, v1::FetchUserSessionsRequest, v1::FetchUserSessionsResponse)
  ACADEMY_RPC(Queued, SignOutUser, v1::SignOutUserRequest, v1::SignOutUserResponse)
  ACADEMY_RPC(Queued, FetchUserBank, v1::FetchUserBankRequest, v1::FetchUserBankResponse)
  ACADEMY_RPC(Queued, BulkChangeUsers, v1::BulkChangeUsersRequest, v1::BulkChangeUsersResponse)
  AUTH_RPC_ON(imports_, ImportLearners, v1::ImportLearnersRequest, v1::ImportLearnersResponse)
  ACADEMY_RPC(Queued, BatchGetLearners, v1::BatchGetLearnersRequest, v1::BatchGetLearnersResponse)
  ACADEMY_RPC(Queued, ListLearnerIds, v1::ListLearnerIdsRequest, v1::ListLearnerIdsResponse)
  ACADEMY_RPC(Queued, FindLearnersByEmail, v1::FindLearnersByEmailRequest, v1::FindLearnersByEmailResponse)
  ACADEMY_RPC(Inline, ReportOnline, v1::ReportOnlineRequest, v1::ReportOnlineResponse)

 private:
  // A serialized FetchUsersResponse.
  absl::StatusOr<grpc::ByteBuffer> FetchUsers(const Caller& caller, const v1::FetchUsersRequest& request);
  absl::StatusOr<v1::FetchUserResponse> FetchUser(const Caller& caller, const v1::FetchUserRequest& request);
  absl::StatusOr<v1::CreateUserResponse> CreateUser(const Caller& caller, const v1::CreateUserRequest& request);
  absl::StatusOr<Positioned<v1::UpdateUserResponse>> UpdateUser(const Caller& caller,
                                                                const v1::UpdateUserRequest& request);
  absl::StatusOr<Positioned<v1::UpdateUserPasswordResponse>> UpdateUserPassword(
      const Caller& caller, const v1::UpdateUserPasswordRequest& request);
  absl::StatusOr<Positioned<v1::UpdateActivationResponse>> UpdateActivation(const Caller& caller,
                                                                            const v1::UpdateActivationRequest& request);
  absl::StatusOr<Positioned<v1::RemoveUserResponse>> RemoveUser(const Caller& caller,
                                                                const v1::RemoveUserRequest& request);
  absl::StatusOr<v1::FetchUserSessionsResponse> FetchUserSessions(const Caller& caller,
                                                                  const v1::FetchUserSessionsRequest& request);
  absl::StatusOr<Positioned<v1::SignOutUserResponse>> SignOutUser(const Caller& caller,
                                                                  const v1::SignOutUserRequest& request);
  absl::StatusOr<v1::FetchUserBankResponse> FetchUserBank(const Caller& caller,
                                                          const v1::FetchUserBankRequest& request);
  absl::StatusOr<Positioned<v1::BulkChangeUsersResponse>> BulkChangeUsers(const Caller& caller,
                                                                          const v1::BulkChangeUsersRequest& request);
  absl::StatusOr<v1::ImportLearnersResponse> ImportLearners(const Caller& caller,
                                                            const v1::ImportLearnersRequest& request);
  absl::StatusOr<v1::BatchGetLearnersResponse> BatchGetLearners(const Caller& caller,
                                                                const v1::BatchGetLearnersRequest& request);
  absl::StatusOr<v1::ListLearnerIdsResponse> ListLearnerIds(const Caller& caller,
                                                            const v1::ListLearnerIdsRequest& request);
  absl::StatusOr<v1::FindLearnersByEmailResponse> FindLearnersByEmail(const Caller& caller,
                                                                      const v1::FindLearnersByEmailRequest& request);
  absl::StatusOr<v1::ReportOnlineResponse> ReportOnline(const Caller& caller, const v1::ReportOnlineRequest& request);

  // Each changes one learner in its caller's transaction, adds what the audit trail is to tell of it, and returns the
  // feed's position after its events; 0 where it was so before.
  int64_t SetActive(Transaction& tx, LearnerRecord& learner, bool active, std::vector<AuditEntry>& told);
  int64_t Remove(Transaction& tx, const LearnerRecord& learner, std::vector<AuditEntry>& told);
  int64_t SignOut(Transaction& tx, const LearnerRecord& learner, std::vector<AuditEntry>& told);

  const Parts& parts_;
  AllLearners all_learners_;
  RpcHandler& rpc_;
  RpcHandler& hashing_;
  RpcHandler& imports_;
};

}  // namespace academy::auth
