#include "edge/api/transcoder.h"

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/slice.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/match.h"
#include "absl/time/clock.h"
#include "edge/access/device_cookie.h"
#include "edge/api/reports/report_batches.h"
#include "edge/api/reports/reporting_interval.h"
#include "edge/api/request/form_body.h"
#include "edge/api/request/request_reader.h"
#include "edge/json/wire_writer.h"
#include "edge/json/writer.h"
#include "edge/upstream/health.h"
#include "edge/upstream/http_status.h"
#include "edge/upstream/idempotency_key.h"
#include "services/platform/base/error_result.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/base/steady_time.h"
#include "services/platform/feed/positions.h"
#include "services/platform/net/address_groups.h"

namespace academy::edge {
namespace {

constexpr size_t kMaxToken = 512;
constexpr size_t kMaxDevice = 200;
constexpr absl::Duration kMinTimeout = absl::Milliseconds(200);
// Bytes of a serialized answer that may be worth keeping.
constexpr size_t kMinKept = 2048;

// gRPC metadata takes visible ASCII only and aborts the process on anything else.
std::string Visible(std::string_view text, size_t longest) {
  std::string visible;
  for (char c : text.substr(0, longest)) visible += c >= ' ' && c < 0x7f ? c : '?';
  return visible;
}

int64_t FeedPosition(const grpc::ClientContext& context) {
  const auto& trailers = context.GetServerTrailingMetadata();
  auto found = trailers.find(kFeedPositionKey);
  int64_t position = 0;
  if (found != trailers.end()) std::from_chars(found->second.begin(), found->second.end(), position);
  return position;
}

// The token that the caller's browser keeps from now on; empty if it keeps what it has.
std::string NewDeviceToken(const grpc::ClientContext& context) {
  const auto& trailers = context.GetServerTrailingMetadata();
  auto found = trailers.find(kNewDeviceTokenKey);
  return found == trailers.end() ? "" : std::string(found->second.begin(), found->second.end());
}

// Whether a session is of the kind that a call is for: a manager's with at least that role, or a learner's for kNone.
absl::Status MayCall(const Session& session, Role least) {
  Caller caller{.kind = session.kind, .role = session.role};
  return least == Role::kNone ? RequireLearner(caller) : RequireRole(caller, least);
}

// Writes a serialized message of the type of `prototype` as JSON. False when it cannot be read.
bool AppendMessage(const google::protobuf::Message& prototype, std::string_view wire, std::string& json) {
  if (AppendJsonOfWire(prototype.GetDescriptor(), wire, json)) return true;
  std::unique_ptr<google::protobuf::Message> message(prototype.New());
  if (!message->ParseFromArray(wire.data(), static_cast<int>(wire.size()))) return false;
  AppendJson(*message, json);
  return true;
}

// A service's serialized answer as JSON; nullopt when it cannot be read.
std::optional<std::string> JsonOf(const Route& route, const grpc::Slice& wire) {
  std::string json;
  if (!AppendMessage(*route.response, {reinterpret_cast<const char*>(wire.begin()), wire.size()}, json)) {
    return std::nullopt;
  }
  return json;
}

// The JSON of what an error says is there instead, which is of the type of the response's `result`; empty for an error
// that says nothing.
std::string ResultJson(const Route& route, const absl::Status& status) {
  std::string json;
  const google::protobuf::FieldDescriptor* field = ResultField(route.response->GetDescriptor());
  std::string wire = field == nullptr ? "" : ResultOf(status);
  if (wire.empty()) return json;
  const google::protobuf::Message* prototype =
      route.response->GetReflection()->GetMessageFactory()->GetPrototype(field->message_type());
  if (!AppendMessage(*prototype, wire, json)) json.clear();
  return json;
}

http::KnownCaller KnownCallerOf(const Session& session) {
  return {.kind = session.kind == CallerKind::kManager ? "manager" : "learner",
          .id = session.person_id,
          .session_id = session.session_id};
}

// Nobody but this machine's own programs comes from there, unless a proxy says who does.
bool IsOwnProgram(const http::Request& request) { return IsLoopback(request.remote_address) && !request.proxied; }

}  // namespace

struct Transcoder::RpcCall {
  RpcCall(SharedExchange from, const Route& by)
      : exchange(std::move(from)), route(&by), request(route->request->New()) {}

