// What the gateway and its neighbours tell each other of live connections: who may connect, who is connected, and what
// is pushed to them. Interfaces only.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace academy::live {

enum class UserKind { kManager, kLearner };

// Whose token it is.
struct Identity {
  UserKind kind = UserKind::kLearner;
  std::string person_id;
  std::string session_id;
};

// Checks the token of a connection that wants in. The edge implements it over its session cache. Thread-safe.
class SessionChecker {
 public:
  using Done = std::function<void(absl::StatusOr<Identity>)>;

  virtual ~SessionChecker() = default;
  // Calls `done` once, at once or later, on any thread. UNAUTHENTICATED and PERMISSION_DENIED become the client's
  // `connect_error` with the status' message and, as its data, `{"code": reason}`; any other error closes the
  // connection, so that the client comes back by itself.
  virtual void Check(const std::string& token, Done done) = 0;
  // Calls `done` once, at once or later, on any thread: whether a session that Check has found is still there.
  // UNAUTHENTICATED carries the reason of its end; any other error says that nobody knows now.
  virtual void CheckAgain(const std::string& session_id, std::function<void(absl::Status)> done) = 0;
  // Calls `done` once, at once or later, on any thread: when a session that ended by `feed_position` of auth's feed is
  // refused everywhere at this edge, or after a while anyhow.
  virtual void WhenReached(int64_t feed_position, std::function<void()> done) = 0;
};

// One admitted connection.
struct LiveConnection {
  // The Socket.IO id: unique among all edges.
  std::string id;
  Identity identity;
};

// Hears of connections as they come and go; PresenceLink (presence_link.h) passes it on to the presence service.
// Called on the gateway's thread, in order.
class PresenceListener {
 public:
  virtual ~PresenceListener() = default;
  virtual void Opened(const LiveConnection& connection) = 0;
  virtual void Closed(const std::string& connection_id) = 0;
};

// An event that ends a connection.
struct LivePush {
  std::string connection_id;
  // `anotherDevice` or `logout`; sent with `{"reason": reason}`.
  std::string event;
  std::string reason;
  // Of auth's feed, where the session ended; 0 when it did not.
  int64_t feed_position = 0;
};

// What presence has to say to this edge's connections; the gateway implements it. Thread-safe.
class PresenceSink {
 public:
  virtual ~PresenceSink() = default;
  // The whole list of online learners, for the managers.
  virtual void SetOnlineLearners(std::vector<std::string> learner_ids) = 0;
  // Sends the event, once the connection's REST calls are refused too, and disconnects; nothing when it is gone.
  virtual void PushAndClose(const LivePush& push) = 0;
};

}  // namespace academy::live
