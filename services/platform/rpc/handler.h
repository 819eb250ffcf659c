// Turns a method `absl::StatusOr<Response> Method(const Caller&, const Request&)` into a gRPC callback method.
//
// Thread-safe. Each rpc states where it runs: on an Executor, for commits, hashing and anything that waits, because
// gRPC's own threads must not block; or kInline, directly on gRPC's thread, for reads that take microseconds.
#pragma once

#include <google/protobuf/message_lite.h>
#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "services/platform/background/call_limit.h"
#include "services/platform/background/executor.h"
#include "services/platform/base/log.h"
#include "services/platform/base/metrics.h"
#include "services/platform/idempotency/idempotent_calls.h"
#include "services/platform/rpc/caller.h"
#include "services/platform/rpc/credential.h"
#include "services/platform/rpc/method.h"
#include "services/platform/upstream/deadline.h"

namespace academy {

// A response with the position of auth's feed after the sessions that the call ended. It is sent as a trailer; the edge
// responds to its client only after its own follower has reached it.
template <typename Response>
struct Positioned {
  Response response;
  int64_t feed_position = 0;
};

// A response with the token that the caller's browser keeps, by which auth recognizes it. It is sent as a trailer,
// which the edge turns into a cookie.
template <typename Response>
struct WithDevice {
  Response response;
  std::string device_token;
  int64_t feed_position = 0;
};

struct InlineExecutor {};
inline constexpr InlineExecutor kInline;

class RpcHandler {
 public:
  // `executor` runs ordinary calls and must outlive them. `callers` says who may call. Calls are counted and timed in
  // `metrics`, which must outlive them; null for none (tests). Calls with an idempotency key happen once if there are
  // `idempotent_calls`, which must outlive them; otherwise the key is ignored.
  RpcHandler(Executor& executor, CallerCheck callers, Metrics* metrics = nullptr,
             IdempotentCalls* idempotent_calls = nullptr);
  ~RpcHandler();

  Executor& executor() const { return executor_; }

  // Returns the caller named in the metadata. Errors of CallerCheck::Check.
  absl::StatusOr<Caller> CallerOf(const grpc::CallbackServerContext& context) const;
  // Also requires that the caller may call `method`: errors as RequireAccess. Run and TryInline do this before anything
  // else; streaming calls have to.
  absl::StatusOr<Caller> CallerOf(const grpc::CallbackServerContext& context, const RpcMethod& method) const;

  // Runs `method(caller, request)` on `executor` and ends the call with what it returns; a caller who may not call
  // `rpc` is refused:
  // - kInline: at once, on gRPC's thread; not for calls that may have an idempotency key;
  // - an Executor: UNAVAILABLE overloaded when its queue is full; not at all once the caller has gone;
  // - anything with Submit(caller, job): that calls `job(OK)` once, at once or later, on a thread that may wait, or
  //   `job(status)`, with which the call ends; `method` is given executor.argument() too.
  template <typename On, typename Request, typename Response, typename Method>
  grpc::ServerUnaryReactor* Run(On&& executor, grpc::CallbackServerContext* context, const Request& request,
                                Response& response, Method method, const RpcMethod& rpc) {
    const absl::Time begun = absl::Now();
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    absl::StatusOr<Caller> caller = CallerOf(*context, rpc);
    const char* name = rpc.name;
    if (!caller.ok()) {
      Finish(*reactor, caller.status(), name, begun);
      // NOLINTNEXTLINE(bugprone-branch-clone): those that are not chosen are empty
    } else if constexpr (std::is_same_v<std::decay_t<On>, InlineExecutor>) {
      Execute(*context, *reactor, *caller, request, response, method, name, begun);
    } else if constexpr (std::is_same_v<std::decay_t<On>, Executor>) {
      Enqueue(executor, context, reactor, *std::move(caller), request, response, std::move(method), name, begun);
    } else {
      auto job = [this, context, reactor, caller = *caller, argument = executor.argument(), &request, &response,
                  method = std::move(method), name, begun](const absl::Status& admitted) mutable {
        if (!admitted.ok()) return Finish(*reactor, admitted, name, begun);
        auto with_argument = [&](const Caller& who, const Request& what) { return method(who, what, *argument); };
        Execute(*context, *reactor, caller, request, response, with_argument, name, begun);
      };
      executor.Submit(*caller, std::function<void(const absl::Status&)>(std::move(job)));
    }
    return reactor;
  }

  // Calls `attempt(caller, request)`, which must not block, on gRPC's thread and responds with its result. If that is
  // nullopt, runs `method` on `executor`.
  template <typename Request, typename Response, typename Attempt, typename Method>
  grpc::ServerUnaryReactor* TryInline(Executor& executor, grpc::CallbackServerContext* context, const Request& request,
                                      Response& response, Attempt attempt, Method method, const RpcMethod& rpc) {
    const absl::Time begun = absl::Now();
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    absl::StatusOr<Caller> caller = CallerOf(*context, rpc);
    const char* name = rpc.name;
    if (!caller.ok()) {
      Finish(*reactor, caller.status(), name, begun);
      return reactor;
    }
    ScopedRequestId in_logs(caller->request_id);
    if (auto result = attempt(*caller, request); result.has_value()) {
      Respond(*context, *reactor, *std::move(result), response, name, begun);
    } else {
      Enqueue(executor, context, reactor, *std::move(caller), request, response, std::move(method), name, begun);
    }
    return reactor;
  }

