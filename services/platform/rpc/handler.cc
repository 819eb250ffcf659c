#include "services/platform/rpc/handler.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "services/platform/base/status.h"
#include "services/platform/rpc/grpc_status.h"
#include "services/platform/rpc/tls/peer_names.h"
#include "services/platform/tracing/span.h"
#include "services/platform/tracing/span_exporter.h"

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

RpcHandler::RpcHandler(Executor& executor, CallerCheck callers, Metrics* metrics, IdempotentCalls* idempotent_calls,
                       std::shared_ptr<SpanExporter> spans)
    : executor_(executor),
      callers_(std::move(callers)),
      series_(metrics == nullptr ? nullptr : std::make_unique<Series>(*metrics)),
      idempotent_calls_(idempotent_calls),
      spans_(std::move(spans)) {}

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
  if (std::optional<TraceContext> trace = ParseTraceparent(value(kTraceparentKey)); trace.has_value()) {
    caller.trace = *trace;
  }
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

absl::StatusOr<Caller> RpcHandler::SpannedCallerOf(const grpc::CallbackServerContext& context,
                                                   const RpcMethod& method) const {
  ASSIGN_OR_RETURN(Caller caller, CallerOf(context, method));
  if (spans_ != nullptr && caller.trace.sampled) caller.trace = ChildOf(caller.trace);
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

void RpcHandler::Finish(const Call& call, const Caller* caller, const absl::Status& status) const {
  if (absl::IsInternal(status) || absl::IsUnknown(status) || absl::IsDataLoss(status)) {
    LogError("rpc failed", {{"rpc", call.name}, {"error", MessageOf(status)}});
  }
  const absl::Time now = absl::Now();
  if (series_ != nullptr) series_->Observe(call.name, status.code(), now - call.begun);
  if (const CallTimes* times = CallTimes::Current(); times != nullptr && now - call.begun >= kLongCall) {
    call.context->AddTrailingMetadata(kCallPartsKey, FormatCallParts(times->parts()));
  }
  if (spans_ != nullptr && caller != nullptr && caller->trace.sampled) AddSpan(call, *caller, status, now);
  call.reactor->Finish(ToGrpc(status));
}

void RpcHandler::AddSpan(const Call& call, const Caller& caller, const absl::Status& status, absl::Time now) const {
  Span span{.trace = caller.trace,
            .kind = Span::Kind::kServer,
            .name = std::string(call.service) + "/" + call.name,
            .begun = call.begun,
            .ended = now,
            .attributes = {{"rpc.system", "grpc"},
                           {"rpc.service", std::string(call.service)},
                           {"rpc.method", call.name},
                           {"rpc.grpc.status_code", static_cast<int64_t>(status.raw_code())},
                           {"academy.request_id", caller.request_id}},
            // What is the caller's mistake is no failure of the service.
            .failed = absl::IsInternal(status) || absl::IsUnknown(status) || absl::IsDataLoss(status) ||
                      absl::IsUnavailable(status) || absl::IsDeadlineExceeded(status)};
  if (const CallTimes* times = CallTimes::Current(); times != nullptr) {
    span.attributes.emplace_back("academy.queued_ms", absl::ToDoubleMilliseconds(times->parts().queued));
    span.attributes.emplace_back("academy.database_ms", absl::ToDoubleMilliseconds(times->parts().database));
  }
  spans_->Add(std::move(span));
}

}  // namespace academy
