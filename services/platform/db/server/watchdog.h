// Ends connections to a database server that does not answer although its machine still acknowledges what it is sent:
// one whose processes are stopped, or a proxy that no longer passes anything on. TCP finds nothing wrong with it, and
// libpq waits without limit.
//
// Time alone does not tell such a server from a statement that takes long, that waits for a lock, or from a commit that
// waits for its standby. So the server is asked: it answers a new connection within moments whatever its old ones do.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/platform/background/periodic_task.h"

// libpq's connection.
struct pg_conn;

namespace academy {

// Thread-safe.
class Watchdog {
 public:
  // Watches connections to `url`. An answer that takes longer than `patience` lets it ask the server, which has as long
  // again (libpq makes at least two seconds of it) to accept a connection.
  Watchdog(std::string url, absl::Duration patience);
  ~Watchdog();

  // Until then statements outside of calls take as long as they take: they are migrations.
  void LimitStatements() ABSL_LOCKS_EXCLUDED(mutex_);

  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  // One connection, used by one thread at a time.
  class Connection {
   public:
    // Both must outlive this object. The socket of `connection` stays the same.
    Connection(Watchdog& watchdog, pg_conn* connection);
    ~Connection();

    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // What the thread waits for.
    enum class Wait {
      // A statement: as long as its call lasts (see call_limit.h), with some patience; outside of calls, after
      // LimitStatements, two hundred times the patience.
      kStatement,
      // A commit may wait for its standby for as long as it takes; ending it would not free anything.
      kCommit,
      // What a server does at once.
      kMoment,
    };

    // From Begin to End the thread waits for an answer; an inner pair adds nothing. Meanwhile the connection is ended
    // once the server does not answer the watchdog, or the wait is too long.
    void Begin(Wait wait);
    void End();

   private:
    friend class Watchdog;

    // Where the server is, as libpq found it.
    struct Place {
      std::string host;
      std::string address;
      std::string port;
      bool operator==(const Place&) const = default;
    };

    absl::Duration Longest(Wait wait) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(watchdog_.mutex_);

    Watchdog& watchdog_;
    const int socket_;
    const Place place_;
    int depth_ ABSL_GUARDED_BY(watchdog_.mutex_) = 0;
    // Which of the connection's statements it is.
    int64_t statement_ ABSL_GUARDED_BY(watchdog_.mutex_) = 0;
    // When it began, by SteadyNow, or when the server last answered the watchdog since.
    absl::Duration heard_ ABSL_GUARDED_BY(watchdog_.mutex_);
    // When the statement must have ended.
    absl::Duration limit_ ABSL_GUARDED_BY(watchdog_.mutex_) = absl::InfiniteDuration();
  };

 private:
  struct Suspect {
    const Connection* connection;
    int64_t statement;
    Connection::Place place;
  };

  // Ends the statements whose time is over, and returns those that have been without an answer for long.
  std::vector<Suspect> Look() ABSL_LOCKS_EXCLUDED(mutex_);
  // Asks the servers of those, and ends those whose server does not answer.
  void Ask(const std::vector<Suspect>& suspects) ABSL_LOCKS_EXCLUDED(mutex_);
  bool Answers(const Connection::Place& place) const;
  // Its thread then finds the connection lost.
  static void Cut(const Connection& connection, const char* why);

  const std::string url_;
  const absl::Duration patience_;
  absl::Mutex mutex_;
  std::vector<Connection*> connections_ ABSL_GUARDED_BY(mutex_);
  bool limits_statements_ ABSL_GUARDED_BY(mutex_) = false;
  // Last, because its thread uses all members above.
  PeriodicTask watching_;
};

}  // namespace academy
