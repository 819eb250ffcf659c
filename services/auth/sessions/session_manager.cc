#include "services/auth/sessions/session_manager.h"

#include "academy/auth/v1/sessions.pb.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/base64.h"

namespace academy::auth {
namespace {

constexpr size_t kMaxDevice = 400;
constexpr int kKeptEnded = 50;
constexpr UnixMillis kKeptFor = 90LL * 24 * 60 * 60 * 1000;

}  // namespace

std::string HashToken(const std::string& token) { return Base64Url(Sha256(token)); }

OpenedSession SessionManager::Open(Transaction& tx, PersonKind kind, const std::string& person_id,
                                   const Caller& caller) {
  OpenedSession opened{.token = NewToken(256), .feed_position = 0};
  if (kind == PersonKind::kLearner) {
    opened.feed_position = EndAll(tx, kind, person_id, session_reason::kSignedInElsewhere);
  }
  UnixMillis now = clock_.Now();
  ForgetEndedSessionsOf(tx.sql(), kind, person_id, kKeptEnded, now - kKeptFor);
  InsertSession(tx.sql(), {.id = NewId(now),
                           .token_hash = HashToken(opened.token),
                           .kind = kind,
                           .person_id = person_id,
                           .created_at = now,
                           .expires_at = kind == PersonKind::kManager ? now + kManagerSessionLifetime : 0,
                           .ended_at = 0,
                           .reason = {},
                           .remote_address = caller.remote_address,
                           .device = caller.device.substr(0, kMaxDevice)});
  return opened;
}

int64_t SessionManager::End(Transaction& tx, const std::string& session_id, const std::string& reason) {
  return AppendSessionEnded(tx, EndSession(tx.sql(), session_id, reason, clock_.Now()));
}

int64_t SessionManager::EndAll(Transaction& tx, PersonKind kind, const std::string& person_id,
                               const std::string& reason, const std::string& except) {
  return AppendSessionEnded(tx, EndSessionsOf(tx.sql(), kind, person_id, except, reason, clock_.Now()));
}

int64_t SessionManager::EndExpired(Transaction& tx) {
  return AppendSessionEnded(tx, EndExpiredSessions(tx.sql(), clock_.Now()));
}

int64_t SessionManager::EndRemoved(Transaction& tx, PersonKind kind, const std::string& person_id) {
  UnixMillis now = clock_.Now();
  ForgetEndedSessionsOf(tx.sql(), kind, person_id, /*keep=*/0, now + 1);
  return EndAll(tx, kind, person_id, session_reason::kRemoved);
}

int64_t SessionManager::AppendSessionEnded(Transaction& tx, const std::vector<SessionRecord>& sessions) {
  int64_t position = 0;
  for (const SessionRecord& session : sessions) {
    v1::Event event;
    v1::SessionEnded* ended = event.mutable_session_ended();
    ended->set_session_id(session.id);
    ended->set_person_id(session.person_id);
    ended->set_kind(static_cast<v1::SessionKind>(session.kind));
    ended->set_reason(session.reason);
    position = feed_.Append(tx, event.SerializeAsString());
  }
  return position;
}

int64_t SessionManager::AppendLearnerChanged(Transaction& tx, const std::string& learner_id) {
  v1::Event event;
  event.mutable_learner_changed()->set_learner_id(learner_id);
  return feed_.Append(tx, event.SerializeAsString());
}

int64_t SessionManager::AppendLearnerRemoved(Transaction& tx, const std::string& learner_id) {
  v1::Event event;
  event.mutable_learner_removed()->set_learner_id(learner_id);
  return feed_.Append(tx, event.SerializeAsString());
}

}  // namespace academy::auth
