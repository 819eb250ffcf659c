#include "services/platform/db/server/watchdog.h"

#include <libpq-fe.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <utility>

#include "services/platform/background/call_limit.h"
#include "services/platform/base/log.h"
#include "services/platform/base/steady_time.h"

namespace academy {
namespace {

// How often it looks, in parts of its patience.
constexpr int kLooks = 6;
// How many times its patience a statement has at least, however soon its call is over: ending a connection costs more
// than a statement that comes a little late.
constexpr int kLeast = 3;
// Ten minutes of the usual patience.
constexpr int kOutsideOfCalls = 200;

std::string TextOf(const char* text) { return text == nullptr ? "" : text; }

}  // namespace

Watchdog::Connection::Connection(Watchdog& watchdog, pg_conn* connection)
    : watchdog_(watchdog),
      socket_(PQsocket(connection)),
      place_{.host = TextOf(PQhost(connection)),
             .address = TextOf(PQhostaddr(connection)),
             .port = TextOf(PQport(connection))} {
  absl::MutexLock lock(&watchdog_.mutex_);
  watchdog_.connections_.push_back(this);
}

Watchdog::Connection::~Connection() {
  absl::MutexLock lock(&watchdog_.mutex_);
  std::erase(watchdog_.connections_, this);
}

absl::Duration Watchdog::Connection::Longest(Wait wait) const {
  switch (wait) {
    case Wait::kStatement:
      if (InCall()) return std::max(CallTimeLeft(), kLeast * watchdog_.patience_);
      return watchdog_.limits_statements_ ? kOutsideOfCalls * watchdog_.patience_ : absl::InfiniteDuration();
    case Wait::kCommit:
      return absl::InfiniteDuration();
    case Wait::kMoment:
      return kLeast * watchdog_.patience_;
  }
  return absl::InfiniteDuration();
}

void Watchdog::Connection::Begin(Wait wait) {
  const absl::Duration now = SteadyNow();
  absl::MutexLock lock(&watchdog_.mutex_);
  if (depth_++ > 0) return;
  ++statement_;
  heard_ = now;
  limit_ = now + Longest(wait);
}

void Watchdog::LimitStatements() {
  absl::MutexLock lock(&mutex_);
  limits_statements_ = true;
}

void Watchdog::Connection::End() {
  absl::MutexLock lock(&watchdog_.mutex_);
  --depth_;
}

Watchdog::Watchdog(std::string url, absl::Duration patience)
    : url_(std::move(url)),
      patience_(patience),
      watching_({.failure = "database not watched", .interval = patience / kLooks}, [this] {
        Ask(Look());
        return absl::OkStatus();
      }) {}

Watchdog::~Watchdog() = default;

void Watchdog::Cut(const Connection& connection, const char* why) {
  LogWarning("connection to the database ended", {{"host", connection.place_.host}, {"why", why}});
  // The descriptor stays open, and so this connection's, until its thread closes it.
  ::shutdown(connection.socket_, SHUT_RDWR);
}

std::vector<Watchdog::Suspect> Watchdog::Look() {
  const absl::Duration now = SteadyNow();
  std::vector<Suspect> suspects;
  absl::MutexLock lock(&mutex_);
  for (Connection* connection : connections_) {
    connection->watchdog_.mutex_.AssertHeld();
    if (connection->depth_ == 0) continue;
    if (now >= connection->limit_) {
      connection->limit_ = absl::InfiniteDuration();
      Cut(*connection, "a statement took too long");
    } else if (now - connection->heard_ >= patience_) {
      suspects.push_back({connection, connection->statement_, connection->place_});
    }
  }
  return suspects;
}

void Watchdog::Ask(const std::vector<Suspect>& suspects) {
  std::vector<std::pair<Connection::Place, bool>> asked;
  for (const Suspect& suspect : suspects) {
    auto place = [&](const auto& one) { return one.first == suspect.place; };
    auto known = std::find_if(asked.begin(), asked.end(), place);
    const bool answers = known != asked.end() ? known->second : Answers(suspect.place);
    if (known == asked.end()) asked.emplace_back(suspect.place, answers);
    absl::MutexLock lock(&mutex_);
    // It may have got its answer meanwhile, or be gone.
    auto same = std::find(connections_.begin(), connections_.end(), suspect.connection);
    if (same == connections_.end()) continue;
    Connection& connection = **same;
    connection.watchdog_.mutex_.AssertHeld();
    if (connection.depth_ == 0 || connection.statement_ != suspect.statement) continue;
    // Also after the cut, of which its thread hears at once.
    connection.heard_ = SteadyNow();
    if (!answers) Cut(connection, "the server does not answer");
  }
}

bool Watchdog::Answers(const Connection::Place& place) const {
  const std::string seconds =
      std::to_string(std::max<int64_t>(1, absl::ToInt64Seconds(absl::Ceil(patience_, absl::Seconds(1)))));
  // Later words replace those of the address, which may name several hosts.
  const std::array<const char*, 7> words = {"dbname",          "host", "hostaddr", "port", "target_session_attrs",
                                            "connect_timeout", nullptr};
  const std::array<const char*, 7> values = {
      url_.c_str(), place.host.c_str(), place.address.c_str(), place.port.c_str(), "any", seconds.c_str(), nullptr};
  // One that refuses the connection answers too.
  return PQpingParams(words.data(), values.data(), /*expand_dbname=*/1) != PQPING_NO_RESPONSE;
}

}  // namespace academy
