// The outbox shown to developers and in demonstrations.
//
// Thread-safe.
#pragma once

#include "academy/auth/v1/mailbox.grpc.pb.h"
#include "services/auth/parts.h"
#include "services/common/rpc/handler.h"

namespace academy::auth {

class MailboxService final : public v1::Mailbox::CallbackService {
 public:
  // Closed unless `open`: mails hold tokens and codes.
  MailboxService(const Parts& parts, bool open) : parts_(parts), rpc_(parts.rpc), open_(open) {}

  ACADEMY_RPC(Queued, ListMails, v1::ListMailsRequest, v1::ListMailsResponse)

 private:
  absl::StatusOr<v1::ListMailsResponse> ListMails(const Caller& caller, const v1::ListMailsRequest& request);

  const Parts& parts_;
  RpcHandler& rpc_;
  const bool open_;
};

}  // namespace academy::auth
