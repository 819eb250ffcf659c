#include "services/auth/session_keeper.h"

#include "academy/auth/v1/sessions.pb.h"
#include "services/common/ids.h"

namespace academy::auth {
namespace {

constexpr size_t kMaxDevice = 400;
constexpr int kKeptEnded = 50;
constexpr UnixMillis kKeptFor = 90LL * 24 * 60 * 60 * 1000;

}  // namespace

std::string HashToken(const std::string& token) { return Base64Url(Sha256(token)); }

OpenedSession SessionKeeper::Open(Transaction& tx, PersonKind kind, const std::string& user_id, const Caller& caller) {
  OpenedSession opened{.token = NewToken(256), .feed_position = 0};
  if (kind == PersonKind::kLearner) {
    opened.feed_position = EndAll(tx, kind, user_id, session_reason::kSignedInElsewhere);
  }
  UnixMillis now = clock_.Now();
  ForgetEndedSessionsOf(tx.sql(), kind, user_id, kKeptEnded, now - kKeptFor);
  InsertSession(tx.sql(), {.id = NewId(now),
                           .token_hash = HashToken(opened.token),
                           .kind = kind,
                           .user_id = user_id,
                           .created_at = now,
                           .expires_at = kind == PersonKind::kManager ? now + kManagerSessionLifetime : 0,
                           .ended_at = 0,
                           .reason = {},
                           .peer = caller.peer,
                           .device = caller.device.substr(0, kMaxDevice)});
  return opened;
}

int64_t SessionKeeper::End(Transaction& tx, const std::string& session_id, const std::string& reason) {
  return TellEnded(tx, EndSession(tx.sql(), session_id, reason, clock_.Now()));
}

int64_t SessionKeeper::EndAll(Transaction& tx, PersonKind kind, const std::string& user_id, const std::string& reason,
                              const std::string& except) {
  return TellEnded(tx, EndSessionsOf(tx.sql(), kind, user_id, except, reason, clock_.Now()));
}

int64_t SessionKeeper::EndExpired(Transaction& tx) { return TellEnded(tx, EndExpiredSessions(tx.sql(), clock_.Now())); }

int64_t SessionKeeper::EndRemoved(Transaction& tx, PersonKind kind, const std::string& user_id) {
  UnixMillis now = clock_.Now();
  ForgetEndedSessionsOf(tx.sql(), kind, user_id, /*keep=*/0, now + 1);
  return EndAll(tx, kind, user_id, session_reason::kRemoved);
}

int64_t SessionKeeper::TellEnded(Transaction& tx, const std::vector<SessionRecord>& sessions) {
  int64_t position = 0;
  for (const SessionRecord& session : sessions) {
    v1::Event event;
    v1::SessionEnded* ended = event.mutable_session_ended();
    ended->set_session_id(session.id);
    ended->set_user_id(session.user_id);
    ended->set_kind(static_cast<v1::SessionKind>(session.kind));
    ended->set_reason(session.reason);
    position = feed_.Append(tx, event.SerializeAsString());
  }
  return position;
}

int64_t SessionKeeper::TellLearnerChanged(Transaction& tx, const std::string& learner_id) {
  v1::Event event;
  event.mutable_learner_changed()->set_learner_id(learner_id);
  return feed_.Append(tx, event.SerializeAsString());
}

int64_t SessionKeeper::TellLearnerRemoved(Transaction& tx, const std::string& learner_id) {
  v1::Event event;
  event.mutable_learner_removed()->set_learner_id(learner_id);
  return feed_.Append(tx, event.SerializeAsString());
}

}  // namespace academy::auth
