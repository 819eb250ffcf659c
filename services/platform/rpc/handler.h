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
#include "services/platform/tracing/call_times.h"
#include "services/platform/tracing/trace_context.h"
#include "services/platform/upstream/deadline.h"

namespace academy {

class SpanExporter;

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
  // `idempotent_calls`, which must outlive them; otherwise the key is ignored. `spans`, which may be null, takes the
  // spans of those that are sampled.
  RpcHandler(Executor& executor, CallerCheck callers, Metrics* metrics = nullptr,
             IdempotentCalls* idempotent_calls = nullptr, std::shared_ptr<SpanExporter> spans = nullptr);
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
    const Call call = Begin(*context, rpc);
    absl::StatusOr<Caller> caller = SpannedCallerOf(*context, rpc);
    if (!caller.ok()) {
      Finish(call, nullptr, caller.status());
      // NOLINTNEXTLINE(bugprone-branch-clone): those that are not chosen are empty
    } else if constexpr (std::is_same_v<std::decay_t<On>, InlineExecutor>) {
      Execute(call, *caller, request, response, method);
    } else if constexpr (std::is_same_v<std::decay_t<On>, Executor>) {
      Enqueue(executor, call, *std::move(caller), request, response, std::move(method));
    } else {
      auto job = [this, call, caller = *caller, argument = executor.argument(), &request, &response,
                  method = std::move(method)](const absl::Status& admitted) mutable {
        if (!admitted.ok()) return Finish(call, &caller, admitted);
        auto with_argument = [&](const Caller& who, const Request& what) { return method(who, what, *argument); };
        Execute(call, caller, request, response, with_argument);
      };
      executor.Submit(*caller, std::function<void(const absl::Status&)>(std::move(job)));
    }
    return call.reactor;
  }

  // Calls `attempt(caller, request)`, which must not block, on gRPC's thread and responds with its result. If that is
  // nullopt, runs `method` on `executor`.
  template <typename Request, typename Response, typename Attempt, typename Method>
  grpc::ServerUnaryReactor* TryInline(Executor& executor, grpc::CallbackServerContext* context, const Request& request,
                                      Response& response, Attempt attempt, Method method, const RpcMethod& rpc) {
    const Call call = Begin(*context, rpc);
    absl::StatusOr<Caller> caller = SpannedCallerOf(*context, rpc);
    if (!caller.ok()) {
      Finish(call, nullptr, caller.status());
      return call.reactor;
    }
    {
      const std::string trace_id = TraceIdBeside(caller->request_id, caller->trace);
      ScopedRequestId in_logs(caller->request_id, trace_id);
      CallTimes times(absl::ZeroDuration());
      if (auto result = attempt(*caller, request); result.has_value()) {
        Respond(call, *caller, *std::move(result), response);
        return call.reactor;
      }
    }
    Enqueue(executor, call, *std::move(caller), request, response, std::move(method));
    return call.reactor;
  }

 private:
  // One call; what it points to lives until the reactor finishes.
  struct Call {
    grpc::CallbackServerContext* context;
    grpc::ServerUnaryReactor* reactor;
    // Of the RpcMethod.
    const char* name;
    std::string_view service;
    absl::Time begun;
  };

  // The same as CallerOf, for a call that has a span of its own: what it asks of others is below that.
  absl::StatusOr<Caller> SpannedCallerOf(const grpc::CallbackServerContext& context, const RpcMethod& method) const;
  static Call Begin(grpc::CallbackServerContext& context, const RpcMethod& rpc) {
    return {.context = &context,
            .reactor = context.DefaultReactor(),
            .name = rpc.name,
            .service = rpc.service,
            .begun = absl::Now()};
  }
  static absl::Status Overloaded();
  // Parses a stored answer. INTERNAL internal if it is none.
  static absl::Status Parse(std::string_view answer, google::protobuf::MessageLite& response);
  static void SetTrailers(grpc::CallbackServerContext& context, const CallAnswer& answer, bool replayed);
  // Logs server errors, counts the call (its time includes the wait for a thread), tells where the time of a long one
  // went, and ends it. `caller` is null where nobody known calls.
  void Finish(const Call& call, const Caller* caller, const absl::Status& status) const;
  void AddSpan(const Call& call, const Caller& caller, const absl::Status& status, absl::Time now) const;

  template <typename Request, typename Response, typename Method>
  void Execute(const Call& call, const Caller& caller, const Request& request, Response& response,
               Method& method) const {
    const std::string trace_id = TraceIdBeside(caller.request_id, caller.trace);
    ScopedRequestId in_logs(caller.request_id, trace_id);
    ScopedCallLimit limit(TimeUntil(call.context->raw_deadline()));
    CallTimes times(absl::Now() - call.begun);
    // The caller has given up and may ask again: what it no longer waits for must not happen as well.
    if (call.context->IsCancelled()) return Finish(call, &caller, absl::CancelledError("the caller has gone"));
    if constexpr (std::is_base_of_v<google::protobuf::MessageLite, Request>) {
      if (idempotent_calls_ != nullptr && !caller.idempotency_key.empty()) {
        return ExecuteOnce(call, caller, request, response, method);
      }
    }
    Respond(call, caller, method(caller, request), response);
  }

  // Responds with the call's first answer if there is one.
  template <typename Request, typename Response, typename Method>
  void ExecuteOnce(const Call& call, const Caller& caller, const Request& request, Response& response,
                   Method& method) const {
    // The requests' types differ where the names of rpcs do not.
    std::optional<decltype(method(caller, request))> result;
    auto handler = [&](CallAnswer& answer) {
      result.emplace(method(caller, request));
      answer = AnswerOf(*result);
      return result->status();
    };
    absl::StatusOr<std::optional<CallAnswer>> first =
        RunOnce(*idempotent_calls_, caller, request.GetTypeName(), request.SerializeAsString(), handler);
    if (!first.ok()) return Finish(call, &caller, first.status());
    if (first->has_value()) {
      SetTrailers(*call.context, **first, /*replayed=*/true);
      return Finish(call, &caller, Parse((*first)->response, response));
    }
    Respond(call, caller, *std::move(result), response);
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
  void Enqueue(Executor& executor, const Call& call, Caller caller, const Request& request, Response& response,
               Method method) {
    // request and response live until the reactor finishes.
    auto job = [this, call, caller = std::move(caller), &request, &response, method = std::move(method)]() mutable {
      Execute(call, caller, request, response, method);
    };
    if (!executor.TrySubmit(std::move(job))) Finish(call, nullptr, Overloaded());
  }

  template <typename Result, typename Response>
  void Respond(const Call& call, const Caller& caller, Result result, Response& response) const {
    if (result.ok()) {
      if constexpr (std::is_same_v<Result, absl::StatusOr<Positioned<Response>>>) {
        SetTrailers(*call.context, {.response = {}, .feed_position = result->feed_position}, /*replayed=*/false);
        response = std::move(result->response);
      } else if constexpr (std::is_same_v<Result, absl::StatusOr<WithDevice<Response>>>) {
        SetTrailers(*call.context,
                    {.response = {}, .feed_position = result->feed_position, .device_token = result->device_token},
                    /*replayed=*/false);
        response = std::move(result->response);
      } else {
        response = *std::move(result);
      }
    }
    Finish(call, &caller, result.status());
  }

  class Series;

  Executor& executor_;
  const CallerCheck callers_;
  const std::unique_ptr<Series> series_;
  IdempotentCalls* const idempotent_calls_;
  const std::shared_ptr<SpanExporter> spans_;
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
