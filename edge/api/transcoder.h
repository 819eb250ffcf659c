// Turns a REST call into an rpc, and the rpc's answer into a REST answer: authorize, read, call, write.
//
// Thread-safe. No call blocks: each step runs on the thread on which the previous one ended.
#pragma once

#include <google/protobuf/message.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "edge/access/address_rates.h"
#include "edge/access/session_cache.h"
#include "edge/api/kept_answers.h"
#include "edge/api/learner_total.h"
#include "edge/api/request_metrics.h"
#include "edge/api/route.h"
#include "edge/api/whole_list.h"
#include "edge/http/exchange.h"
#include "edge/upstream/in_flight_calls.h"

namespace academy::edge {

class ReportBatches;
class ReportingInterval;

using SharedExchange = std::shared_ptr<http::Exchange>;

// The bearer token of a request; empty when there is none.
std::string BearerToken(const http::Request& request);

// The caller as the services see it: with the request's id, address, device and language.
Caller CallerOf(const http::Request& request, const Session& session);

class Transcoder {
 public:
  // `rates` limits the calls of each session. `sessions`, `rates` and `metrics` must outlive the transcoder.
  Transcoder(const Channels& channels, SessionCache& sessions, AddressRates& rates, RequestMetrics& metrics);
  ~Transcoder();

  // Checks the request's token against the route. Calls `allowed` with the session (an anonymous one for public calls,
  // a recent one where the row asks for it), or answers 401, 403, 429, 503 or 504.
  void Authorize(const SharedExchange& exchange, const Route& route,
                 std::function<void(const Session& session)> allowed) const;

  // The same with another answer to what is refused: `refuse` is called instead.
  void Authorize(const SharedExchange& exchange, const Route& route,
                 std::function<void(const absl::Status& refusal)> refuse,
                 std::function<void(const Session& session)> allowed) const;

  // Like the first, but also collects the body before calling `allowed`. A body that did not arrive with its head is
  // read only after the session was checked, and the session is then checked again. May also answer 400, 408 or 413.
  void AuthorizeWhole(const SharedExchange& exchange, const Route& route,
                      std::function<void(const Session& session)> allowed) const;

  // Answers the request with the route's rpc. `route` must outlive the call.
  void Call(const SharedExchange& exchange, const Route& route) const;

  // The identity to send with a call through any stub.
  CallIdentity IdentityOf(const http::Request& request, const Session& session) const;

  // After a change in catalog has been answered, lists from enrollment must show it too: calls to enrollment carry this
  // position from now on.
  void CatalogChanged(int64_t position) const;

 private:
  // Whether a session counts the call, or has already: a call whose body came late is authorized twice.
  enum class Counted { kNow, kBefore };
  void Authorize(const SharedExchange& exchange, const Route& route, Counted counted,
                 std::function<void(const absl::Status& refusal)> refuse,
                 std::function<void(const Session& session)> allowed) const;
  static std::function<void(const absl::Status&)> Refusal(const SharedExchange& exchange, const Route& route);
  // RESOURCE_EXHAUSTED too_many_requests for a session that calls too often. Programs on this machine may.
  absl::Status Admit(const http::Request& request, const Session& session) const;
  struct RpcCall;
  void Succeed(const std::shared_ptr<RpcCall>& call) const;
  // Answers with whole lists that are read page by page; a change is made first.
  void SendInPages(const std::shared_ptr<RpcCall>& call, const CallIdentity& identity, absl::Duration deadline) const;
  void SucceedInPages(const std::shared_ptr<RpcCall>& call, const std::string& message) const;
  // What calls to the route's service tell it of changes in others.
  std::vector<std::pair<std::string, std::string>> PositionsFor(const Route& route) const;
  void EndWhenServiceHangs(const std::shared_ptr<RpcCall>& call) const;
  void CallWithJson(const SharedExchange& exchange, const Route& route) const;
  void CallWithForm(const SharedExchange& exchange, const Route& route) const;
  void Start(const std::shared_ptr<RpcCall>& call, const Session& session, absl::Duration deadline) const;
  void Send(const std::shared_ptr<RpcCall>& call, const CallIdentity& identity, absl::Duration deadline) const;
  // Sends a report of progress with those of other learners.
  void SendTogether(const std::shared_ptr<RpcCall>& call, const CallIdentity& identity, absl::Duration deadline) const;

  const Channels channels_;
  // One per Service.
  mutable std::array<RawStub, 4> stubs_;
  SessionCache& sessions_;
  AddressRates& rates_;
  RequestMetrics& metrics_;
  mutable KeptAnswers kept_;
  // The position of catalog's feed after the last change made through this transcoder.
  mutable std::atomic<int64_t> catalog_position_ = 0;
  const std::unique_ptr<ReportingInterval> reporting_interval_;
  mutable LearnerTotal learner_total_;
  // The lists that are being sent. These two are last, so that they end before what their answers need.
  mutable InFlightCalls whole_lists_;
  const std::unique_ptr<ReportBatches> report_batches_;
};

}  // namespace academy::edge
