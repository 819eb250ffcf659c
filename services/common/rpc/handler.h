// Turns a method `absl::StatusOr<Response> Method(const Caller&, const Request&)` into a gRPC callback method.
//
// Thread-safe. Inline runs at once on gRPC's thread: for short reads (microseconds). Queued runs on the executor: for
// commits, hashing and anything that waits, since gRPC's own threads must not block.
#pragma once

#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/common/executor.h"
#include "services/common/rpc/caller.h"

namespace academy {

// A response with the auth feed's position after the sessions that the call ended: travels as a trailer, so that the
// edge answers only when its own watcher has reached it.
template <typename Response>
struct Positioned {
  Response response;
  int64_t feed_position = 0;
};

class RpcHandler {
 public:
  // `credential` is what every academy process proves itself with; `executor` must outlive all calls.
  RpcHandler(Executor& executor, std::string credential) : executor_(executor), credential_(std::move(credential)) {}

  // The caller that the metadata names. UNAUTHENTICATED internal_credential without the internal credential.
  absl::StatusOr<Caller> CallerOf(const grpc::CallbackServerContext& context) const;

  template <typename Request, typename Response, typename Method>
  grpc::ServerUnaryReactor* Inline(grpc::CallbackServerContext* context, const Request& request, Response& response,
                                   Method method, const char* name) {
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    absl::StatusOr<Caller> caller = CallerOf(*context);
    if (!caller.ok()) {
      Finish(*reactor, caller.status(), Caller{}, name);
    } else {
      Run(*context, *reactor, *caller, request, response, method, name);
    }
    return reactor;
  }

  template <typename Request, typename Response, typename Method>
  grpc::ServerUnaryReactor* Queued(grpc::CallbackServerContext* context, const Request& request, Response& response,
                                   Method method, const char* name) {
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    absl::StatusOr<Caller> caller = CallerOf(*context);
    if (!caller.ok()) {
      Finish(*reactor, caller.status(), Caller{}, name);
      return reactor;
    }
    // context, request and response live until the reactor finishes.
    auto job = [context, reactor, caller = *caller, &request, &response, method, name]() mutable {
      Run(*context, *reactor, caller, request, response, method, name);
    };
    if (!executor_.TrySubmit(std::move(job))) Finish(*reactor, Overloaded(), *caller, name);
    return reactor;
  }

  // As Queued, but `submit(caller, job)` says where: it runs `job(OK)` once, at once or later, on a thread that may
  // wait; or `job(status)`, with which the call ends without `method`.
  template <typename Request, typename Response, typename Submit, typename Method>
  grpc::ServerUnaryReactor* Submitted(grpc::CallbackServerContext* context, const Request& request, Response& response,
                                      Submit submit, Method method, const char* name) {
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    absl::StatusOr<Caller> caller = CallerOf(*context);
    if (!caller.ok()) {
      Finish(*reactor, caller.status(), Caller{}, name);
      return reactor;
    }
    submit(*caller, std::function<void(const absl::Status&)>([context, reactor, caller = *caller, &request, &response,
                                                              method, name](const absl::Status& lane) mutable {
      if (!lane.ok()) return Finish(*reactor, lane, caller, name);
      Run(*context, *reactor, caller, request, response, method, name);
    }));
    return reactor;
  }

 private:
  static absl::Status Overloaded();
  static void SetFeedPosition(grpc::CallbackServerContext& context, int64_t position);
  // Logs what is the server's own fault, then ends the call.
  static void Finish(grpc::ServerUnaryReactor& reactor, const absl::Status& status, const Caller& caller,
                     const char* name);

  template <typename Request, typename Response, typename Method>
  static void Run(grpc::CallbackServerContext& context, grpc::ServerUnaryReactor& reactor, const Caller& caller,
                  const Request& request, Response& response, Method& method, const char* name) {
    auto result = method(caller, request);
    if (result.ok()) {
      if constexpr (std::is_same_v<decltype(result), absl::StatusOr<Positioned<Response>>>) {
        SetFeedPosition(context, result->feed_position);
        response = std::move(result->response);
      } else {
        response = *std::move(result);
      }
    }
    Finish(reactor, result.status(), caller, name);
  }

  Executor& executor_;
  const std::string credential_;
};

// Declares the gRPC method `Method` over the handler method of the same name; the class has an RpcHandler `rpc_`.
// Lane is Inline or Queued.
#define ACADEMY_RPC(Lane, Method, Request, Response)                                                                 \
  grpc::ServerUnaryReactor* Method(grpc::CallbackServerContext* context, const Request* request, Response* response) \
      override {                                                                                                     \
    return rpc_.Lane(                                                                                                \
        context, *request, *response,                                                                                \
        [this](const academy::Caller& caller, const Request& message) { return Method(caller, message); }, #Method); \
  }

}  // namespace academy
