#include "services/platform/background/executor_watch.h"

#include <gtest/gtest.h>

#include "absl/synchronization/notification.h"

namespace academy {
namespace {

class ExecutorWatchTest : public testing::Test {
 protected:
  // Lets the only thread wait until the test ends.
  void Block() {
    absl::Notification begun;
    ASSERT_TRUE(executor_.TrySubmit([&] {
      begun.Notify();
      free_.WaitForNotification();
    }));
    begun.WaitForNotification();
  }
  // Waits until all jobs before it have run.
  void AwaitJobs() {
    absl::Notification done;
    ASSERT_TRUE(executor_.TrySubmit([&] { done.Notify(); }));
    done.WaitForNotification();
  }

  absl::Notification free_;
  Executor executor_{{.threads = 1, .queue = 2}};
  ExecutorWatch watch_{executor_, absl::InfiniteDuration()};
};

TEST_F(ExecutorWatchTest, AnExecutorThatRunsJobsIsNotStuckHoweverOftenOneLooks) {
  for (int i = 0; i < 3 * ExecutorWatch::kLooks; ++i) {
    EXPECT_TRUE(watch_.Look());
    AwaitJobs();
  }
  free_.Notify();
}

TEST_F(ExecutorWatchTest, OneThatRunsNothingIsStuckAfterSomeLooks) {
  Block();
  EXPECT_TRUE(watch_.Look()) << "gives it a job";
  for (int i = 1; i < ExecutorWatch::kLooks; ++i) EXPECT_TRUE(watch_.Look());
  EXPECT_FALSE(watch_.Look());
  free_.Notify();
}

TEST_F(ExecutorWatchTest, OneThatRunsAgainInTimeIsNotStuck) {
  Block();
  EXPECT_TRUE(watch_.Look());
  for (int i = 1; i < ExecutorWatch::kLooks; ++i) EXPECT_TRUE(watch_.Look());
  free_.Notify();
  AwaitJobs();
  for (int i = 0; i < ExecutorWatch::kLooks; ++i) {
    EXPECT_TRUE(watch_.Look());
    AwaitJobs();
  }
}

TEST_F(ExecutorWatchTest, OneWhoseFullQueueDoesNotMoveIsStuckToo) {
  Block();
  while (executor_.TrySubmit([] {})) {
  }
  for (int i = 1; i < ExecutorWatch::kLooks; ++i) EXPECT_TRUE(watch_.Look());
  EXPECT_FALSE(watch_.Look());
  free_.Notify();
}

}  // namespace
}  // namespace academy
