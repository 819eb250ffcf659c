// Turns a method `absl::StatusOr<Response> Method(const Caller&, const Request&)` into a gRPC callback method.
//
// Thread-safe. Inline runs at once on gRPC's thread: for short reads (microseconds). Queued runs on the executor: for
// commits, hashing and anything that waits, since gRPC's own threads must not block. Tried is for what hardly ever
// waits.
#pragma once

#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "services/common/executor.h"
#include "services/common/log.h"
#include "services/common/metrics/metrics.h"
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
  // Calls are counted and timed in `metrics`, which must outlive them too; none where it is null (tests).
  RpcHandler(Executor& executor, std::string credential, Metrics* metrics = nullptr);
  ~RpcHandler();

  // The caller that the metadata names. UNAUTHENTICATED internal_credential without the internal credential.
  absl::StatusOr<Caller> CallerOf(const grpc::CallbackServerContext& context) const;

  template <typename Request, typename Response, typename Method>
  grpc::ServerUnaryReactor* Inline(grpc::CallbackServerContext* context, const Request& request, Response& response,
                                   Method method, const char* name) {
    const absl::Time begun = absl::Now();
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    absl::StatusOr<Caller> caller = CallerOf(*context);
    if (!caller.ok()) {
      Finish(*reactor, caller.status(), name, begun);
    } else {
      Run(*context, *reactor, *caller, request, response, method, name, begun);
    }
    return reactor;
  }

  template <typename Request, typename Response, typename Method>
  grpc::ServerUnaryReactor* Queued(grpc::CallbackServerContext* context, const Request& request, Response& response,
                                   Method method, const char* name) {
    const absl::Time begun = absl::Now();
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    absl::StatusOr<Caller> caller = CallerOf(*context);
    if (!caller.ok()) {
      Finish(*reactor, caller.status(), name, begun);
      return reactor;
    }
    Enqueue(context, reactor, *std::move(caller), request, response, method, name, begun);
    return reactor;
  }

  // As Inline with what `attempt(caller, request)` gives, which must not block; where that is nullopt, as Queued.
  template <typename Request, typename Response, typename Attempt, typename Method>
  grpc::ServerUnaryReactor* Tried(grpc::CallbackServerContext* context, const Request& request, Response& response,
                                  Attempt attempt, Method method, const char* name) {
    const absl::Time begun = absl::Now();
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    absl::StatusOr<Caller> caller = CallerOf(*context);
    if (!caller.ok()) {
      Finish(*reactor, caller.status(), name, begun);
      return reactor;
    }
    ScopedRequestId in_logs(caller->request_id);
    if (auto result = attempt(*caller, request); result.has_value()) {
      Answer(*context, *reactor, *std::move(result), response, name, begun);
    } else {
      Enqueue(context, reactor, *std::move(caller), request, response, method, name, begun);
    }
    return reactor;
  }

  // As Queued, but `submit(caller, job)` says where: it runs `job(OK)` once, at once or later, on a thread that may
  // wait; or `job(status)`, with which the call ends without `method`.
  template <typename Request, typename Response, typename Submit, typename Method>
  grpc::ServerUnaryReactor* Submitted(grpc::CallbackServerContext* context, const Request& request, Response& response,
                                      Submit submit, Method method, const char* name) {
    const absl::Time begun = absl::Now();
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    absl::StatusOr<Caller> caller = CallerOf(*context);
    if (!caller.ok()) {
      Finish(*reactor, caller.status(), name, begun);
      return reactor;
    }
    auto job = [this, context, reactor, caller = *caller, &request, &response, method, name,
                begun](const absl::Status& lane) mutable {
      if (!lane.ok()) return Finish(*reactor, lane, name, begun);
      Run(*context, *reactor, caller, request, response, method, name, begun);
    };
    submit(*caller, std::function<void(const absl::Status&)>(std::move(job)));
    return reactor;
  }

 private:
  static absl::Status Overloaded();
  static void SetFeedPosition(grpc::CallbackServerContext& context, int64_t position);
  // Logs what is the server's own fault, counts the call (its time includes the wait for a thread) and ends it.
  void Finish(grpc::ServerUnaryReactor& reactor, const absl::Status& status, const char* name, absl::Time begun) const;

  template <typename Request, typename Response, typename Method>
  void Run(grpc::CallbackServerContext& context, grpc::ServerUnaryReactor& reactor, const Caller& caller,
           const Request& request, Response& response, Method& method, const char* name, absl::Time begun) const {
    ScopedRequestId in_logs(caller.request_id);
    Answer(context, reactor, method(caller, request), response, name, begun);
  }

  template <typename Request, typename Response, typename Method>
  void Enqueue(grpc::CallbackServerContext* context, grpc::ServerUnaryReactor* reactor, Caller caller,
               const Request& request, Response& response, Method method, const char* name, absl::Time begun) {
    // context, request and response live until the reactor finishes.
    auto job = [this, context, reactor, caller = std::move(caller), &request, &response, method, name,
                begun]() mutable { Run(*context, *reactor, caller, request, response, method, name, begun); };
    if (!executor_.TrySubmit(std::move(job))) Finish(*reactor, Overloaded(), name, begun);
  }

  template <typename Result, typename Response>
  void Answer(grpc::CallbackServerContext& context, grpc::ServerUnaryReactor& reactor, Result result,
              Response& response, const char* name, absl::Time begun) const {
    if (result.ok()) {
      if constexpr (std::is_same_v<Result, absl::StatusOr<Positioned<Response>>>) {
        SetFeedPosition(context, result->feed_position);
        response = std::move(result->response);
      } else {
        response = *std::move(result);
      }
    }
    Finish(reactor, result.status(), name, begun);
  }

  class Series;

  Executor& executor_;
  const std::string credential_;
  const std::unique_ptr<Series> series_;
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
