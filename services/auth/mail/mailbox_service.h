// The outbox: the state of each mail, for managers, and the mails' texts, for development and demonstrations.
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
  // ListMails is refused unless `open`, because texts hold tokens and codes. `sends` says whether a mail server is
  // known.
  MailboxService(const Deps& deps, bool open, bool sends) : deps_(deps), rpc_(deps.rpc), open_(open), sends_(sends) {}

  ACADEMY_RPC(rpc_.executor(), ListDeliveries, v1::ListDeliveriesRequest, v1::ListDeliveriesResponse)
  ACADEMY_RPC(rpc_.executor(), ResendMail, v1::ResendMailRequest, v1::ResendMailResponse)
  ACADEMY_RPC(rpc_.executor(), SendTestMail, v1::SendTestMailRequest, v1::SendTestMailResponse)
  ACADEMY_RPC(rpc_.executor(), ListMails, v1::ListMailsRequest, v1::ListMailsResponse)

 private:
  absl::StatusOr<v1::ListDeliveriesResponse> ListDeliveries(const Caller& caller,
                                                            const v1::ListDeliveriesRequest& request);
  absl::StatusOr<v1::ResendMailResponse> ResendMail(const Caller& caller, const v1::ResendMailRequest& request);
  absl::StatusOr<v1::SendTestMailResponse> SendTestMail(const Caller& caller, const v1::SendTestMailRequest& request);
  absl::StatusOr<v1::ListMailsResponse> ListMails(const Caller& caller, const v1::ListMailsRequest& request);

  // Sends `mail` again and returns the mail that is sent in its place. `learner` is its recipient, if that learner
  // still exists.
  absl::StatusOr<MailRecord> Repeat(Transaction& tx, const MailRecord& mail,
                                    const std::optional<LearnerRecord>& learner);

  const Deps& deps_;
  RpcHandler& rpc_;
  const bool open_;
  const bool sends_;
};

}  // namespace academy::auth
