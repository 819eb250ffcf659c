#include "services/platform/rpc/channel.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>
#include <grpcpp/support/client_interceptor.h>
#include <grpcpp/support/interceptor.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/time/clock.h"
#include "services/platform/base/replacement.h"
#include "services/platform/rpc/balancing/service_config.h"
#include "services/platform/rpc/callback_threads.h"
#include "services/platform/rpc/tls/grpc_tls.h"
#include "services/platform/tracing/span.h"
#include "services/platform/tracing/span_exporter.h"
#include "services/platform/tracing/trace_context.h"
#include "services/platform/upstream/deadline.h"

namespace academy {
namespace {

// Responses with all learners of a large academy exceed gRPC's default of 4 MiB.
constexpr int kMaxMessageBytes = 64 * 1024 * 1024;
// An error may carry a whole course (error_result.h), which is more than gRPC's default of 8 KiB.
constexpr int kMaxMetadataBytes = 16 * 1024 * 1024;
// Detects a peer whose machine disappeared while calls or streams are open; without this TCP takes minutes.
constexpr int kKeepaliveMs = 20'000;
constexpr int kKeepaliveTimeoutMs = 10'000;
// Timeout of a connection attempt, including the server's first frame. A server that is up but briefly starved of CPU
// must not look like one that is down.
constexpr int kConnectTimeoutMs = 2000;
constexpr int kLookUpMs = 5000;

// A socket, or `host:port`, is one server.
bool StandsForSeveral(std::string_view target) {
  return target.starts_with("dns:") || target.starts_with("ipv4:") || target.starts_with("ipv6:");
}

using grpc::experimental::ClientInterceptorFactoryInterface;
using grpc::experimental::ClientRpcInfo;
using grpc::experimental::InterceptionHookPoints;
using grpc::experimental::Interceptor;
using grpc::experimental::InterceptorBatchMethods;

// What the calls of a channel share.
struct ChannelWatch {
  Credential credential;
  std::string service;
  // Its place in Replacement, if it can be replaced.
  std::optional<size_t> place;
  std::shared_ptr<SpanExporter> spans;
  std::shared_ptr<LongCallSink> long_calls;
};

// One call: adds the credential's current proof, which only the channel knows, because it leads to one service; holds
// the call back while that service is replaced, because a server that stops breaks off calls that reach it at that
// moment, and nobody could tell whether they have run; and watches how long it takes, for the span of a sampled trace
// and for the note of a long call.
class CallWatch final : public Interceptor {
 public:
  CallWatch(std::shared_ptr<const ChannelWatch> watch, const ClientRpcInfo& call)
      : watch_(std::move(watch)), may_wait_(MayWait(call)), method_(watch_->spans == nullptr ? "" : call.method()) {}

  void Intercept(InterceptorBatchMethods* methods) override {
    if (methods->QueryInterceptionHookPoint(InterceptionHookPoints::PRE_SEND_INITIAL_METADATA)) {
      Metadata& metadata = *methods->GetSendInitialMetadata();
      metadata.emplace(kCredentialKey, watch_->credential.Proof());
      if (watch_->spans != nullptr || watch_->long_calls != nullptr) Begin(metadata);
      if (may_wait_ && watch_->place.has_value() && Replacement::OfAcademy().away(*watch_->place)) {
        return Replacement::OfAcademy().AwaitReturn(*watch_->place, [methods] { methods->Proceed(); });
      }
    }
    if (begun_ != absl::InfinitePast() &&
        methods->QueryInterceptionHookPoint(InterceptionHookPoints::POST_RECV_STATUS)) {
      End(*methods->GetRecvStatus(), *methods->GetRecvTrailingMetadata());
    }
    methods->Proceed();
  }

 private:
  using Metadata = std::multimap<std::string, std::string>;
  using Trailers = std::multimap<grpc::string_ref, grpc::string_ref>;

  // Streams that live as long as the process connect again by themselves, and a question for health wants to know.
  static bool MayWait(const ClientRpcInfo& call) {
    return call.type() == ClientRpcInfo::Type::UNARY && !std::string_view(call.method()).starts_with("/grpc.");
  }

  void Begin(Metadata& metadata) {
    // What serves no request is not watched: feeds last for hours.
    auto request = metadata.find(kRequestIdKey);
    if (request == metadata.end()) return;
    request_id_ = request->second;
    begun_ = absl::Now();
    auto parent = metadata.find(kTraceparentKey);
    if (watch_->spans == nullptr || parent == metadata.end()) return;
    std::optional<TraceContext> trace = ParseTraceparent(parent->second);
    if (!trace.has_value() || !trace->sampled) return;
    trace_ = ChildOf(*trace);
    parent->second = FormatTraceparent(trace_);
  }

