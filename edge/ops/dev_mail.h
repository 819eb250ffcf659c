// GET /dev/mail: shows the mail outbox when no mail server is configured. Only with --dev-mail.
//
// Thread-safe.
#pragma once

#include <grpcpp/channel.h>

#include <memory>

#include "edge/http/exchange.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {

// Answers with a page of the newest mails, their links clickable, or with JSON if Accept asks for it. `channel` is the
// channel to auth.
void ServeDevMail(const std::shared_ptr<grpc::Channel>& channel, const CallIdentity& identity,
                  const std::shared_ptr<http::Exchange>& exchange);

}  // namespace academy::edge
