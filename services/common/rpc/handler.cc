#include "services/common/rpc/handler.h"

#include <string_view>

#include "services/common/ids.h"
#include "services/common/log.h"
#include "services/common/rpc/grpc_status.h"
#include "services/common/status.h"

namespace academy {

absl::StatusOr<Caller> RpcHandler::CallerOf(const grpc::CallbackServerContext& context) const {
  const auto& metadata = context.client_metadata();
  auto value = [&](const char* key) -> std::string_view {
    auto found = metadata.find(key);
    if (found == metadata.end()) return {};
    return {found->second.data(), found->second.size()};
  };
  if (!ConstantTimeEquals(value(kCredentialKey), credential_)) {
    return Error(absl::StatusCode::kUnauthenticated, "internal_credential",
                 "Calls need the academy's internal credential");
  }
  Caller caller;
  ParseCaller(value(kCallerKey), caller);
  caller.request_id = std::string(value(kRequestIdKey));
  caller.peer = std::string(value(kPeerKey));
  caller.device = std::string(value(kDeviceKey));
  caller.language = std::string(value(kLanguageKey));
  return caller;
}

absl::Status RpcHandler::Overloaded() {
  return WithRetryAfter(Error(absl::StatusCode::kUnavailable, "overloaded", "The server is busy, please try again"), 1);
}

void RpcHandler::SetFeedPosition(grpc::CallbackServerContext& context, int64_t position) {
  context.AddTrailingMetadata(kFeedPositionKey, std::to_string(position));
}

void RpcHandler::Finish(grpc::ServerUnaryReactor& reactor, const absl::Status& status, const Caller& caller,
                        const char* name) {
  if (absl::IsInternal(status) || absl::IsUnknown(status) || absl::IsDataLoss(status)) {
    LogError("rpc failed", {{"rpc", name}, {"requestId", caller.request_id}, {"error", MessageOf(status)}});
  }
  reactor.Finish(ToGrpc(status));
}

}  // namespace academy
