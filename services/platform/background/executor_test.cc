#include "services/platform/background/executor.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>

#include "absl/synchronization/notification.h"

namespace academy {
namespace {

TEST(ExecutorTest, EveryAcceptedJobRunsBeforeTheEnd) {
  std::atomic<int> done = 0;
  {
    Executor executor({.threads = 2, .queue = 1000});
    for (int i = 0; i < 500; ++i) ASSERT_TRUE(executor.TrySubmit([&] { ++done; }));
  }
  EXPECT_EQ(done, 500);
}

TEST(ExecutorTest, AFullQueueRefuses) {
  absl::Notification started, release;
  Executor executor({.threads = 1, .queue = 1});
  ASSERT_TRUE(executor.TrySubmit([&] {
    started.Notify();
    release.WaitForNotification();
  }));
  started.WaitForNotification();
  EXPECT_TRUE(executor.TrySubmit([] {}));
  EXPECT_EQ(executor.Waiting(), 1u);
  EXPECT_FALSE(executor.TrySubmit([] {}));
  release.Notify();
}

}  // namespace
}  // namespace academy
