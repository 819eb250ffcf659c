#include "services/platform/rpc/handler.h"

#include <map>
#include <string_view>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "services/platform/base/status.h"
#include "services/platform/rpc/grpc_status.h"
#include "services/platform/rpc/tls/peer_names.h"

namespace academy {

// Caches each method's series, because a lookup by labels costs more than some calls.
class RpcHandler::Series {
 public:
  explicit Series(Metrics& metrics) : metrics_(metrics) {}

  void Observe(const char* rpc, absl::StatusCode code, absl::Duration took) {
    absl::MutexLock lock(&mutex_);
    // Names are literals, so their addresses identify them.
    MetricCounter*& counter = counters_[{rpc, code}];
    if (counter == nullptr) {
      counter = &metrics_.Counter("academy_rpc_calls_total", "Calls answered, by method and status",
                                  {{"rpc", rpc}, {"code", absl::StatusCodeToString(code)}});
    }
    MetricTimer*& timer = timers_[rpc];
    if (timer == nullptr) {
      timer = &metrics_.Timer("academy_rpc_seconds", "From a call's arrival to its answer", {{"rpc", rpc}});
    }
    counter->Add();
    timer->Observe(took);
  }

 private:
  Metrics& metrics_;
  absl::Mutex mutex_;
  std::map<std::pair<const char*, absl::StatusCode>, MetricCounter*> counters_ ABSL_GUARDED_BY(mutex_);
  std::map<const char*, MetricTimer*> timers_ ABSL_GUARDED_BY(mutex_);
};

RpcHandler::RpcHandler(Executor& executor, CallerCheck callers, Metrics* metrics, IdempotentCalls* idempotent_calls)
    : executor_(executor),
      callers_(std::move(callers)),
      series_(metrics == nullptr ? nullptr : std::make_unique<Series>(*metrics)),
      idempotent_calls_(idempotent_calls) {}

RpcHandler::~RpcHandler() = default;

absl::StatusOr<Caller> RpcHandler::CallerOf(const grpc::CallbackServerContext& context) const {
  const auto& metadata = context.client_metadata();
  auto value = [&](const char* key) -> std::string_view {
    auto found = metadata.find(key);
    if (found == metadata.end()) return {};
    return {found->second.data(), found->second.size()};
  };
  Caller caller;
  ParseCaller(value(kCallerKey), caller);
  std::string_view proof = value(kCredentialKey);
  if (absl::Status allowed = callers_.Check(proof, caller); !allowed.ok()) return allowed;
  if (callers_.requires_certificates()) {
    if (auto names = PeerNames(*context.auth_context()); names.has_value()) {
      RETURN_IF_ERROR(CallerCheck::CheckCertificate(*names, proof, caller));
    }
  }
  caller.request_id = std::string(value(kRequestIdKey));
  caller.remote_address = std::string(value(kRemoteAddressKey));
  caller.device = std::string(value(kDeviceKey));
  caller.device_token = std::string(value(kDeviceTokenKey));
  caller.language = std::string(value(kLanguageKey));
  caller.idempotency_key = std::string(value(kIdempotencyKey));
  return caller;
}

absl::StatusOr<Caller> RpcHandler::CallerOf(const grpc::CallbackServerContext& context, const RpcMethod& method) const {
  ASSIGN_OR_RETURN(Caller caller, CallerOf(context));
  RETURN_IF_ERROR(RequireAccess(caller, method));
  return caller;
}

absl::Status RpcHandler::Overloaded() {
  return WithRetryAfter(Error(absl::StatusCode::kUnavailable, "overloaded", "The server is busy, please try again"), 1);
}

absl::Status RpcHandler::Parse(std::string_view answer, google::protobuf::MessageLite& response) {
  if (response.ParseFromArray(answer.data(), static_cast<int>(answer.size()))) return absl::OkStatus();
  return Error(absl::StatusCode::kInternal, "internal", "There are a system error, please try again later");
}

void RpcHandler::SetTrailers(grpc::CallbackServerContext& context, const CallAnswer& answer, bool replayed) {
  if (answer.feed_position > 0) context.AddTrailingMetadata(kFeedPositionKey, std::to_string(answer.feed_position));
  if (!answer.device_token.empty()) context.AddTrailingMetadata(kNewDeviceTokenKey, answer.device_token);
  if (replayed) context.AddTrailingMetadata(kReplayedKey, "1");
}

void RpcHandler::Finish(grpc::ServerUnaryReactor& reactor, const absl::Status& status, const char* name,
                        absl::Time begun) const {
  if (absl::IsInternal(status) || absl::IsUnknown(status) || absl::IsDataLoss(status)) {
    LogError("rpc failed", {{"rpc", name}, {"error", MessageOf(status)}});
  }
  if (series_ != nullptr) series_->Observe(name, status.code(), absl::Now() - begun);
  reactor.Finish(ToGrpc(status));
}

}  // namespace academy
