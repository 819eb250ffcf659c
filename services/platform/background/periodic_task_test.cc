#include "services/platform/background/periodic_task.h"

#include <gtest/gtest.h>

#include <atomic>

#include "absl/synchronization/blocking_counter.h"
#include "absl/synchronization/notification.h"

namespace academy {
namespace {

PeriodicTask::Options OnWake() { return {.failure = "work failed", .interval = absl::InfiniteDuration()}; }

TEST(PeriodicTaskTest, WorkThatWaitsForAWakeRunsOncePerWake) {
  std::atomic<int> runs = 0;
  absl::Notification first;
  absl::Notification second;
  PeriodicTask task(OnWake(), [&] {
    (++runs == 1 ? first : second).Notify();
    return absl::OkStatus();
  });
  task.Wake();
  first.WaitForNotification();
  task.Wake();
  second.WaitForNotification();
  task.Stop();
  EXPECT_EQ(runs, 2);
}

TEST(PeriodicTaskTest, ManyWakesDuringOneRunLeadToOneMore) {
  std::atomic<int> runs = 0;
  absl::Notification begun;
  absl::Notification go_on;
  absl::Notification again;
  PeriodicTask task(OnWake(), [&] {
    if (++runs == 1) {
      begun.Notify();
      go_on.WaitForNotification();
    } else {
      again.Notify();
    }
    return absl::OkStatus();
  });
  task.Wake();
  begun.WaitForNotification();
  for (int i = 0; i < 10; ++i) task.Wake();
  go_on.Notify();
  again.WaitForNotification();
  task.Stop();
  EXPECT_EQ(runs, 2);
}

TEST(PeriodicTaskTest, WorkRunsAgainAtItsIntervals) {
  absl::BlockingCounter three(3);
  std::atomic<int> runs = 0;
  PeriodicTask task({.failure = "work failed", .interval = absl::Milliseconds(1), .run_at_start = true}, [&] {
    if (++runs <= 3) three.DecrementCount();
    return absl::OkStatus();
  });
  three.Wait();
}

TEST(PeriodicTaskTest, FailedWorkIsTriedAgainWithoutAWake) {
  std::atomic<int> runs = 0;
  absl::Notification succeeded;
  PeriodicTask::Options options = OnWake();
  options.run_at_start = true;
  options.first_retry = absl::Milliseconds(1);
  options.max_retry = absl::Milliseconds(2);
  PeriodicTask task(options, [&]() -> absl::Status {
    if (++runs < 4) return absl::UnavailableError("not yet");
    succeeded.Notify();
    return absl::OkStatus();
  });
  succeeded.WaitForNotification();
  task.Stop();
  EXPECT_EQ(runs, 4);
}

TEST(PeriodicTaskTest, LongWorkLearnsThatItShouldEnd) {
  absl::Notification begun;
  PeriodicTask* running = nullptr;
  absl::Notification made;
  PeriodicTask task(OnWake(), [&] {
    begun.Notify();
    made.WaitForNotification();
    while (!running->Stopping()) std::this_thread::yield();
    return absl::CancelledError("stopping");
  });
  running = &task;
  made.Notify();
  task.Wake();
  begun.WaitForNotification();
  task.Stop();
}

}  // namespace
}  // namespace academy