 private:
  static absl::Status Overloaded();
  // Parses a stored answer. INTERNAL internal if it is none.
  static absl::Status Parse(std::string_view answer, google::protobuf::MessageLite& response);
  static void SetTrailers(grpc::CallbackServerContext& context, const CallAnswer& answer, bool replayed);
  // Logs server errors, counts the call (its time includes the wait for a thread) and ends it.
  void Finish(grpc::ServerUnaryReactor& reactor, const absl::Status& status, const char* name, absl::Time begun) const;

  template <typename Request, typename Response, typename Method>
  void Execute(grpc::CallbackServerContext& context, grpc::ServerUnaryReactor& reactor, const Caller& caller,
               const Request& request, Response& response, Method& method, const char* name, absl::Time begun) const {
    ScopedRequestId in_logs(caller.request_id);
    ScopedCallLimit limit(TimeUntil(context.raw_deadline()));
    // The caller has given up and may ask again: what it no longer waits for must not happen as well.
    if (context.IsCancelled()) return Finish(reactor, absl::CancelledError("the caller has gone"), name, begun);
    if constexpr (std::is_base_of_v<google::protobuf::MessageLite, Request>) {
      if (idempotent_calls_ != nullptr && !caller.idempotency_key.empty()) {
        return ExecuteOnce(context, reactor, caller, request, response, method, name, begun);
      }
    }
    Respond(context, reactor, method(caller, request), response, name, begun);
  }

  // Responds with the call's first answer if there is one.
  template <typename Request, typename Response, typename Method>
  void ExecuteOnce(grpc::CallbackServerContext& context, grpc::ServerUnaryReactor& reactor, const Caller& caller,
                   const Request& request, Response& response, Method& method, const char* name,
                   absl::Time begun) const {
    // The requests' types differ where the names of rpcs do not.
    std::optional<decltype(method(caller, request))> result;
    auto handler = [&](CallAnswer& answer) {
      result.emplace(method(caller, request));
      answer = AnswerOf(*result);
      return result->status();
    };
    absl::StatusOr<std::optional<CallAnswer>> first =
        RunOnce(*idempotent_calls_, caller, request.GetTypeName(), request.SerializeAsString(), handler);
    if (!first.ok()) return Finish(reactor, first.status(), name, begun);
    if (first->has_value()) {
      SetTrailers(context, **first, /*replayed=*/true);
      return Finish(reactor, Parse((*first)->response, response), name, begun);
    }
    Respond(context, reactor, *std::move(result), response, name, begun);
  }

  template <typename Response>
  static CallAnswer AnswerOf(const absl::StatusOr<Response>& result) {
    return result.ok() ? CallAnswer{.response = result->SerializeAsString()} : CallAnswer();
  }
  template <typename Response>
  static CallAnswer AnswerOf(const absl::StatusOr<Positioned<Response>>& result) {
    if (!result.ok()) return {};
    return {.response = result->response.SerializeAsString(), .feed_position = result->feed_position};
  }
  template <typename Response>
  static CallAnswer AnswerOf(const absl::StatusOr<WithDevice<Response>>& result) {
    if (!result.ok()) return {};
    return {.response = result->response.SerializeAsString(),
            .feed_position = result->feed_position,
            .device_token = result->device_token};
  }

  template <typename Request, typename Response, typename Method>
  void Enqueue(Executor& executor, grpc::CallbackServerContext* context, grpc::ServerUnaryReactor* reactor,
               Caller caller, const Request& request, Response& response, Method method, const char* name,
               absl::Time begun) {
    // context, request and response live until the reactor finishes.
    auto job = [this, context, reactor, caller = std::move(caller), &request, &response, method = std::move(method),
                name, begun]() mutable { Execute(*context, *reactor, caller, request, response, method, name, begun); };
    if (!executor.TrySubmit(std::move(job))) Finish(*reactor, Overloaded(), name, begun);
  }

  template <typename Result, typename Response>
  void Respond(grpc::CallbackServerContext& context, grpc::ServerUnaryReactor& reactor, Result result,
               Response& response, const char* name, absl::Time begun) const {
    if (result.ok()) {
      if constexpr (std::is_same_v<Result, absl::StatusOr<Positioned<Response>>>) {
        SetTrailers(context, {.response = {}, .feed_position = result->feed_position}, /*replayed=*/false);
        response = std::move(result->response);
      } else if constexpr (std::is_same_v<Result, absl::StatusOr<WithDevice<Response>>>) {
        SetTrailers(context,
                    {.response = {}, .feed_position = result->feed_position, .device_token = result->device_token},
                    /*replayed=*/false);
        response = std::move(result->response);
      } else {
        response = *std::move(result);
      }
    }
    Finish(reactor, result.status(), name, begun);
  }

  class Series;

  Executor& executor_;
  const CallerCheck callers_;
  const std::unique_ptr<Series> series_;
  IdempotentCalls* const idempotent_calls_;
};

// Declares the gRPC method `Method`, which calls the handler method of the same name on `executor` (see
// RpcHandler::Run; the expression may use `request->`). The class must have an RpcHandler member `rpc_`.
#define ACADEMY_RPC(executor, Method, Request, Response)                                                             \
  grpc::ServerUnaryReactor* Method(grpc::CallbackServerContext* context, const Request* request, Response* response) \
      override {                                                                                                     \
    static const academy::RpcMethod rpc = academy::FindRpcMethod(Request::descriptor(), #Method);                    \
    return rpc_.Run(                                                                                                 \
        executor, context, *request, *response,                                                                      \
        [this](const academy::Caller& caller, const Request& message, const auto&... argument) {                     \
          return Method(caller, message, argument...);                                                               \
        },                                                                                                           \
        rpc);                                                                                                        \
  }

}  // namespace academy
