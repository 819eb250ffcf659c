#include "services/catalog/uploads/upload_locks.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace academy::catalog {
namespace {

TEST(UploadLocksTest, AFreeUploadIsLockedAtOnceAndAnotherOneBesideIt) {
  UploadLocks locks;
  std::vector<std::string> events;
  locks.Acquire(
      "a", [&] { events.push_back("leave a"); }, [&] { events.push_back("a"); });
  locks.Acquire(
      "b", [&] { events.push_back("leave b"); }, [&] { events.push_back("b"); });
  EXPECT_EQ(events, (std::vector<std::string>{"a", "b"}));
}

TEST(UploadLocksTest, ANewcomerTellsAllBeforeItToReleaseAndWaitsItsTurn) {
  UploadLocks locks;
  std::vector<std::string> events;
  for (const std::string name : {"1", "2", "3"}) {
    locks.Acquire(
        "a", [&events, name] { events.push_back("leave " + name); }, [&events, name] { events.push_back(name); });
  }
  EXPECT_EQ(events, (std::vector<std::string>{"1", "leave 1", "leave 1", "leave 2"}));
  events.clear();
  locks.Release("a");
  EXPECT_EQ(events, std::vector<std::string>{"2"});
  locks.Release("a");
  locks.Release("a");
  EXPECT_EQ(events, (std::vector<std::string>{"2", "3"}));
}

TEST(UploadLocksTest, LocksOfManyThreadsNeverOverlap) {
  UploadLocks locks;
  std::atomic<int> inside = 0;
  int turns = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 200; ++j) {
        UploadLock lock(locks, "a");
        EXPECT_EQ(++inside, 1);
        ++turns;
        --inside;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(turns, 800);
}

}  // namespace
}  // namespace academy::catalog
