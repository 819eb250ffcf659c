// Visitors' messages to the academy.
//
// Thread-safe.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "academy/auth/v1/contact.grpc.pb.h"
#include "services/auth/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::auth {

class ContactService final : public v1::Contact::CallbackService {
 public:
  // `address` returns the address for messages, empty to refuse them; called for each message, on any thread.
  ContactService(const Deps& deps, std::function<std::string()> address)
      : deps_(deps), rpc_(deps.rpc), address_(std::move(address)) {}

  ACADEMY_RPC(deps_.visitors.For(Visit::Message(), *request), SendContactMessage, v1::SendContactMessageRequest,
              v1::SendContactMessageResponse)

 private:
  absl::StatusOr<v1::SendContactMessageResponse> SendContactMessage(const Caller& caller,
                                                                    const v1::SendContactMessageRequest& request,
                                                                    const BotProof& proof);

  const Deps& deps_;
  RpcHandler& rpc_;
  const std::function<std::string()> address_;
};

}  // namespace academy::auth
