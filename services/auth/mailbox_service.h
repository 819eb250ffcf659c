// The outbox for managers: what became of each mail; and its texts, for developers and in demonstrations.
//
// Thread-safe.
#pragma once

#include <optional>
#include <string>

#include "academy/auth/v1/mailbox.grpc.pb.h"
#include "services/auth/learner_store.h"
#include "services/auth/mail_store.h"
#include "services/auth/parts.h"
#include "services/common/rpc/handler.h"

namespace academy::auth {

class MailboxService final : public v1::Mailbox::CallbackService {
 public:
  // ListMails is closed unless `open`: texts hold tokens and codes.
  MailboxService(const Parts& parts, bool open) : parts_(parts), rpc_(parts.rpc), open_(open) {}

  ACADEMY_RPC(Queued, FetchMails, v1::FetchMailsRequest, v1::FetchMailsResponse)
  ACADEMY_RPC(Queued, SendMailAgain, v1::SendMailAgainRequest, v1::SendMailAgainResponse)
  ACADEMY_RPC(Queued, ListMails, v1::ListMailsRequest, v1::ListMailsResponse)

 private:
  absl::StatusOr<v1::FetchMailsResponse> FetchMails(const Caller& caller, const v1::FetchMailsRequest& request);
  absl::StatusOr<v1::SendMailAgainResponse> SendMailAgain(const Caller& caller,
                                                          const v1::SendMailAgainRequest& request);
  absl::StatusOr<v1::ListMailsResponse> ListMails(const Caller& caller, const v1::ListMailsRequest& request);

  // Sends it again and says what goes out instead of it. `learner` is whom it is for, while there is one.
  absl::StatusOr<MailRecord> Repeat(Transaction& tx, const MailRecord& mail,
                                    const std::optional<LearnerRecord>& learner);

  const Parts& parts_;
  RpcHandler& rpc_;
  const bool open_;
};

}  // namespace academy::auth
