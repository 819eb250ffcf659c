// Caches the session of each token: asks auth once per token and drops the sessions that auth's change feed reports as
// ended, or whose person it reports as changed.
//
// Thread-safe. While the feed is not live, cached entries are not used and every lookup goes to auth.
#pragma once

#include <grpcpp/channel.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "academy/auth/v1/sessions.grpc.pb.h"
#include "edge/access/address_rates.h"
#include "edge/access/feed_cache.h"
#include "edge/upstream/in_flight_calls.h"
#include "services/platform/base/clock.h"
#include "services/platform/rpc/caller.h"

namespace academy::edge {

struct Session {
  // kManager or kLearner.
  CallerKind kind = CallerKind::kAnonymous;
  std::string session_id;
  std::string person_id;
  std::string fullname;
  // A manager's.
  Role role = Role::kNone;
  // When the session ends unless it is used before; 0 when it has no end.
  UnixMillis expires_at = 0;
  // Until then it may do what hands an account over.
  UnixMillis recent_until = 0;
  // Its manager must set up a second factor, and may do nothing else before.
  bool in_setup = false;
};

// For which request a session is looked up.
struct LookupFor {
  std::string_view request_id;
  TraceContext trace;
};

class SessionCache {
 public:
  using Found = std::function<void(absl::StatusOr<Session>)>;

  // `auth` is the channel to auth; `rates` counts tokens that name no session, by address. `rates`, `clock` and what
  // `also` calls must outlive the cache.
  SessionCache(const std::shared_ptr<grpc::Channel>& auth, AddressRates& rates, const Clock& clock,
               FeedListener<auth::v1::Event> also = {});

  // Each calls `found` once: on this thread before returning when the session is cached, else later on another thread.
  // UNAUTHENTICATED with the reason why there is no session; UNAVAILABLE or DEADLINE_EXCEEDED when auth does not
  // answer. The first two count as a use of the session, which is reported to auth when a report is due; LookAt does
  // not.
  // RESOURCE_EXHAUSTED too_many_requests, without asking auth, when `address` sent too many tokens that name no
  // session, or made too many calls without one; an empty address has no limit, nor has a token that named a live
  // session when auth was last asked.
  void FindByToken(const std::string& token, const std::string& address, Found found) {
    FindByToken(token, address, {}, std::move(found));
  }
  void FindByToken(const std::string& token, const std::string& address, const LookupFor& lookup, Found found);
  void FindById(const std::string& session_id, Found found);
  void LookAt(const std::string& session_id, Found found);

  // Calls `done` once, with OK when `session`, which belongs to `token`, is recent. The cached session may predate a
  // reauthentication through another edge, so auth is asked before PERMISSION_DENIED reauthentication_required.
  // UNAUTHENTICATED, UNAVAILABLE and DEADLINE_EXCEEDED as above.
  void RequireRecent(const std::string& token, const Session& session, std::function<void(absl::Status)> done);

  // Calls `done` once, with the session as it is now when it is past the set-up of a second factor. The cached session
  // may predate the end of the set-up, so auth is asked before PERMISSION_DENIED second_factor_setup_required.
  // UNAUTHENTICATED, UNAVAILABLE and DEADLINE_EXCEEDED as above.
  void RequireNoSetup(const std::string& token, const Session& session, Found done);

  // Asks auth which sign-in ended the session of `token` with signed_in_elsewhere, and calls `found` once, on another
  // thread. NOT_FOUND session_not_found when no sign-in did; UNAVAILABLE or DEADLINE_EXCEEDED when auth does not
  // answer.
  void FindTakeover(const std::string& token, std::function<void(absl::StatusOr<auth::v1::Takeover>)> found);

  // Calls `done` once, when the feed has been read up to `position` and the sessions that ended by then are refused
  // here, or after two seconds at the latest. Immediately while the feed is not live, because then no cached session is
  // used.
  void WhenReached(int64_t position, std::function<void()> done);

  // The number of cached sessions, whether the feed is live, and the position up to which it has been read.
  size_t size() const;
  bool live() const;
  int64_t position() const;

 private:
  struct Known {
    Session session;
    // SHA-256 of the token; empty when the session was looked up by id only.
    std::string token_hash;
    // From when on a use is reported to auth; 0 for never.
    UnixMillis next_use = 0;
  };
  struct Waiter;

  bool IsRecent(const Session& session) const { return clock_.Now() < session.recent_until; }
  // The cached session if it may be used, else null.
  const Known* Usable(const std::string& session_id) const ABSL_SHARED_LOCKS_REQUIRED(mutex_);
  bool UseDue(const Known& known) const;
  // Reports a use to auth in the background, unless another caller is doing so.
  void ReportUse(const std::string& session_id) ABSL_LOCKS_EXCLUDED(mutex_);
  void Find(const std::string& session_id, bool used, Found found);
  void Ask(auth::v1::CheckSessionRequest request, std::string token_hash, Found found, const LookupFor& lookup = {});
  absl::StatusOr<Session> Remember(const auth::v1::CheckSessionResponse& response, std::string token_hash)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void Forget(const std::string& session_id) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void ForgetSessionsOf(const std::string& person_id) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void ForgetAll() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Notes what auth said of a token: that it names a live session, or no session.
  void NoteToken(const std::string& token_hash, bool live, bool unknown) ABSL_LOCKS_EXCLUDED(mutex_);
  // Drops what an event makes stale.
  void Drop(const auth::v1::Event& event) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void DropChanged(const std::string& person_id, int64_t position) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void WakeReached() ABSL_LOCKS_EXCLUDED(mutex_);

  auth::v1::Sessions::Stub auth_;
  AddressRates& rates_;
  const CallIdentity identity_;
  const Clock& clock_;
  mutable absl::Mutex mutex_;
  absl::flat_hash_map<std::string, Known> by_id_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<std::string, std::string> id_of_token_ ABSL_GUARDED_BY(mutex_);
  // Hashes of tokens that named a live session when auth was last asked, cached or not: they are nobody's guesses.
  absl::flat_hash_set<std::string> live_tokens_ ABSL_GUARDED_BY(mutex_);
  // The ids in `by_id_` of each person's sessions.
  absl::flat_hash_map<std::string, std::vector<std::string>> ids_of_person_ ABSL_GUARDED_BY(mutex_);
  // Recently ended sessions, with the reason: an answer of auth's that was in flight when the session ended must be
  // ignored.
  absl::flat_hash_map<std::string, std::string> ended_ ABSL_GUARDED_BY(mutex_);
  std::deque<std::string> ended_order_ ABSL_GUARDED_BY(mutex_);
  // By person, the position of the last change: an older answer of auth's that was in flight is not cached.
  absl::flat_hash_map<std::string, int64_t> changed_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::shared_ptr<Waiter>> waiters_ ABSL_GUARDED_BY(mutex_);
  InFlightCalls in_flight_;
  // Declared last, so that it stops first and no waiter is left.
  FeedCache<auth::v1::Event> feed_;
};

// UNAUTHENTICATED with the reason why a session ended, and a message for it.
absl::Status SessionEndedError(std::string_view reason);

}  // namespace academy::edge
