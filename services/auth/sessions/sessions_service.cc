#include "services/auth/sessions/sessions_service.h"

#include <vector>

#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/audit/audit_messages.h"
#include "services/auth/audit/audit_store.h"
#include "services/auth/audit/audit_trail.h"
#include "services/auth/errors.h"
#include "services/auth/sessions/session_manager.h"
#include "services/auth/sessions/session_store.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/rpc/grpc_status.h"

namespace academy::auth {
namespace {

// A stream that is refused immediately.
class RefusedStream final : public grpc::ServerWriteReactor<v1::Event> {
 public:
  explicit RefusedStream(const absl::Status& status) { Finish(ToGrpc(status)); }
  void OnDone() override { delete this; }
};

struct Person {
  std::string fullname;
  Role role = Role::kNone;
};

std::optional<Person> PersonOf(soci::session& sql, const SessionRecord& session) {
  if (session.kind == PersonKind::kManager) {
    std::optional<ManagerRecord> manager = FindManager(sql, session.person_id);
    return manager.has_value() ? std::optional(Person{manager->fullname, manager->role}) : std::nullopt;
  }
  std::optional<LearnerRecord> learner = FindLearner(sql, session.person_id);
  return learner.has_value() ? std::optional(Person{learner->fullname}) : std::nullopt;
}

}  // namespace

absl::StatusOr<v1::CheckSessionResponse> SessionsService::CheckSession(const Caller& caller,
                                                                       const v1::CheckSessionRequest& request) {
  ASSIGN_OR_RETURN(CheckedSession checked, FindLiveSession(request));
  SessionRecord& session = checked.session;
  if (UnixMillis due = deps_.sessions.NextUseOf(session); request.used() && due > 0 && due <= deps_.clock.Now()) {
    absl::Status recorded = deps_.database.Write([&](Transaction& tx) -> absl::Status {
      deps_.sessions.RecordUse(tx, session);
      return absl::OkStatus();
    });
    // The caller is not refused for that: the next use is recorded an hour later.
    if (!recorded.ok()) LogWarning("use of a session not recorded", {{"error", MessageOf(recorded)}});
  }

  v1::CheckSessionResponse response;
  response.set_kind(static_cast<v1::SessionKind>(session.kind));
  response.set_session_id(session.id);
  response.set_person_id(session.person_id);
  response.set_fullname(checked.fullname);
  response.set_role(std::string(RoleText(checked.role)));
  if (std::optional<SessionEnd> end = deps_.sessions.EndOf(session)) response.set_expires_at_ms(end->at);
  response.set_next_use_ms(deps_.sessions.NextUseOf(session));
  response.set_feed_position(checked.feed_position);
  response.set_recent_until_ms(session.recent_until);
  response.set_in_setup(checked.in_setup);
  return response;
}

absl::StatusOr<SessionsService::CheckedSession> SessionsService::FindLiveSession(
    const v1::CheckSessionRequest& request) {
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<CheckedSession> {
    std::optional<SessionRecord> session = request.token().empty()
                                               ? FindSession(sql, request.session_id())
                                               : FindSessionByToken(sql, HashToken(request.token()));
    if (!session.has_value()) return error::Unauthenticated();
    if (session->ended_at > 0) return error::SessionEnded(session->reason);
    // The sweep that stores the end runs later.
    std::optional<SessionEnd> end = deps_.sessions.EndOf(*session);
    if (end.has_value() && end->at <= deps_.clock.Now()) return error::SessionEnded(end->reason);
    std::optional<Person> person = PersonOf(sql, *session);
    if (!person.has_value()) return error::SessionEnded(session_reason::kRemoved);
    bool in_setup = session->kind == PersonKind::kManager && deps_.factors.InSetup(sql, session->person_id);
    return CheckedSession{.session = *session,
                          .fullname = person->fullname,
                          .role = person->role,
                          .feed_position = FeedHead(sql),
                          .in_setup = in_setup};
  });
}

absl::StatusOr<v1::FindTakeoverResponse> SessionsService::FindTakeover(const Caller& caller,
                                                                       const v1::FindTakeoverRequest& request) {
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<v1::FindTakeoverResponse> {
    std::optional<SessionRecord> session = FindSessionByToken(sql, HashToken(request.token()));
    if (!session.has_value() || session->reason != session_reason::kSignedInElsewhere) return error::SessionNotFound();
    std::optional<SessionRecord> next = FindSuccessor(sql, *session);
    if (!next.has_value()) return error::SessionNotFound();
    v1::FindTakeoverResponse response;
    response.mutable_takeover()->set_signed_in_at(FormatTime(next->created_at));
    response.mutable_takeover()->set_device(next->device);
    return response;
  });
}

absl::StatusOr<v1::SignOutLiveResponse> SessionsService::SignOutLive(const Caller& caller,
                                                                     const v1::SignOutLiveRequest& request) {
  v1::AppendEventsRequest recorded;
  *recorded.add_events() = request.event();
  ASSIGN_OR_RETURN(std::vector<AuditRecord> events, ReadEvents(recorded));
  RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    if (HasAuditEvent(tx.sql(), events.front().id)) return absl::OkStatus();
    deps_.audit.Append(tx, events);
    deps_.sessions.AppendLearnerSignedOut(tx, events.front().subject.id);
    return absl::OkStatus();
  }));
  return v1::SignOutLiveResponse();
}

grpc::ServerWriteReactor<v1::Event>* SessionsService::Watch(grpc::CallbackServerContext* context,
                                                            const v1::WatchRequest* request) {
  static const RpcMethod rpc = FindRpcMethod(v1::WatchRequest::descriptor(), "Watch");
  absl::StatusOr<Caller> caller = rpc_.CallerOf(*context, rpc);
  if (!caller.ok()) return new RefusedStream(caller.status());
  return new FeedStream<v1::Event>(pump_, request->after());
}

}  // namespace academy::auth
