#include "services/auth/sessions/session_manager.h"

#include <algorithm>

#include "academy/auth/v1/sessions.pb.h"
#include "services/auth/errors.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/base64.h"

namespace academy::auth {
namespace {

constexpr size_t kMaxDevice = 400;
constexpr int kKeptEnded = 50;
constexpr absl::Duration kKeepEnded = absl::Hours(90 * 24);
constexpr int kEndedAtOnce = 1000;
constexpr absl::Duration kUseInterval = absl::Hours(1);
// Use is recorded at least this often within the idle limit.
constexpr int kRecordsPerIdleLimit = 10;

}  // namespace

std::string HashToken(const std::string& token) { return Base64Url(Sha256(token)); }

OpenedSession SessionManager::Open(Transaction& tx, PersonKind kind, const std::string& person_id,
                                   const Caller& caller) {
  OpenedSession opened{.token = NewToken(256), .feed_position = 0};
  if (kind == PersonKind::kLearner) {
    opened.feed_position = EndAll(tx, kind, person_id, session_reason::kSignedInElsewhere);
  }
  UnixMillis now = clock_.Now();
  ForgetEndedSessionsOf(tx.sql(), kind, person_id, kKeptEnded, now - kKeepEnded);
  InsertSession(tx.sql(), {.id = NewId(now),
                           .token_hash = HashToken(opened.token),
                           .kind = kind,
                           .person_id = person_id,
                           .created_at = now,
                           .expires_at = kind == PersonKind::kManager ? now + kManagerSessionLifetime : 0,
                           .ended_at = 0,
                           .reason = {},
                           .remote_address = caller.remote_address,
                           .device = caller.device.substr(0, kMaxDevice),
                           .last_used_at = now,

                           .recent_until = now + kRecentFor});
  return opened;
}

absl::Status SessionManager::MakeRecent(Transaction& tx, const std::string& session_id) {
  bool lives = SetRecentUntil(tx.sql(), session_id, clock_.Now() + kRecentFor);
  return lives ? absl::OkStatus() : error::Unauthenticated();
}

int64_t SessionManager::End(Transaction& tx, const std::string& session_id, const std::string& reason) {
  return AppendSessionEnded(tx, EndSession(tx.sql(), session_id, reason, clock_.Now()));
}

int64_t SessionManager::EndAll(Transaction& tx, PersonKind kind, const std::string& person_id,
                               const std::string& reason, const std::string& except) {
  return AppendSessionEnded(tx, EndSessionsOf(tx.sql(), kind, person_id, except, reason, clock_.Now()));
}

int64_t SessionManager::EndExpired(Transaction& tx) {
  UnixMillis now = clock_.Now();
  int64_t position = AppendSessionEnded(tx, EndExpiredSessions(tx.sql(), now));
  if (limits_.max > absl::ZeroDuration()) {
    position = std::max(
        position, AppendSessionEnded(tx, EndLearnerSessionsOpenedBy(tx.sql(), now - limits_.max, kEndedAtOnce, now)));
  }
  if (limits_.idle > absl::ZeroDuration()) {
    position = std::max(position, AppendSessionEnded(tx, EndLearnerSessionsUnusedSince(tx.sql(), now - limits_.idle,
                                                                                       kEndedAtOnce, now)));
  }
  return position;
}

std::optional<SessionEnd> SessionManager::EndOf(const SessionRecord& session) const {
  std::optional<SessionEnd> end;
  auto consider = [&end](UnixMillis at, const char* reason) {
    if (!end.has_value() || at < end->at) end = SessionEnd{.at = at, .reason = reason};
  };
  if (session.expires_at > 0) consider(session.expires_at, session_reason::kExpired);
  if (session.kind != PersonKind::kLearner) return end;
  if (limits_.max > absl::ZeroDuration()) consider(session.created_at + limits_.max, session_reason::kExpired);
  if (limits_.idle > absl::ZeroDuration() && session.last_used_at > 0) {
    consider(session.last_used_at + limits_.idle, session_reason::kIdle);
  }
  return end;
}

UnixMillis SessionManager::NextUseOf(const SessionRecord& session) const {
  if (session.kind != PersonKind::kLearner) return 0;
  // Recorded without a limit too, so that a limit set later finds the real last use.
  bool limited = limits_.idle > absl::ZeroDuration();
  return session.last_used_at + (limited ? std::min(kUseInterval, limits_.idle / kRecordsPerIdleLimit) : kUseInterval);
}

void SessionManager::RecordUse(Transaction& tx, SessionRecord& session) {
  session.last_used_at = clock_.Now();
  RecordSessionUse(tx.sql(), session.id, session.last_used_at);
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

int64_t SessionManager::AppendManagerChanged(Transaction& tx, const std::string& manager_id) {
  v1::Event event;
  event.mutable_manager_changed()->set_manager_id(manager_id);
  return feed_.Append(tx, event.SerializeAsString());
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

int64_t SessionManager::AppendLearnerBinned(Transaction& tx, const std::string& learner_id) {
  v1::Event event;
  event.mutable_learner_binned()->set_learner_id(learner_id);
  return feed_.Append(tx, event.SerializeAsString());
}

int64_t SessionManager::AppendLearnerRestored(Transaction& tx, const std::string& learner_id) {
  v1::Event event;
  event.mutable_learner_restored()->set_learner_id(learner_id);
  return feed_.Append(tx, event.SerializeAsString());
}

int64_t SessionManager::AppendLearnerSignedOut(Transaction& tx, const std::string& learner_id) {
  v1::Event event;
  event.mutable_learner_signed_out()->set_learner_id(learner_id);
  return feed_.Append(tx, event.SerializeAsString());
}

}  // namespace academy::auth
