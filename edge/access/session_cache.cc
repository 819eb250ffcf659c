#include "edge/access/session_cache.h"

#include <grpcpp/alarm.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "edge/upstream/http_status.h"
#include "edge/upstream/unary_call.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/encoding/base64.h"

namespace academy::edge {
namespace {

using Async = auth::v1::Sessions::StubInterface::async_interface;

constexpr size_t kMaxSessions = 100'000;
constexpr size_t kMaxEnded = 20'000;
constexpr size_t kMaxChanges = 20'000;
constexpr std::chrono::seconds kMaxWait(2);
// How soon a use is reported again when the report got no answer.
constexpr absl::Duration kReportUseAgain = absl::Minutes(1);
// Shorter than the timeout of any call to a service.
constexpr absl::Duration kAskTimeout = absl::Seconds(1);

CallIdentity Edge() { return {.caller = {.kind = CallerKind::kService, .id = "edge"}}; }

CallerKind KindOf(auth::v1::SessionKind kind) {
  if (kind == auth::v1::SESSION_KIND_MANAGER) return CallerKind::kManager;
  return kind == auth::v1::SESSION_KIND_LEARNER ? CallerKind::kLearner : CallerKind::kAnonymous;
}

// Whether NewToken could have made it. Any other text is no session's token, and text that is not UTF-8 could not be
// sent to auth at all.
bool MayBeToken(std::string_view token) { return !token.empty() && IsBase64Url(token); }

}  // namespace

absl::Status SessionEndedError(std::string_view reason) {
  std::string_view text = "Please sign in again";
  if (reason == "unauthenticated") text = "Please sign in";
  if (reason == "signed_in_elsewhere") {
    text = "Your account was signed in from another device or browser, You are not authorized to access this resource.";
  }
  return Error(absl::StatusCode::kUnauthenticated, reason, text);
}

// Cancelling the alarm fires it immediately, so `done` is called once, from the alarm, whether the position was reached
// or the wait timed out.
struct SessionCache::Waiter {
  int64_t position = 0;
  grpc::Alarm alarm;
};

SessionCache::SessionCache(const std::shared_ptr<grpc::Channel>& auth, AddressRates& rates, const Clock& clock,
                           FeedListener<auth::v1::Event> also)
    : auth_(auth),
      rates_(rates),
      identity_(Edge()),
      clock_(clock),
      feed_(mutex_, "auth", identity_,
            {.open =
                 [this](grpc::ClientContext& context, const FeedPlace& after, BlockingReader<auth::v1::Event>& reader) {
                   OpenWatch<auth::v1::WatchRequest>(auth_, context, after, reader);
                 },
             .drop =
                 [this](const auth::v1::Event& event) {
                   mutex_.AssertHeld();
                   Drop(event);
                 },
             .drop_all =
                 [this] {
                   mutex_.AssertHeld();
                   ForgetAll();
                 },
             .moved = [this] { WakeReached(); },
             .also = std::move(also)}) {}

void SessionCache::FindByToken(const std::string& token, const std::string& address, const LookupFor& lookup,
                               Found found) {
  if (!MayBeToken(token)) return found(SessionEndedError("unauthenticated"));
  std::string hash = Sha256(token);
  Session session;
  bool use_due = false;
  bool counts = !address.empty();
  {
    absl::ReaderMutexLock lock(&mutex_);
    counts = counts && !live_tokens_.contains(hash);
    if (auto id = id_of_token_.find(hash); id != id_of_token_.end()) {
      if (const Known* known = Usable(id->second); known != nullptr) {
        session = known->session;
        use_due = UseDue(*known);
      }
    }
  }
  if (use_due) ReportUse(session.session_id);
  if (session.kind != CallerKind::kAnonymous) return found(std::move(session));
  // Counted before auth answers, so that calls at the same time count too.
  if (counts) {
    if (absl::Status admitted = TooMany(rates_.Admit(address)); !admitted.ok()) return found(admitted);
  }
  auth::v1::CheckSessionRequest request;
  request.set_token(token);
  request.set_used(true);
  Ask(
      std::move(request), hash,
      [this, hash, counts, address, found = std::move(found)](absl::StatusOr<Session> answer) {
        bool unknown = absl::IsUnauthenticated(answer.status());
        if (counts && !unknown) rates_.Refund(address);
        NoteToken(hash, answer.ok(), unknown);
        found(std::move(answer));
      },
      lookup);
}

void SessionCache::NoteToken(const std::string& token_hash, bool live, bool unknown) {
  absl::MutexLock lock(&mutex_);
  if (unknown) live_tokens_.erase(token_hash);
  if (!live) return;
  if (live_tokens_.size() >= kMaxSessions) live_tokens_.clear();
  live_tokens_.insert(token_hash);
}

void SessionCache::FindById(const std::string& session_id, Found found) {
  Find(session_id, /*used=*/true, std::move(found));
}

void SessionCache::LookAt(const std::string& session_id, Found found) {
  Find(session_id, /*used=*/false, std::move(found));
}

void SessionCache::Find(const std::string& session_id, bool used, Found found) {
  Session session;
  std::string ended;
  bool use_due = false;
  {
    absl::ReaderMutexLock lock(&mutex_);
    if (const Known* known = Usable(session_id); known != nullptr) {
      session = known->session;
      use_due = used && UseDue(*known);
    }
    if (auto end = ended_.find(session_id); end != ended_.end()) ended = end->second;
  }
  if (!ended.empty()) return found(SessionEndedError(ended));
  if (use_due) ReportUse(session_id);
  if (session.kind != CallerKind::kAnonymous) return found(std::move(session));
  auth::v1::CheckSessionRequest request;
  request.set_session_id(session_id);
  request.set_used(used);
  Ask(std::move(request), "", std::move(found));
}

void SessionCache::RequireRecent(const std::string& token, const Session& session,
                                 std::function<void(absl::Status)> done) {
  if (IsRecent(session)) return done(absl::OkStatus());
  auth::v1::CheckSessionRequest request;
  request.set_token(token);
  Ask(std::move(request), Sha256(token), [this, done = std::move(done)](const absl::StatusOr<Session>& now) {
    if (!now.ok() || IsRecent(*now)) return done(now.status());
    done(Error(absl::StatusCode::kPermissionDenied, "reauthentication_required", "Please enter your password again"));
  });
}

void SessionCache::RequireNoSetup(const std::string& token, const Session& session, Found done) {
  if (!session.in_setup) return done(session);
  auth::v1::CheckSessionRequest request;
  request.set_token(token);
  Ask(std::move(request), Sha256(token), [done = std::move(done)](const absl::StatusOr<Session>& now) {
    done(now.ok() && now->in_setup ? SetupRequired() : now);
  });
}

const SessionCache::Known* SessionCache::Usable(const std::string& session_id) const {
  if (!feed_.caught_up()) return nullptr;
  auto known = by_id_.find(session_id);
  if (known == by_id_.end()) return nullptr;
  UnixMillis expires_at = known->second.session.expires_at;
  return expires_at == 0 || clock_.Now() < expires_at ? &known->second : nullptr;
}

bool SessionCache::UseDue(const Known& known) const { return known.next_use > 0 && known.next_use <= clock_.Now(); }

void SessionCache::ReportUse(const std::string& session_id) {
  {
    absl::MutexLock lock(&mutex_);
    auto known = by_id_.find(session_id);
    // Another caller reports it.
    if (known == by_id_.end() || !UseDue(known->second)) return;
    known->second.next_use = clock_.Now() + kReportUseAgain;
  }
  auth::v1::CheckSessionRequest request;
  request.set_session_id(session_id);
  request.set_used(true);
  // Ask caches the answer. If the session has ended, the feed says so.
  Ask(std::move(request), "", [](const absl::StatusOr<Session>&) {});
}

void SessionCache::Ask(auth::v1::CheckSessionRequest request, std::string token_hash, Found found,
                       const LookupFor& lookup) {
  CallIdentity identity = identity_;
  identity.caller.request_id = std::string(lookup.request_id);
  identity.caller.trace = lookup.trace;
  CallUnary<Async, auth::v1::CheckSessionRequest, auth::v1::CheckSessionResponse>(
      auth_.async(), &Async::CheckSession, identity, kAskTimeout, std::move(request),
      [this, token_hash = std::move(token_hash), found = std::move(found),
       hold = in_flight_.Add()](const absl::StatusOr<auth::v1::CheckSessionResponse>& answer) {
        if (answer.ok()) return found(Remember(*answer, token_hash));
        if (!absl::IsUnauthenticated(answer.status())) return found(answer.status());
        found(SessionEndedError(DetailOf(answer.status()).reason));
      });
}

void SessionCache::FindTakeover(const std::string& token,
                                std::function<void(absl::StatusOr<auth::v1::Takeover>)> found) {
  auth::v1::FindTakeoverRequest request;
  request.set_token(token);
  CallUnary<Async, auth::v1::FindTakeoverRequest, auth::v1::FindTakeoverResponse>(
      auth_.async(), &Async::FindTakeover, identity_, kAskTimeout, std::move(request),
      [found = std::move(found), hold = in_flight_.Add()](absl::StatusOr<auth::v1::FindTakeoverResponse> answer) {
        if (!answer.ok()) return found(answer.status());
        found(std::move(*answer->mutable_takeover()));
      });
}

absl::StatusOr<Session> SessionCache::Remember(const auth::v1::CheckSessionResponse& response, std::string token_hash) {
  Session session{.kind = KindOf(response.kind()),
                  .session_id = response.session_id(),
                  .person_id = response.person_id(),
                  .fullname = response.fullname(),
                  .role = ParseRole(response.role()),
                  .expires_at = response.expires_at_ms(),
                  .recent_until = response.recent_until_ms(),
                  .in_setup = response.in_setup()};
  absl::MutexLock lock(&mutex_);
  if (auto end = ended_.find(session.session_id); end != ended_.end()) return SessionEndedError(end->second);
  if (!feed_.caught_up()) return session;
  if (auto changed = changed_.find(session.person_id);
      changed != changed_.end() && response.feed_position() < changed->second) {
    return session;
  }
  if (by_id_.size() >= kMaxSessions) Forget(std::string(by_id_.begin()->first));
  auto [at, fresh] = by_id_.try_emplace(session.session_id);
  if (fresh) ids_of_person_[session.person_id].push_back(session.session_id);
  Known& known = at->second;
  known.session = session;
  known.next_use = response.next_use_ms();
  if (!token_hash.empty()) {
    id_of_token_[token_hash] = session.session_id;
    known.token_hash = std::move(token_hash);
  }
  return session;
}

void SessionCache::Forget(const std::string& session_id) {
  auto known = by_id_.find(session_id);
  if (known == by_id_.end()) return;
  id_of_token_.erase(known->second.token_hash);
  if (auto theirs = ids_of_person_.find(known->second.session.person_id); theirs != ids_of_person_.end()) {
    std::erase(theirs->second, session_id);
    if (theirs->second.empty()) ids_of_person_.erase(theirs);
  }
  by_id_.erase(known);
}

void SessionCache::ForgetAll() {
  by_id_.clear();
  id_of_token_.clear();
  ids_of_person_.clear();
}

void SessionCache::Drop(const auth::v1::Event& event) {
  if (event.has_session_ended()) {
    const std::string& id = event.session_ended().session_id();
    Forget(id);
    if (ended_.try_emplace(id, event.session_ended().reason()).second) ended_order_.push_back(id);
    if (ended_order_.size() > kMaxEnded) {
      ended_.erase(ended_order_.front());
      ended_order_.pop_front();
    }
  } else if (event.has_learner_changed()) {
    DropChanged(event.learner_changed().learner_id(), event.position());
  } else if (event.has_learner_removed()) {
    ForgetSessionsOf(event.learner_removed().learner_id());
  } else if (event.has_learner_binned()) {
    ForgetSessionsOf(event.learner_binned().learner_id());
  } else if (event.has_manager_changed()) {
    DropChanged(event.manager_changed().manager_id(), event.position());
  }
}

void SessionCache::DropChanged(const std::string& person_id, int64_t position) {
  ForgetSessionsOf(person_id);
  if (changed_.size() >= kMaxChanges) changed_.clear();
  changed_[person_id] = position;
}

void SessionCache::ForgetSessionsOf(const std::string& person_id) {
  auto known = ids_of_person_.find(person_id);
  if (known == ids_of_person_.end()) return;
  const std::vector<std::string> theirs = std::move(known->second);
  ids_of_person_.erase(known);
  for (const std::string& id : theirs) Forget(id);
}

// Wakes the waiters whose position has been reached; all of them when the feed is no longer live.
void SessionCache::WakeReached() {
  std::vector<std::shared_ptr<Waiter>> reached;
  {
    absl::MutexLock lock(&mutex_);
    auto first = std::stable_partition(waiters_.begin(), waiters_.end(), [this](const auto& waiter) {
      mutex_.AssertHeld();
      return feed_.caught_up() && waiter->position > feed_.position();
    });
    reached.assign(std::make_move_iterator(first), std::make_move_iterator(waiters_.end()));
    waiters_.erase(first, waiters_.end());
  }
  for (const auto& waiter : reached) waiter->alarm.Cancel();
}

void SessionCache::WhenReached(int64_t position, std::function<void()> done) {
  auto waiter = std::make_shared<Waiter>();
  waiter->position = position;
  {
    absl::MutexLock lock(&mutex_);
    if (feed_.caught_up() && position > feed_.position()) {
      waiters_.push_back(waiter);
      waiter->alarm.Set(
          std::chrono::system_clock::now() + kMaxWait,
          // Weak, because the waiter owns the alarm, and the alarm owns this function.
          [this, weak = std::weak_ptr<Waiter>(waiter), done = std::move(done), hold = in_flight_.Add()](bool) {
            {
              absl::MutexLock inner(&mutex_);
              std::erase(waiters_, weak.lock());
            }
            done();
          });
      return;
    }
  }
  done();
}

size_t SessionCache::size() const {
  absl::ReaderMutexLock lock(&mutex_);
  return by_id_.size();
}

bool SessionCache::live() const {
  absl::ReaderMutexLock lock(&mutex_);
  return feed_.caught_up();
}

int64_t SessionCache::position() const {
  absl::ReaderMutexLock lock(&mutex_);
  return std::max<int64_t>(0, feed_.position());
}

}  // namespace academy::edge
