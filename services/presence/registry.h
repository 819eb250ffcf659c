// The presence service's whole state: who is connected at which edge, which sessions have ended, who was signed out,
// and the pushes that result from a change.
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
  // The position of auth's feed that its edge had read up to when it opened; 0 if the edge did not say.
  int64_t feed_position = 0;
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

// A learner whose newest connection is another one now, or who has none any more.
struct OnlineChange {
  std::string id;
  // Empty if the learner has gone.
  std::string connection_id;
};

class Registry {
 public:
  // `remembered` is the number of ended sessions kept, and of learners who were signed out, for connections that are
  // reported after that.
  explicit Registry(size_t remembered = 50'000) : sessions_(remembered), sign_outs_(remembered) {}

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
  // Applies the sign-out of a learner from auth's feed to the connections that opened before it. Idempotent.
  std::vector<Push> SignOut(const std::string& learner_id, const std::string& reason, int64_t feed_position);
  // For a feed whose positions are those of another history.
  void ForgetSignOuts() { sign_outs_.Clear(); }

  // Ordered by id.
  std::vector<OnlineLearner> Online() const;
  size_t OnlineCount() const { return learners_.size(); }
  // What has changed in Online() since the last call of either: the differences, or all of it.
  std::vector<OnlineChange> TakeChanges();
  std::vector<OnlineLearner> TakeAll();
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
  // The newest ends by id, as many as are kept.
  class Ends {
   public:
    explicit Ends(size_t kept) : kept_(kept) {}
    // Does not change an end that is known and at no earlier position.
    void Add(const std::string& id, const End& end);
    // Null if it is not known.
    const End* Find(const std::string& id) const;
    void Clear();

   private:
    size_t kept_;
    std::unordered_map<std::string, End> ends_;
    std::deque<std::string> order_;
  };

  // The end that came after the connection opened; null if there is none.
  const End* EndOf(const Connection& connection) const;
  // Adds a push if there is an end; otherwise adds the connection.
  void Add(const std::string& edge_id, Connection connection, std::vector<Push>& pushes);
  void Remove(const std::string& connection_id);
  std::vector<Push> PushAll(std::vector<std::string> connection_ids, const End& end);

  std::unordered_map<std::string, Place> connections_;
  std::unordered_map<std::string, std::unordered_set<std::string>> by_edge_;
  std::unordered_map<std::string, std::unordered_set<std::string>> by_session_;
  // Connection ids by learner, newest last.
  std::map<std::string, std::vector<std::string>> learners_;
  // By session, and by learner.
  Ends sessions_;
  Ends sign_outs_;
  // Learners of TakeChanges.
  std::unordered_set<std::string> changed_;
  uint64_t members_version_ = 0;
  uint64_t online_version_ = 0;
};

}  // namespace academy::presence
