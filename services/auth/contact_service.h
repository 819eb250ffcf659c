// Visitors' messages to the academy.
//
// Thread-safe.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "academy/auth/v1/contact.grpc.pb.h"
#include "services/auth/parts.h"
#include "services/common/rpc/handler.h"

namespace academy::auth {

class ContactService final : public v1::Contact::CallbackService {
 public:
  // `address` says where messages go, empty for nowhere; it is asked for each, on any thread.
  ContactService(const Parts& parts, std::function<std::string()> address)
      : parts_(parts), rpc_(parts.rpc), address_(std::move(address)) {}

  AUTH_VISITOR_RPC(Visit::Message(), SendContactMessage, v1::SendContactMessageRequest, v1::SendContactMessageResponse)

 private:
  absl::StatusOr<v1::SendContactMessageResponse> SendContactMessage(const Caller& caller,
                                                                    const v1::SendContactMessageRequest& request,
                                                                    const BotProof& proof);

  const Parts& parts_;
  RpcHandler& rpc_;
  const std::function<std::string()> address_;
};

}  // namespace academy::auth
