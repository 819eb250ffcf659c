// Calls to other academy processes. All functions are thread-safe.
#pragma once

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <memory>
#include <optional>
#include <string>

#include "absl/time/time.h"
#include "services/platform/rpc/caller.h"
#include "services/platform/rpc/credential.h"
#include "services/platform/tracing/call_times.h"

namespace academy {

class GrpcTls;
class SpanExporter;

// A call that took kLongCall or more, as its caller saw it.
struct LongCall {
  // `auth`.
  std::string service;
  // Of the request that it was made for.
  std::string request_id;
  absl::Duration took;
  // As the service says; empty if it gave no answer.
  CallParts parts;
};

// Takes long calls. Thread-safe; must not block.
class LongCallSink {
 public:
  virtual ~LongCallSink() = default;
  virtual void OnLongCall(LongCall call) = 0;
};

// To which service a channel leads, and how it knows that.
struct ChannelPeer {
  // `catalog`; empty for any server (tests).
  std::string service;
  // The server's certificate must be the service's, and this process shows its own. Null: no TLS. Outlives the channel.
  const GrpcTls* tls = nullptr;
  // Takes the spans of calls in sampled traces; null: none.
  std::shared_ptr<SpanExporter> spans = nullptr;
  // Takes the long ones of the calls that are made for a request; null: nobody.
  std::shared_ptr<LongCallSink> long_calls = nullptr;
};

// Returns a channel that connects on first use and reconnects within a second after its server is back. Never fails;
// calls do. All its calls carry the proof of `credential`, if given. `target` is one server (`unix:...`, which has no
// TLS, or `host:port`), or several that hold the same: with `dns:///host:port` all addresses of the name, with
// `ipv4:a:port,b:port` (or `ipv6:`) those listed. Their calls are balanced over the servers that say SERVING, and what
// only reads is repeated when a server ends under it (BalancedServiceConfig).
std::shared_ptr<grpc::Channel> MakeChannel(const std::string& target, std::optional<Credential> credential = {},
                                           const ChannelPeer& peer = {});

// Who calls, or for whom. PrepareContext adds it to a call and sets its deadline.
struct CallIdentity {
  // For a channel without a credential (tests).
  std::string credential;
  Caller caller;
};
void PrepareContext(grpc::ClientContext& context, const CallIdentity& identity,
                    absl::Duration timeout = absl::Seconds(5));

// The same without a deadline, for streams that live as long as the process.
void PrepareStreamContext(grpc::ClientContext& context, const CallIdentity& identity);

}  // namespace academy
