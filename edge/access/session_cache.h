// Who is behind a token: asks auth once, remembers, and forgets what auth's change feed says has ended.
//
// Thread-safe. While the feed is not live nothing remembered is used, and every question goes to auth.
#pragma once

#include <grpcpp/channel.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "academy/auth/v1/sessions.grpc.pb.h"
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
  // 0 when it has no absolute end.
  UnixMillis expires_at = 0;
};

class SessionCache {
 public:
  using Found = std::function<void(absl::StatusOr<Session>)>;

  // `auth` is the channel to auth; `clock` must outlive the cache.
  SessionCache(const std::shared_ptr<grpc::Channel>& auth, std::string credential, const Clock& clock);

  // Calls `found` once: at once when the session is known, else on another thread. UNAUTHENTICATED with the reason why
  // there is no session; UNAVAILABLE and DEADLINE_EXCEEDED when auth cannot say.
  void FindByToken(const std::string& token, Found found);
  void FindById(const std::string& session_id, Found found);

  // Asks auth which sign-in ended the session of `token` with signed_in_elsewhere, and calls `found` once, on another
  // thread. NOT_FOUND session_not_found when none did; UNAVAILABLE and DEADLINE_EXCEEDED when auth cannot say.
  void FindTakeover(const std::string& token, std::function<void(absl::StatusOr<auth::v1::Takeover>)> found);

  // Calls `done` once the feed has been read up to `position`, so that what ended by then is refused; at the latest
  // after two seconds. At once while the feed is not live, since then nothing remembered is used.
  void WhenReached(int64_t position, std::function<void()> done);

  // Sessions remembered now, and whether the feed is live.
  size_t size() const;
  bool live() const;

 private:
  struct Known {
    Session session;
    // SHA-256 of the token; empty when only its id has been seen.
    std::string token_hash;
  };
  struct Waiter;

  // The remembered session by id, when it may be used.
  const Session* Usable(const std::string& session_id) const ABSL_SHARED_LOCKS_REQUIRED(mutex_);
  void Ask(auth::v1::CheckSessionRequest request, std::string token_hash, Found found);
  absl::StatusOr<Session> Remember(const auth::v1::CheckSessionResponse& response, std::string token_hash)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void Forget(const std::string& session_id) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void ForgetAll() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Drops what an event makes stale.
  void Drop(const auth::v1::Event& event) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void WakeReached() ABSL_LOCKS_EXCLUDED(mutex_);

  auth::v1::Sessions::Stub auth_;
  const CallIdentity identity_;
  const Clock& clock_;
  mutable absl::Mutex mutex_;
  absl::flat_hash_map<std::string, Known> by_id_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<std::string, std::string> id_of_token_ ABSL_GUARDED_BY(mutex_);
  // Sessions that ended lately, with the reason: an answer that was on its way when the end came must not be believed.
  absl::flat_hash_map<std::string, std::string> ended_ ABSL_GUARDED_BY(mutex_);
  std::deque<std::string> ended_order_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::shared_ptr<Waiter>> waiters_ ABSL_GUARDED_BY(mutex_);
  InFlightCalls in_flight_;
  // Last, so that it stops first: then nobody waits for a position any more.
  FeedCache<auth::v1::Event> feed_;
};

// UNAUTHENTICATED with the reason why a session ended, and the text for it.
absl::Status SessionEndedError(std::string_view reason);

}  // namespace academy::edge
