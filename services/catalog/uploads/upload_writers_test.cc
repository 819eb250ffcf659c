#include "services/catalog/uploads/upload_writers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace academy::catalog {
namespace {

TEST(UploadWritersTest, AFreeUploadIsHadAtOnceAndAnotherOneBesideIt) {
  UploadWriters writers;
  std::vector<std::string> events;
  writers.Enter(
      "a", [&] { events.push_back("leave a"); }, [&] { events.push_back("a"); });
  writers.Enter(
      "b", [&] { events.push_back("leave b"); }, [&] { events.push_back("b"); });
  EXPECT_EQ(events, (std::vector<std::string>{"a", "b"}));
}

TEST(UploadWritersTest, ANewcomerTellsEverybodyBeforeItToLeaveAndWaitsItsTurn) {
  UploadWriters writers;
  std::vector<std::string> events;
  for (const std::string name : {"1", "2", "3"}) {
    writers.Enter(
        "a", [&events, name] { events.push_back("leave " + name); }, [&events, name] { events.push_back(name); });
  }
  EXPECT_EQ(events, (std::vector<std::string>{"1", "leave 1", "leave 1", "leave 2"}));
  events.clear();
  writers.Leave("a");
  EXPECT_EQ(events, std::vector<std::string>{"2"});
  writers.Leave("a");
  writers.Leave("a");
  EXPECT_EQ(events, (std::vector<std::string>{"2", "3"}));
}

TEST(UploadWritersTest, TurnsOfManyThreadsNeverOverlap) {
  UploadWriters writers;
  std::atomic<int> inside = 0;
  int turns = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 200; ++j) {
        UploadTurn turn(writers, "a");
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