  const SharedExchange exchange;
  const Route* const route;
  const std::unique_ptr<google::protobuf::Message> request;
  grpc::ByteBuffer response;
  grpc::ClientContext context;
  // Of a call whose lists are read page by page.
  bool in_pages = false;
  CallIdentity identity;
  std::string idempotency_key;
  // Seconds until the next report; 0 in answers that do not say.
  size_t report_interval = 0;
  absl::Time begun;

  void Fail(const absl::Status& status) const {
    exchange->Send(FailureOf(status, exchange->request().id, route->success_flag, ResultJson(*route, status)));
  }
  // With a serialized response that came without a call of its own.
  void SucceedWith(std::string_view wire) const {
    http::Response answer = Head();
    if (!AppendMessage(*route->response, wire, answer.body)) return FailUnreadable();
    exchange->Send(std::move(answer));
  }
  // What the answer has besides its body.
  http::Response Head() const {
    http::Response answer;
    answer.status = route->success;
    answer.headers.emplace_back("Content-Type", "application/json; charset=utf-8");
    answer.headers.emplace_back("Cache-Control", "no-store");
    if (report_interval > 0) answer.headers.emplace_back(kReportIntervalField, std::to_string(report_interval));
    if (std::string token = NewDeviceToken(context); !token.empty()) {
      answer.headers.emplace_back("Set-Cookie", DeviceCookie(token, exchange->request().secure));
    }
    if (IsReplayed(context)) MarkReplayed(answer);
    return answer;
  }
  void FailUnreadable() const {
    LogError("unreadable answer", {{"rpc", route->rpc}, {"requestId", exchange->request().id}});
    Fail(Error(absl::StatusCode::kInternal, "internal", "There are a system error, please try again later"));
  }
  // Null when the answer cannot be read. A learner's answer is nobody else's, and so not worth keeping.
  KeptAnswers::Answer Text(const grpc::Slice& wire, KeptAnswers& kept) const {
    auto make = [&] { return JsonOf(*route, wire); };
    if (route->access != Access::kLearner) return kept.Get(route->response, wire, make);
    std::optional<std::string> json = make();
    if (!json) return nullptr;
    return std::make_shared<const CompressedText>(*std::move(json), CompressedText::Kind::kData);
  }
};

std::string BearerToken(const http::Request& request) {
  std::string_view field = request.Field("authorization");
  // RFC 9110 section 11.1: the scheme's name is case-insensitive.
  if (field.size() < 7 || !absl::EqualsIgnoreCase(absl::string_view(field.data(), 7), "bearer ")) return "";
  std::string_view token = field.substr(7);
  return token.size() <= kMaxToken ? std::string(token) : "";
}

Caller CallerOf(const http::Request& request, const Session& session) {
  return {.kind = session.kind,
          .id = session.person_id,
          .session_id = session.session_id,
          .role = session.role,
          .in_setup = session.in_setup,
          .request_id = request.id,
          .trace = request.trace,
          .remote_address = request.remote_address,
          .device = Visible(request.Field("user-agent"), kMaxDevice),
          // Arabic is the academy's default.
          .language = request.Field("accept-language").starts_with("en") ? "en" : "ar"};
}

Transcoder::Transcoder(const Channels& channels, SessionCache& sessions, AddressRates& rates, RequestMetrics& metrics)
    : channels_(channels),
      stubs_{RawStub(channels.To(Service::kAuth)), RawStub(channels.To(Service::kCatalog)),
             RawStub(channels.To(Service::kEnrollment)), RawStub(channels.To(Service::kPresence))},
      sessions_(sessions),
      rates_(rates),
      metrics_(metrics),
      reporting_interval_(std::make_unique<ReportingInterval>()),
      learner_total_(channels.To(Service::kAuth)),
      report_batches_(std::make_unique<ReportBatches>(channels.enrollment)) {}

Transcoder::~Transcoder() = default;

CallIdentity Transcoder::IdentityOf(const http::Request& request, const Session& session) const {
  return {.caller = CallerOf(request, session)};
}

absl::Status Transcoder::Admit(const http::Request& request, const Session& session) const {
  if (IsOwnProgram(request)) return absl::OkStatus();
  return TooMany(rates_.Admit(session.session_id));
}

std::function<void(const absl::Status&)> Transcoder::Refusal(const SharedExchange& exchange, const Route& route) {
  return [exchange, flag = route.success_flag](const absl::Status& status) {
    exchange->Send(FailureOf(status, exchange->request().id, flag));
  };
}

void Transcoder::Authorize(const SharedExchange& exchange, const Route& route,
                           std::function<void(const Session& session)> allowed) const {
  Authorize(exchange, route, Counted::kNow, Refusal(exchange, route), std::move(allowed));
}

void Transcoder::Authorize(const SharedExchange& exchange, const Route& route,
                           std::function<void(const absl::Status& refusal)> refuse,
                           std::function<void(const Session& session)> allowed) const {
  Authorize(exchange, route, Counted::kNow, std::move(refuse), std::move(allowed));
}

void Transcoder::Authorize(const SharedExchange& exchange, const Route& route, Counted counted,
                           std::function<void(const absl::Status& refusal)> refuse,
                           std::function<void(const Session& session)> allowed) const {
  if (route.access == Access::kPublic) return allowed(Session());
  Role least = LeastRole(route.access);
  std::string token = BearerToken(exchange->request());
  auto past_setup = [this, token, refuse, recent = route.recent,
                     allowed = std::move(allowed)](const absl::StatusOr<Session>& session) {
    if (!session.ok()) return refuse(session.status());
    if (!recent) return allowed(*session);
    sessions_.RequireRecent(token, *session, [session = *session, refuse, allowed](const absl::Status& checked) {
      if (!checked.ok()) return refuse(checked);
      allowed(session);
    });
  };
  const http::Request& request = exchange->request();
  std::string address = IsOwnProgram(request) ? "" : request.remote_address;
  sessions_.FindByToken(token, address, {.request_id = request.id, .trace = request.trace},
                        [this, exchange, token, counted, least, refuse, in_setup = route.in_setup,
                         past_setup = std::move(past_setup)](const absl::StatusOr<Session>& session) {
                          if (!session.ok()) return refuse(session.status());
                          exchange->set_caller(KnownCallerOf(*session));
                          if (counted == Counted::kNow) {
                            if (absl::Status admitted = Admit(exchange->request(), *session); !admitted.ok())
                              return refuse(admitted);
                          }
                          if (absl::Status may = MayCall(*session, least); !may.ok()) return refuse(may);
                          if (in_setup) return past_setup(session);
                          sessions_.RequireNoSetup(token, *session, past_setup);
                        });
}

void Transcoder::AuthorizeWhole(const SharedExchange& exchange, const Route& route,
                                std::function<void(const Session& session)> allowed) const {
  Authorize(exchange, route, [this, exchange, &route, allowed = std::move(allowed)](const Session& session) {
    if (exchange->body_collected()) return allowed(session);
    exchange->CollectBody(/*stranger=*/route.access == Access::kPublic, [this, exchange, &route, allowed] {
      Authorize(exchange, route, Counted::kBefore, Refusal(exchange, route), allowed);
    });
  });
}

void Transcoder::Call(const SharedExchange& exchange, const Route& route) const {
  if (route.multipart) return CallWithForm(exchange, route);
  CallWithJson(exchange, route);
}

void Transcoder::CallWithJson(const SharedExchange& exchange, const Route& route) const {
  AuthorizeWhole(exchange, route, [this, exchange, &route](const Session& session) {
    absl::Duration deadline = SteadyNow() + route.timeout;
    auto call = std::make_shared<RpcCall>(exchange, route);
    absl::Status read = ReadRequest(route, exchange->request(), *call->request);
    if (!read.ok()) return call->Fail(read);
    Start(call, session, deadline);
  });
}

// A form is read only for an authorized caller. The session is checked again when the form is complete, because it may
// have ended meanwhile.
void Transcoder::CallWithForm(const SharedExchange& exchange, const Route& route) const {
  Authorize(exchange, route, [this, exchange, &route](const Session&) {
    ReadForm(exchange, route.max_body, [this, exchange, &route](std::vector<http::FormPart> parts) {
      absl::Duration deadline = SteadyNow() + route.timeout;
      auto call = std::make_shared<RpcCall>(exchange, route);
      absl::Status read = ReadFormParts(std::move(parts), *call->request);
      if (!read.ok()) return call->Fail(read);
      Authorize(exchange, route, Counted::kBefore, Refusal(exchange, route),
                [this, call, deadline](const Session& session) { Start(call, session, deadline); });
    });
  });
}

void Transcoder::CatalogChanged(int64_t position) const {
  int64_t known = catalog_position_;
  while (known < position && !catalog_position_.compare_exchange_weak(known, position)) {
  }
}

void Transcoder::Succeed(const std::shared_ptr<RpcCall>& answered) const {
  RpcCall& call = *answered;
  grpc::Slice wire;
  if (!call.response.TrySingleSlice(&wire).ok() && !call.response.DumpToSingleSlice(&wire).ok()) {
    return call.FailUnreadable();
  }
  if (call.in_pages) {
    std::unique_ptr<google::protobuf::Message> changed(call.route->response->New());
    if (!changed->ParseFromArray(wire.begin(), static_cast<int>(wire.size()))) return call.FailUnreadable();
    const google::protobuf::FieldDescriptor* message = changed->GetDescriptor()->FindFieldByName("message");
    return SucceedInPages(answered, changed->GetReflection()->GetString(*changed, message));
  }
  http::Response answer = call.Head();
  if (call.route->secret || wire.size() < kMinKept) {
    std::optional<std::string> json = JsonOf(*call.route, wire);
    if (!json) return call.FailUnreadable();
    answer.body = *std::move(json);
  } else {
    KeptAnswers::Answer text = call.Text(wire, kept_);
    if (text == nullptr) return call.FailUnreadable();
    text->AddTo(answer, call.exchange->request());
  }
  call.exchange->Send(std::move(answer));
}

void Transcoder::SendInPages(const std::shared_ptr<RpcCall>& call, const CallIdentity& identity,
                             absl::Duration deadline) const {
  call->in_pages = true;
  call->identity = identity;
  if (!call->route->writes) return SucceedInPages(call, "");
  // Of the lists after the change only this is read from its own answer.
  call->request->GetReflection()->SetInt32(call->request.get(),
                                           call->request->GetDescriptor()->FindFieldByName("limit"), 1);
  Send(call, identity, deadline);
}

void Transcoder::SucceedInPages(const std::shared_ptr<RpcCall>& call, const std::string& message) const {
  const absl::Time begun = absl::Now();
  OpenWholeList({.stub = stubs_[static_cast<size_t>(call->route->service)],
                 .route = *call->route,
                 .identity = call->identity,
                 .metadata = PositionsFor(*call->route),
                 .hold = whole_lists_.Add()},
                *call->request, message, [this, call, begun](absl::StatusOr<std::shared_ptr<http::BodySource>> list) {
                  if (!call->route->writes) metrics_.ObserveCall(call->route->path, absl::Now() - begun);
                  if (!list.ok()) return call->Fail(list.status());
                  http::Response answer = call->Head();
                  answer.source = *std::move(list);
                  answer.source_length = http::Response::kUnknownLength;
                  call->exchange->Send(std::move(answer));
                });
}

std::vector<std::pair<std::string, std::string>> Transcoder::PositionsFor(const Route& route) const {
  int64_t catalog_position = catalog_position_;
  if (catalog_position == 0 || route.service != Service::kEnrollment) return {};
  return {{kCatalogPositionKey, std::to_string(catalog_position)}};
}

// Makes a long call fail fast when its service hangs: if the health probe, which a healthy service always answers, gets
// no answer, the call ends as early as an ordinary call would.
void Transcoder::EndWhenServiceHangs(const std::shared_ptr<RpcCall>& call) const {
  AskHealth(channels_.To(call->route->service), kOrdinaryTimeout,
            [weak = std::weak_ptr<RpcCall>(call)](const grpc::Status& status, bool) {
              if (status.error_code() != grpc::StatusCode::DEADLINE_EXCEEDED) return;
              if (std::shared_ptr<RpcCall> waiting = weak.lock()) waiting->context.TryCancel();
            });
}

void Transcoder::Start(const std::shared_ptr<RpcCall>& call, const Session& session, absl::Duration deadline) const {
  const Route& route = *call->route;
  if (route.writes) {
    absl::StatusOr<std::string> key = IdempotencyKeyOf(call->exchange->request());
    if (!key.ok()) return call->Fail(key.status());
    call->idempotency_key = *std::move(key);
  }
  CallIdentity identity = IdentityOf(call->exchange->request(), session);
  if (route.reports_progress) {
    call->report_interval = reporting_interval_->Next(session.session_id, SteadyNow());
    // A key's first answer is stored by the rpc.
    if (call->idempotency_key.empty()) return SendTogether(call, identity, deadline);
  }
  // Whoever has a session is recognized by it.
  if (route.access == Access::kPublic) identity.caller.device_token = DeviceTokenOf(call->exchange->request());
  if (!route.lists.empty() && IsWhole(*call->request)) {
    return learner_total_.Get(identity, [this, call, identity, deadline](int64_t learners) {
      if (learners <= call->route->whole_up_to) return Send(call, identity, deadline);
      SendInPages(call, identity, deadline);
    });
  }
  if (!route.prepare) return Send(call, identity, deadline);
  route.prepare(channels_, identity, *call->request, [this, call, identity, deadline](const absl::Status& prepared) {
    if (!prepared.ok()) return call->Fail(prepared);
    Send(call, identity, deadline);
  });
}

void Transcoder::SendTogether(const std::shared_ptr<RpcCall>& call, const CallIdentity& identity,
                              absl::Duration deadline) const {
  enrollment::v1::LearnerReport report;
  report.set_learner_id(identity.caller.id);
  report.set_request_id(identity.caller.request_id);
  report.mutable_report()->CopyFrom(*call->request);
  call->begun = absl::Now();
  report_batches_->Send(std::move(report), deadline, [this, call, identity, deadline](ReportBatches::Answer answer) {
    if (answer.ok() && !answer->has_value()) return Send(call, identity, deadline);
    const absl::Duration took = absl::Now() - call->begun;
    metrics_.ObserveCall(call->route->path, took);
    if (took >= kLongCall && channels_.notes != nullptr) {
      channels_.notes->OnLongCall({.service = "enrollment", .request_id = call->exchange->request().id, .took = took});
    }
    if (!answer.ok()) return call->Fail(answer.status());
    call->SucceedWith(**answer);
  });
}

void Transcoder::Send(const std::shared_ptr<RpcCall>& call, const CallIdentity& identity,
                      absl::Duration deadline) const {
  // Time already spent in `prepare` counts, but a call gets at least kMinTimeout.
  PrepareContext(call->context, identity, std::max(deadline - SteadyNow(), kMinTimeout));
  for (const auto& [key, value] : PositionsFor(*call->route)) call->context.AddMetadata(key, value);
  AddIdempotencyKey(call->context, call->idempotency_key);
  call->begun = absl::Now();
  stubs_[static_cast<size_t>(call->route->service)].UnaryCall(
      &call->context, call->route->method_path, {}, call->request.get(), &call->response,
      [this, call](const grpc::Status& status) {
        metrics_.ObserveCall(call->route->path, absl::Now() - call->begun);
        if (!status.ok()) return call->Fail(FromService(status));
        int64_t position = FeedPosition(call->context);
        if (position > 0 && call->route->service == Service::kCatalog) {
          CatalogChanged(position);
          position = 0;
        }
        // The answer is converted elsewhere: other calls wait for this thread.
        if (position == 0) return call->exchange->RunOnWorker([this, call] { Succeed(call); });
        // Once a client has been told that a session ended, this edge must refuse the session too.
        sessions_.WhenReached(position, [this, call] { Succeed(call); });
      });
  if (call->route->timeout > kOrdinaryTimeout) EndWhenServiceHangs(call);
}

}  // namespace academy::edge
