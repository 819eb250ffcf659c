#include "services/platform/rpc/channel.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>
#include <grpcpp/support/client_interceptor.h>
#include <grpcpp/support/interceptor.h>

#include <chrono>
#include <string_view>
#include <utility>
#include <vector>

#include "services/platform/rpc/balancing/service_config.h"
#include "services/platform/rpc/callback_threads.h"
#include "services/platform/rpc/tls/grpc_tls.h"
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

// Adds the credential's current proof to each call. Only the channel knows which service it leads to.
class ProofAdder final : public Interceptor, public ClientInterceptorFactoryInterface {
 public:
  explicit ProofAdder(Credential credential) : credential_(std::move(credential)) {}

  Interceptor* CreateClientInterceptor(ClientRpcInfo*) override { return new ProofAdder(credential_); }

  void Intercept(InterceptorBatchMethods* methods) override {
    if (methods->QueryInterceptionHookPoint(InterceptionHookPoints::PRE_SEND_INITIAL_METADATA)) {
      methods->GetSendInitialMetadata()->emplace(kCredentialKey, credential_.Proof());
    }
    methods->Proceed();
  }

 private:
  const Credential credential_;
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
  interceptors.push_back(std::make_unique<ProofAdder>(*std::move(credential)));
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
  add(kRemoteAddressKey, caller.remote_address);
  add(kDeviceKey, caller.device);
  add(kDeviceTokenKey, caller.device_token);
  add(kLanguageKey, caller.language);
}

void PrepareContext(grpc::ClientContext& context, const CallIdentity& identity, absl::Duration timeout) {
  PrepareStreamContext(context, identity);
  context.set_deadline(DeadlineAfter(timeout));
}

}  // namespace academy
