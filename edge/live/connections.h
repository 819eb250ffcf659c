// The interfaces between the gateway, the session check and the presence link: who may connect, who is connected, and
// what is pushed to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace academy::live {

enum class UserKind { kManager, kLearner };

// The person and session that a token belongs to.
struct Identity {
  UserKind kind = UserKind::kLearner;
  std::string person_id;
  std::string session_id;
  // How far auth's feed had been read when the session was found.
  int64_t feed_position = 0;
};

// Checks the tokens of new connections. The edge implements it over its session cache. Thread-safe.
class SessionChecker {
 public:
  using Done = std::function<void(absl::StatusOr<Identity>)>;

  virtual ~SessionChecker() = default;
  // Calls `done` once, immediately or later, on any thread. UNAUTHENTICATED and PERMISSION_DENIED reach the client as
  // `connect_error` with the status's message and, as its data, `{"code": reason}`; any other error closes the
  // connection, so that the client reconnects by itself.
  virtual void Check(const std::string& token, Done done) = 0;
  // Says whether a session that Check found still exists: calls `done` once, immediately or later, on any thread.
  // UNAUTHENTICATED carries the reason why the session ended; any other error means that it cannot be determined now.
  virtual void CheckAgain(const std::string& session_id, std::function<void(absl::Status)> done) = 0;
  // Calls `done` once, immediately or later, on any thread: when this edge refuses every session that ended by
  // `feed_position` of auth's feed, or after a timeout.
  virtual void WhenReached(int64_t feed_position, std::function<void()> done) = 0;
};

// One admitted connection.
struct LiveConnection {
  // The Socket.IO id, unique across all edges.
  std::string id;
  Identity identity;
};

// Is told when connections open and close; PresenceLink (presence_link.h) reports them to every presence. Called
// on the gateway's thread, in order; must not block.
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
  // The position in auth's feed at which the session ended; 0 if the session did not end.
  int64_t feed_position = 0;
};

// Who is online at all edges.
struct OnlineLearners {
  // All of them, or nobody if they are too many for a list.
  std::vector<std::string> ids;
  size_t total = 0;

  bool listed() const { return ids.size() == total; }
};

// Receives what presence sends to this edge's connections; the gateway implements it. Thread-safe.
class PresenceSink {
 public:
  virtual ~PresenceSink() = default;
  // Sends the managers who is online.
  virtual void SetOnlineLearners(OnlineLearners online) = 0;
  // Waits until this edge also refuses the session's REST calls, then sends the event and disconnects. Does nothing if
  // the connection is gone: every presence pushes.
  virtual void PushAndClose(const LivePush& push) = 0;
};

}  // namespace academy::live
