#include "services/platform/base/timed_wait.h"

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <ctime>
#include <future>
#include <thread>

namespace {

// How far the system clock has been set back since a wait began, as absl sees it.
std::atomic<time_t> set_back = 0;

}  // namespace

// Stands before the C library's.
extern "C" int clock_gettime(clockid_t id, timespec* time) noexcept {
  int failed = static_cast<int>(::syscall(SYS_clock_gettime, id, time));
  if (failed == 0 && id == CLOCK_REALTIME) time->tv_sec += set_back;
  return failed;
}

namespace academy {
namespace {

constexpr std::chrono::seconds kPatience{30};

class TimedWaitTest : public testing::Test {
 protected:
  bool Wait(absl::Duration at_most) {
    absl::MutexLock lock(&mutex_);
    return changed_.Await(mutex_, at_most, [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return done_; });
  }
  void Finish() {
    absl::MutexLock lock(&mutex_);
    done_ = true;
    changed_.Changed();
  }

  absl::Mutex mutex_;
  TimedWait changed_;
  bool done_ ABSL_GUARDED_BY(mutex_) = false;
};

TEST_F(TimedWaitTest, AWaitEndsWithTheChange) {
  std::thread finisher([this] { Finish(); });
  EXPECT_TRUE(Wait(absl::InfiniteDuration()));
  finisher.join();
  EXPECT_TRUE(Wait(absl::ZeroDuration()));
}

TEST_F(TimedWaitTest, AWaitWithoutAChangeEndsAfterItsTime) { EXPECT_FALSE(Wait(absl::Milliseconds(1))); }

TEST_F(TimedWaitTest, AWaitIsNotProlongedByAClockThatIsSetBack) {
  set_back = 3600;
  std::future<bool> waited = std::async(std::launch::async, [this] { return Wait(absl::Milliseconds(1)); });
  bool ended = waited.wait_for(kPatience) == std::future_status::ready;
  set_back = 0;
  // Else the test would end with the hour.
  if (!ended) Finish();
  EXPECT_TRUE(ended);
}

}  // namespace
}  // namespace academy
