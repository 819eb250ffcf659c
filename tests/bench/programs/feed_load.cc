// Appends to one change feed from several processes at once, and reads it as a service's stream does.
//   feed_load URL PROCESSES WRITERS EVENTS: each of the processes has so many threads, and all together write EVENTS
// times to the database, which must be empty. A write changes a row of its own and appends an event. Prints
// `{"events", "seconds", "missed", "repeated", "lagP50Ms", "lagP99Ms", "lagMaxMs"}`: the lag is the time from the
// append, before its commit, to the reader.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "services/platform/background/call_limit.h"
#include "services/platform/base/clock.h"
#include "services/platform/base/status.h"
#include "services/platform/base/steady_time.h"
#include "services/platform/db/database.h"
#include "services/platform/db/query.h"
#include "services/platform/feed/change_feed.h"
#include "services/platform/feed/feed_stream.h"

namespace academy {
namespace {

struct Load {
  std::string url;
  int processes = 0;
  int writers = 0;
  int events = 0;
  int each() const { return events / (processes * writers); }
};

std::unique_ptr<Database> Open(const std::string& url) {
  static const std::vector<Migration> migrations = {
      {1, "feed", kChangeFeedSchema},
      {2, "event ids", kFeedEventIdsSchema},
      {3, "items", "CREATE TABLE item (id BIGINT PRIMARY KEY, amount BIGINT NOT NULL);\n"}};
  absl::StatusOr<std::unique_ptr<Database>> database = Database::Open({.url = url, .readers = 1}, migrations);
  if (database.ok()) return *std::move(database);
  std::fprintf(stderr, "%s\n", std::string(MessageOf(database.status())).c_str());
  std::exit(1);
}

int64_t Now() { return absl::ToInt64Nanoseconds(SteadyNow()); }

// One process; returns its exit code.
int Write(const Load& load, int process) {
  std::unique_ptr<Database> database = Open(load.url);
  ChangeFeed feed(*database, Clock::System());
  std::atomic<bool> failed = false;
  std::vector<std::thread> threads;
  for (int i = 0; i < load.writers; ++i) {
    threads.emplace_back([&, writer = process * load.writers + i] {
      ScopedCallLimit limit(absl::Hours(1));
      for (int event = 0; event < load.each() && !failed; ++event) {
        absl::Status written = database->Write([&](Transaction& tx) {
          Execute(tx.sql(),
                  "INSERT INTO item (id, amount) VALUES (:id, 1)"
                  " ON CONFLICT (id) DO UPDATE SET amount = item.amount + 1",
                  writer);
          std::string payload = std::to_string(writer);
          payload.append(" ").append(std::to_string(event)).append(" ").append(std::to_string(Now()));
          feed.Append(tx, payload);
          return absl::OkStatus();
        });
        if (written.ok()) continue;
        std::fprintf(stderr, "%s\n", std::string(MessageOf(written)).c_str());
        failed = true;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return failed ? 1 : 0;
}

// Takes events as soon as it is given them, as a reader nearby does.
class Reader final : public FeedPump::Stream {
 public:
  explicit Reader(const Load& load) : load_(load), next_(static_cast<size_t>(load.processes * load.writers), 0) {}

  void Attach(FeedPump& pump) {
    pump.Add(this, AtPosition(0));
    // As gRPC's threads do when a message is written.
    waker_ = std::thread([this, &pump] {
      auto written = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return busy_ || stopping_; };
      while (true) {
        {
          absl::MutexLock lock(&mutex_);
          mutex_.Await(absl::Condition(&written));
          if (stopping_) return;
          busy_ = false;
        }
        pump.Wake();
      }
    });
  }
  void Detach(FeedPump& pump) {
    {
      absl::MutexLock lock(&mutex_);
      stopping_ = true;
    }
    waker_.join();
    pump.Remove(this);
  }

  void Greet(const FeedStart&) override { Write(); }
  void Beat(const FeedPlace&) override { Write(); }
  bool Busy() const override {
    absl::MutexLock lock(&mutex_);
    return busy_;
  }
  void End(const absl::Status&) override {}
  void Send(const FeedEntry& entry) override {
    unsigned writer = 0;
    int event = 0;
    long long at = 0;
    if (std::sscanf(entry.payload.c_str(), "%u %d %lld", &writer, &event, &at) != 3) std::abort();
    {
      absl::MutexLock lock(&mutex_);
      lags_.push_back(Now() - at);
      int& next = next_[writer];
      if (event < next) ++repeated_;
      if (event > next) missed_ += event - next;
      next = std::max(next, event + 1);
    }
    Write();
  }

  bool Done() {
    absl::MutexLock lock(&mutex_);
    return std::all_of(next_.begin(), next_.end(), [this](int next) { return next == load_.each(); });
  }
  void Print(double seconds) {
    absl::MutexLock lock(&mutex_);
    for (int next : next_) missed_ += load_.each() - next;
    std::sort(lags_.begin(), lags_.end());
    auto lag = [this](double share) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
      return lags_.empty() ? 0
                           : static_cast<double>(lags_[static_cast<size_t>(share * double(lags_.size() - 1))]) / 1e6;
    };
    std::printf(
        "{\"events\": %zu, \"seconds\": %.1f, \"missed\": %lld, \"repeated\": %lld, \"lagP50Ms\": %.1f, "
        "\"lagP99Ms\": %.1f, \"lagMaxMs\": %.1f}\n",
        lags_.size(), seconds, missed_, repeated_, lag(0.5), lag(0.99), lag(1));
  }

 private:
  void Write() {
    absl::MutexLock lock(&mutex_);
    busy_ = true;
  }

  const Load load_;
  std::thread waker_;
  mutable absl::Mutex mutex_;
  bool busy_ ABSL_GUARDED_BY(mutex_) = false;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<int64_t> lags_ ABSL_GUARDED_BY(mutex_);
  std::vector<int> next_ ABSL_GUARDED_BY(mutex_);
  long long missed_ ABSL_GUARDED_BY(mutex_) = 0;
  long long repeated_ ABSL_GUARDED_BY(mutex_) = 0;
};

int Run(const Load& load) {
  Open(load.url);
  int64_t begun = Now();
  std::vector<pid_t> children;
  for (int process = 0; process < load.processes; ++process) {
    pid_t child = fork();
    if (child == 0) std::_Exit(Write(load, process));
    children.push_back(child);
  }
  std::unique_ptr<Database> database = Open(load.url);
  ChangeFeed feed(*database, Clock::System());
  Reader reader(load);
  bool failed = false;
  {
    FeedPump pump(feed);
    reader.Attach(pump);
    for (pid_t child : children) {
      int status = 0;
      waitpid(child, &status, 0);
      failed = failed || status != 0;
    }
    // What was committed last is read soon.
    for (int i = 0; i < 100 && !reader.Done(); ++i) absl::SleepFor(absl::Milliseconds(100));
    reader.Detach(pump);
  }
  reader.Print(static_cast<double>(Now() - begun) / 1e9);
  return failed || !reader.Done() ? 1 : 0;
}

}  // namespace
}  // namespace academy

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "feed_load URL PROCESSES WRITERS EVENTS\n");
    return 2;
  }
  return academy::Run(
      {.url = argv[1], .processes = std::atoi(argv[2]), .writers = std::atoi(argv[3]), .events = std::atoi(argv[4])});
}
