// GET /dev/mail: the outbox to look at, where no mail server is set. Only with --dev-mail.
//
// Thread-safe.
#pragma once

#include <memory>
#include <string>

#include "academy/auth/v1/mailbox.grpc.pb.h"
#include "edge/http/exchange.h"
#include "services/common/rpc/channel.h"

namespace academy::edge {

// A page of the newest mails with links to follow; JSON where the client asks for it by Accept.
void AnswerDevMail(auth::v1::Mailbox::Stub& mailbox, const CallIdentity& identity,
                   const std::shared_ptr<http::Exchange>& exchange);

}  // namespace academy::edge
