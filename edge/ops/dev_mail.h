// GET /dev/mail: the outbox to look at, where no mail server is set. Only with --dev-mail.
//
// Thread-safe.
#pragma once

#include <grpcpp/channel.h>

#include <memory>

#include "edge/http/exchange.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {

// `channel` leads to auth. A page of the newest mails with links to follow; JSON where the client asks for it by
// Accept.
void ServeDevMail(const std::shared_ptr<grpc::Channel>& channel, const CallIdentity& identity,
                  const std::shared_ptr<http::Exchange>& exchange);

}  // namespace academy::edge
