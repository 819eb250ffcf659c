// Makes one unary call with gRPC's callback API.
//
// Thread-safe.
#pragma once

#include <grpcpp/client_context.h>
#include <grpcpp/support/status.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "edge/upstream/http_status.h"
#include "edge/upstream/idempotency_key.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {

// Calls `method` of `async`, and `done` once with the answer, on one of gRPC's threads, which it must not block. Errors
// as in FromService. The stub of `async` must live until then. With the same `key`, which may be empty, the call
// happens once: `replayed` tells that this is the answer of an earlier one.
template <typename Async, typename Request, typename Response>
void CallOnce(Async* async,
              void (Async::*method)(grpc::ClientContext*, const Request*, Response*, std::function<void(grpc::Status)>),
              const CallIdentity& identity, absl::Duration timeout, const std::string& key, Request request,
              std::function<void(absl::StatusOr<Response>, bool replayed)> done) {
  struct Call {
    // Declared first, so that it is destroyed last: `done` may hold what the context needs.
    std::function<void(absl::StatusOr<Response>, bool)> done;
    grpc::ClientContext context;
    Request request;
    Response response;
  };
  auto call = std::make_shared<Call>();
  call->done = std::move(done);
  call->request = std::move(request);
  PrepareContext(call->context, identity, timeout);
  AddIdempotencyKey(call->context, key);
  (async->*method)(&call->context, &call->request, &call->response, [call](const grpc::Status& status) {
    if (!status.ok()) return call->done(FromService(status), false);
    call->done(std::move(call->response), IsReplayed(call->context));
  });
}

// The same for a call without a key.
template <typename Async, typename Request, typename Response>
void CallUnary(Async* async,
               void (Async::*method)(grpc::ClientContext*, const Request*, Response*,
                                     std::function<void(grpc::Status)>),
               const CallIdentity& identity, absl::Duration timeout, Request request,
               std::function<void(absl::StatusOr<Response>)> done) {
  CallOnce<Async, Request, Response>(
      async, method, identity, timeout, "", std::move(request),
      [done = std::move(done)](absl::StatusOr<Response> response, bool) { done(std::move(response)); });
}

}  // namespace academy::edge
