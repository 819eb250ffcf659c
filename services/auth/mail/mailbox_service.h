// The outbox for managers: what became of each mail; and its texts, for developers and in demonstrations.
//
// Thread-safe.
#pragma once

#include <optional>
#include <string>

#include "academy/auth/v1/mailbox.grpc.pb.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/deps.h"
#include "services/auth/mail/mail_store.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class MailboxService final : public v1::Mailbox::CallbackService {
 public:
  // ListMails is closed unless `open`: texts hold tokens and codes.
  MailboxService(const Deps& deps, bool open) : deps_(deps), rpc_(deps.rpc), open_(open) {}

  ACADEMY_RPC(rpc_.executor(), ListDeliveries, v1::ListDeliveriesRequest, v1::ListDeliveriesResponse)
  ACADEMY_RPC(rpc_.executor(), ResendMail, v1::ResendMailRequest, v1::ResendMailResponse)
  ACADEMY_RPC(rpc_.executor(), ListMails, v1::ListMailsRequest, v1::ListMailsResponse)

 private:
  absl::StatusOr<v1::ListDeliveriesResponse> ListDeliveries(const Caller& caller,
                                                            const v1::ListDeliveriesRequest& request);
  absl::StatusOr<v1::ResendMailResponse> ResendMail(const Caller& caller, const v1::ResendMailRequest& request);
  absl::StatusOr<v1::ListMailsResponse> ListMails(const Caller& caller, const v1::ListMailsRequest& request);

  // Sends it again and says what goes out instead of it. `learner` is whom it is for, while there is one.
  absl::StatusOr<MailRecord> Repeat(Transaction& tx, const MailRecord& mail,
                                    const std::optional<LearnerRecord>& learner);

  const Deps& deps_;
  RpcHandler& rpc_;
  const bool open_;
};

}  // namespace academy::auth
