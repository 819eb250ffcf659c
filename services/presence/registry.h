// Who is connected where, whose sessions have ended, and what follows from a change: the presence service's whole
// state.
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

// What an edge has to do: send `event` to the connection and close it.
struct Push {
  std::string edge_id;
  std::string connection_id;
  std::string event;
  std::string reason;
  // Of auth's feed, where the session ended; 0 when none did.
  int64_t feed_position = 0;
};

struct OnlineLearner {
  std::string id;
  // The newest connection.
  std::string connection_id;
};

class Registry {
 public:
  // Ended sessions that are remembered, for connections that open (or are heard of) after their session's end.
  explicit Registry(size_t remembered_sessions = 50'000) : remembered_sessions_(remembered_sessions) {}

  // What an edge says. A connection whose session has ended is not taken in but pushed away.
  // `connections` replaces all that was known of the edge.
  std::vector<Push> ReplaceEdge(const std::string& edge_id, std::vector<Connection> connections);
  std::vector<Push> Open(const std::string& edge_id, Connection connection);
  // Nothing for an unknown connection, or another edge's.
  void Close(const std::string& edge_id, const std::string& connection_id);
  void DropEdge(const std::string& edge_id);

  // What auth says. Pushed connections count as closed from then on. Calling twice changes nothing.
  // `anotherDevice` for the reason signed_in_elsewhere, `logout` for any other.
  std::vector<Push> EndSession(const std::string& session_id, const std::string& reason, int64_t feed_position = 0);
  // All connections of a learner.
  std::vector<Push> SignOut(const std::string& learner_id, const std::string& reason, int64_t feed_position = 0);

  // By id.
  std::vector<OnlineLearner> Online() const;
  // Grow when another set of learners is online, and when Online() differs at all.
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

  // Returns a push when the session has ended; else takes the connection in.
  void Add(const std::string& edge_id, Connection connection, std::vector<Push>& pushes);
  void Remove(const std::string& connection_id);
  std::vector<Push> PushAll(std::vector<std::string> connection_ids, const End& end);

  const size_t remembered_sessions_;
  std::unordered_map<std::string, Place> connections_;
  std::unordered_map<std::string, std::unordered_set<std::string>> by_edge_;
  std::unordered_map<std::string, std::unordered_set<std::string>> by_session_;
  // Connection ids, the newest last.
  std::map<std::string, std::vector<std::string>> learners_;
  // By session, and the sessions in the order of their end.
  std::unordered_map<std::string, End> ended_;
  std::deque<std::string> ended_order_;
  uint64_t members_version_ = 0;
  uint64_t online_version_ = 0;
};

}  // namespace academy::presence