  void End(const grpc::Status& status, const Trailers& trailers) {
    const absl::Time now = absl::Now();
    if (watch_->long_calls != nullptr && now - begun_ >= kLongCall) {
      LongCall call{.service = watch_->service, .request_id = request_id_, .took = now - begun_};
      if (auto parts = trailers.find(kCallPartsKey); parts != trailers.end()) {
        call.parts = ParseCallParts({parts->second.data(), parts->second.size()});
      }
      watch_->long_calls->OnLongCall(std::move(call));
    }
    if (trace_.sampled) {
      bool failed = status.error_code() == grpc::StatusCode::UNAVAILABLE ||
                    status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED ||
                    status.error_code() == grpc::StatusCode::INTERNAL;
      watch_->spans->Add({.trace = trace_,
                          .kind = Span::Kind::kClient,
                          .name = method_.substr(method_.starts_with('/') ? 1 : 0),
                          .begun = begun_,
                          .ended = now,
                          .attributes = {{"rpc.system", "grpc"},
                                         {"peer.service", watch_->service},
                                         {"rpc.grpc.status_code", static_cast<int64_t>(status.error_code())},
                                         {"academy.request_id", request_id_}},
                          .failed = failed});
    }
  }

  const std::shared_ptr<const ChannelWatch> watch_;
  const bool may_wait_;
  const std::string method_;
  std::string request_id_;
  absl::Time begun_ = absl::InfinitePast();
  TraceContext trace_;
};

class CallWatchFactory final : public ClientInterceptorFactoryInterface {
 public:
  explicit CallWatchFactory(ChannelWatch watch) : watch_(std::make_shared<const ChannelWatch>(std::move(watch))) {}
  Interceptor* CreateClientInterceptor(ClientRpcInfo* call) override { return new CallWatch(watch_, *call); }

 private:
  const std::shared_ptr<const ChannelWatch> watch_;
};

}  // namespace

std::shared_ptr<grpc::Channel> MakeChannel(const std::string& target, std::optional<Credential> credential,
                                           const ChannelPeer& peer) {
  KeepCallbackThreads();
  grpc::ChannelArguments arguments;
  // The pause between attempts to connect, apart from a fifth more or less: a server that is back is noticed within it,
  // with the defaults after up to 2 min. Upstream waits for one such pause.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 200);
  // Despite its name this is the timeout of an attempt, not a pause between attempts.
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, kConnectTimeoutMs);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveMs);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeoutMs);
  // A feed may be silent for hours.
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  arguments.SetMaxReceiveMessageSize(kMaxMessageBytes);
  arguments.SetMaxSendMessageSize(kMaxMessageBytes);
  arguments.SetInt(GRPC_ARG_MAX_METADATA_SIZE, kMaxMetadataBytes);
  if (StandsForSeveral(target)) {
    arguments.SetServiceConfigJSON(BalancedServiceConfig(peer.service));
  }
  // Names are looked up again when a connection ends, at most this often; 30 s by default.
  arguments.SetInt(GRPC_ARG_DNS_MIN_TIME_BETWEEN_RESOLUTIONS_MS, kLookUpMs);
  std::shared_ptr<grpc::ChannelCredentials> transport;
  if (peer.tls != nullptr && !target.starts_with("unix:")) {
    transport = peer.tls->ForChannels();
    // The server is known by what it is, not by where it runs.
    arguments.SetSslTargetNameOverride(CertificateNameOf(peer.service));
  } else {
    transport = grpc::InsecureChannelCredentials();
  }
  if (!credential.has_value()) return grpc::CreateCustomChannel(target, transport, arguments);
  std::vector<std::unique_ptr<ClientInterceptorFactoryInterface>> interceptors;
  interceptors.push_back(std::make_unique<CallWatchFactory>(ChannelWatch{.credential = *std::move(credential),
                                                                         .service = peer.service,
                                                                         .place = Replacement::PlaceOf(peer.service),
                                                                         .spans = peer.spans,
                                                                         .long_calls = peer.long_calls}));
  return grpc::experimental::CreateCustomChannelWithInterceptors(target, transport, arguments, std::move(interceptors));
}

void PrepareStreamContext(grpc::ClientContext& context, const CallIdentity& identity) {
  const Caller& caller = identity.caller;
  auto add = [&](const char* key, const std::string& value) {
    if (!value.empty()) context.AddMetadata(key, value);
  };
  add(kCredentialKey, identity.credential);
  add(kCallerKey, FormatCaller(caller));
  add(kRequestIdKey, caller.request_id);
  if (!caller.trace.empty()) context.AddMetadata(kTraceparentKey, FormatTraceparent(caller.trace));
  add(kRemoteAddressKey, caller.remote_address);
  add(kDeviceKey, caller.device);
  add(kDeviceTokenKey, caller.device_token);
  add(kLanguageKey, caller.language);
  if (Replacement::OfAcademy().under_way()) context.set_wait_for_ready(true);
}

void PrepareContext(grpc::ClientContext& context, const CallIdentity& identity, absl::Duration timeout) {
  PrepareStreamContext(context, identity);
  if (Replacement::OfAcademy().under_way()) timeout += Replacement::kPatience;
  context.set_deadline(DeadlineAfter(timeout));
}

}  // namespace academy
