// Turns a REST call into an rpc and its answer back: authorize, read, call, write.
//
// Thread-safe. No thread waits: every step goes on where the one before it ended.
#pragma once

#include <google/protobuf/message.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/byte_buffer.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "edge/access/session_cache.h"
#include "edge/api/request_metrics.h"
#include "edge/api/route.h"
#include "edge/http/exchange.h"

namespace academy::edge {

using SharedExchange = std::shared_ptr<http::Exchange>;

// The bearer token of a request; empty when there is none.
std::string BearerToken(const http::Request& request);

// Who calls, as the services are told: with the request's id, address, device and language.
Caller CallerOf(const http::Request& request, const Session& session);

// Calls a method by its path; the response is handed on as it was sent, and not parsed.
using RawStub = grpc::TemplatedGenericStub<google::protobuf::Message, grpc::ByteBuffer>;

class Transcoder {
 public:
  // `sessions` and `metrics` must outlive the transcoder.
  Transcoder(const Channels& channels, SessionCache& sessions, RequestMetrics& metrics, std::string credential);

  // Calls `allowed` with the session (an anonymous one for public calls), or answers 401, 403, 503 or 504.
  void Authorize(const SharedExchange& exchange, const Route& route,
                 std::function<void(const Session& session)> allowed) const;

  // Answers by the route's rpc. `route` must outlive the call.
  void Call(const SharedExchange& exchange, const Route& route) const;

  // What a call through any stub needs.
  CallIdentity IdentityOf(const http::Request& request, const Session& session) const;

 private:
  void CatalogChanged(int64_t position) const;
  struct RpcCall;
  void EndWhenServiceHangs(const std::shared_ptr<RpcCall>& call) const;
  void CallWithJson(const SharedExchange& exchange, const Route& route) const;
  void CallWithForm(const SharedExchange& exchange, const Route& route) const;
  void Start(const std::shared_ptr<RpcCall>& call, const Session& session, absl::Time deadline) const;
  void Send(const std::shared_ptr<RpcCall>& call, const CallIdentity& identity, absl::Time deadline) const;

  const Channels channels_;
  // One for each Service.
  mutable std::array<RawStub, 4> stubs_;
  SessionCache& sessions_;
  RequestMetrics& metrics_;
  const std::string credential_;
  // The catalog's feed after the last change that went through here.
  mutable std::atomic<int64_t> catalog_position_ = 0;
};

}  // namespace academy::edge
