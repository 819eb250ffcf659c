#include "services/auth/abuse/attempt_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "absl/synchronization/blocking_counter.h"
#include "absl/synchronization/notification.h"
#include "services/platform/base/status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

TEST(AttemptQueueTest, JobsOfOneKeyRunOneAfterAnotherInOrder) {
  Executor executor({.threads = 4, .queue = 1000});
  AttemptQueue queue(executor, {.waiting_for_one = 100});
  std::atomic<int> at_once = 0;
  std::vector<int> order;
  absl::BlockingCounter done(100);
  for (int i = 0; i < 100; ++i) {
    queue.Submit("one", [&, i](const absl::Status& admitted) {
      EXPECT_OK(admitted);
      EXPECT_EQ(at_once.fetch_add(1), 0);
      order.push_back(i);
      --at_once;
      done.DecrementCount();
    });
  }
  done.Wait();
  EXPECT_EQ(order.size(), 100u);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST(AttemptQueueTest, OtherKeysGoOnMeanwhile) {
  Executor executor({.threads = 2, .queue = 10});
  AttemptQueue queue(executor, {});
  absl::Notification release, other;
  queue.Submit("slow", [&](const absl::Status&) { release.WaitForNotification(); });
  queue.Submit("slow", [&](const absl::Status&) {});
  queue.Submit("other", [&](const absl::Status&) { other.Notify(); });
  other.WaitForNotification();
  release.Notify();
}

TEST(AttemptQueueTest, WhoeverHasWaitedTooLongIsToldToComeBackLaterInsteadOfBeingServedInVain) {
  Executor executor({.threads = 1, .queue = 10});
  AttemptQueue queue(executor, {.longest_wait = -absl::Seconds(1)});
  absl::Notification answered;
  absl::Status status;
  queue.Submit("one", [&](const absl::Status& admitted) {
    status = admitted;
    answered.Notify();
  });
  answered.WaitForNotification();
  EXPECT_TRUE(absl::IsUnavailable(status)) << status;
  EXPECT_THAT(status, HasReason("overloaded"));
}

TEST(AttemptQueueTest, TooManyThatWaitAreToldToComeBackLater) {
  Executor executor({.threads = 1, .queue = 10});
  AttemptQueue queue(executor, {.waiting_for_one = 2, .waiting = 3});
  absl::Notification release;
  std::atomic<int> ran = 0;
  std::vector<absl::Status> refused;
  auto job = [&](const absl::Status& admitted) {
    if (!admitted.ok()) return refused.push_back(admitted);
    release.WaitForNotification();
    ++ran;
  };
  for (int i = 0; i < 4; ++i) queue.Submit("one", job);
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_THAT(refused[0], HasReason("too_many_attempts"));
  EXPECT_EQ(DetailOf(refused[0]).retry_after_seconds, 1);
  for (int i = 0; i < 3; ++i) queue.Submit("two", job);
  EXPECT_EQ(refused.size(), 2u) << "one runs, three wait in all";
  release.Notify();
}

TEST(AttemptQueueTest, AFullExecutorRefusesWithoutLosingAJob) {
  Executor executor({.threads = 1, .queue = 1});
  absl::Notification started, release;
  ASSERT_TRUE(executor.TrySubmit([&] {
    started.Notify();
    release.WaitForNotification();
  }));
  started.WaitForNotification();
  ASSERT_TRUE(executor.TrySubmit([] {}));
  AttemptQueue queue(executor, {});
  std::vector<absl::Status> refused;
  for (int i = 0; i < 3; ++i) queue.Submit("one", [&](const absl::Status& admitted) { refused.push_back(admitted); });
  ASSERT_EQ(refused.size(), 3u);
  for (const absl::Status& status : refused) EXPECT_THAT(status, HasReason("overloaded"));
  release.Notify();
}

}  // namespace
}  // namespace academy::auth
