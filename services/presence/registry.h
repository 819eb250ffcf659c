// The presence service's whole state: who is connected at which edge, which sessions have ended, and the pushes that
// result from a change.
//
// A pure state machine. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace academy::presence {

// One live connection at an edge.
struct Connection {
  std::string id;
  bool manager = false;
  std::string person_id;
  std::string session_id;
};

// An instruction to an edge: send `event` to the connection and close it.
struct Push {
  std::string edge_id;
  std::string connection_id;
  std::string event;
  std::string reason;
  // Position of the session's end in auth's feed; 0 if none ended.
  int64_t feed_position = 0;
};

struct OnlineLearner {
  std::string id;
  // The newest connection.
  std::string connection_id;
};

class Registry {
 public:
  // `remembered_sessions` is the number of ended sessions kept, for connections that open (or are reported) after their
  // session's end.
  explicit Registry(size_t remembered_sessions = 50'000) : remembered_sessions_(remembered_sessions) {}

  // Messages from an edge. A connection whose session has ended is not added but pushed away. ReplaceEdge replaces
  // everything known about the edge.
  std::vector<Push> ReplaceEdge(const std::string& edge_id, std::vector<Connection> connections);
  std::vector<Push> Open(const std::string& edge_id, Connection connection);
  // Does nothing for an unknown connection or one of another edge.
  void Close(const std::string& edge_id, const std::string& connection_id);
  void DropEdge(const std::string& edge_id);

  // Applies the end of a session from auth's feed. Pushed connections count as closed from then on. Idempotent. The
  // event is `anotherDevice` for the reason signed_in_elsewhere, `logout` for any other.
  std::vector<Push> EndSession(const std::string& session_id, const std::string& reason, int64_t feed_position = 0);
  // Signs out all connections of a learner.
  std::vector<Push> SignOut(const std::string& learner_id, const std::string& reason, int64_t feed_position = 0);

  // Ordered by id.
  std::vector<OnlineLearner> Online() const;
  // Counters: members_version increases when the set of online learners changes, online_version when Online() changes
  // at all.
  uint64_t members_version() const { return members_version_; }
  uint64_t online_version() const { return online_version_; }

 private:
  struct End {
    std::string reason;
    int64_t feed_position = 0;
  };
  struct Place {
    Connection connection;
    std::string edge_id;
  };

  // Adds a push if the session has ended; otherwise adds the connection.
  void Add(const std::string& edge_id, Connection connection, std::vector<Push>& pushes);
  void Remove(const std::string& connection_id);
  std::vector<Push> PushAll(std::vector<std::string> connection_ids, const End& end);

  const size_t remembered_sessions_;
  std::unordered_map<std::string, Place> connections_;
  std::unordered_map<std::string, std::unordered_set<std::string>> by_edge_;
  std::unordered_map<std::string, std::unordered_set<std::string>> by_session_;
  // Connection ids by learner, newest last.
  std::map<std::string, std::vector<std::string>> learners_;
  // Ended sessions by id, and their ids in the order of their end.
  std::unordered_map<std::string, End> ended_;
  std::deque<std::string> ended_order_;
  uint64_t members_version_ = 0;
  uint64_t online_version_ = 0;
};

}  // namespace academy::presence
