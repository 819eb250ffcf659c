#include "services/platform/db/damage/damage.h"

#include <soci/sqlite3/soci-sqlite3.h>

#include <atomic>
#include <string>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/platform/base/status.h"
#include "services/platform/base/timed_wait.h"
#include "services/platform/db/query.h"

namespace academy {
namespace {

constexpr absl::Duration kBetweenQuestions = absl::Milliseconds(10);

// Ends the session's statements once `stopping` returns true. A progress handler would not do: SQLite 3.40 calls none
// while it checks a tree, but looks whether it was interrupted.
class Interrupter {
 public:
  Interrupter(soci::session& sql, const std::function<bool()>& stopping)
      : connection_(static_cast<soci::sqlite3_session_backend*>(sql.get_backend())->conn_), stopping_(stopping) {
    if (stopping) thread_ = std::thread([this] { Run(); });
  }
  ~Interrupter() {
    {
      absl::MutexLock lock(&mutex_);
      done_ = true;
      ended_.Changed();
    }
    if (thread_.joinable()) thread_.join();
  }
  Interrupter(const Interrupter&) = delete;
  Interrupter& operator=(const Interrupter&) = delete;

  bool interrupted() const { return interrupted_; }

 private:
  void Run() {
    absl::MutexLock lock(&mutex_);
    auto done = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return done_; };
    while (!ended_.Await(mutex_, kBetweenQuestions, done)) {
      if (!interrupted_ && stopping_()) interrupted_ = true;
      // Again and again, because it ends only the statement that is running.
      if (interrupted_) sqlite_api::sqlite3_interrupt(connection_);
    }
  }

  sqlite_api::sqlite3* const connection_;
  const std::function<bool()>& stopping_;
  std::atomic<bool> interrupted_ = false;
  absl::Mutex mutex_;
  TimedWait ended_;
  bool done_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

absl::Status CheckTables(soci::session& sql, const Interrupter& interrupter) {
  std::string finding = "ok";
  for (const std::string& table :
       Query<std::string>(sql, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")) {
    if (interrupter.interrupted()) return absl::CancelledError("stopping");
    sql << "PRAGMA quick_check(\"" + table + "\")", soci::into(finding);
    if (finding != "ok") return DamageFound(finding);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status DamageFound(const std::string& finding) {
  return Error(absl::StatusCode::kDataLoss, "database_damaged", finding);
}

absl::Status LookForDamage(soci::session& sql, const std::function<bool()>& stopping) {
  if (stopping && stopping()) return absl::CancelledError("stopping");
  Interrupter interrupter(sql, stopping);
  try {
    return CheckTables(sql, interrupter);
  } catch (...) {
    if (!interrupter.interrupted()) throw;
    return absl::CancelledError("stopping");
  }
}

}  // namespace academy
