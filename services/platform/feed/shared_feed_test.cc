// One feed that several processes append to and read at once. Run where there is a server.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "services/platform/background/call_limit.h"
#include "services/platform/db/query.h"
#include "services/platform/feed/change_feed.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

constexpr int kProcesses = 3;
constexpr int kWritersEach = 8;
constexpr int kEventsEach = 40;

const std::vector<Migration>& Migrations() {
  static const std::vector<Migration> migrations = {
      {1, "feed", kChangeFeedSchema},
      {2, "event ids", kFeedEventIdsSchema},
      {3, "items", "CREATE TABLE item (id TEXT PRIMARY KEY, amount BIGINT NOT NULL);\n"}};
  return migrations;
}

std::vector<Engine> Servers() {
  std::vector<Engine> engines = TestEngines();
  std::erase(engines, Engine::kSqlite);
  return engines;
}

class SharedFeedTest : public testing::TestWithParam<Engine> {
 protected:
  // As one process has it.
  struct Process {
    std::unique_ptr<Database> database;
    std::unique_ptr<ChangeFeed> feed;
  };

  SharedFeedTest() : first_(GetParam(), Migrations()) {
    for (int i = 0; i <= kProcesses; ++i) {
      auto opened = Database::Open({.url = first_.url(), .readers = 1}, Migrations());
      EXPECT_OK(opened);
      Process& process = processes_.emplace_back();
      process.database = *std::move(opened);
      process.feed = std::make_unique<ChangeFeed>(*process.database, clock_);
    }
  }

  // Appends `event` in a transaction that also changes a row before and one after it, each of which others change too.
  static absl::Status Append(Process& process, const std::string& event, const std::string& before,
                             const std::string& after) {
    return process.database->Write([&](Transaction& tx) {
      auto change = [&](const std::string& id) {
        Execute(tx.sql(),
                "INSERT INTO item (id, amount) VALUES (:id, 1)"
                " ON CONFLICT (id) DO UPDATE SET amount = item.amount + 1",
                id);
      };
      change(before);
      process.feed->Append(tx, event);
      change(after);
      return absl::OkStatus();
    });
  }

  FakeClock clock_;
  TestDatabase first_;
  std::vector<Process> processes_;
};

TEST_P(SharedFeedTest, AReaderSkipsNothingAndReadsNothingTwice) {
  constexpr int kWriters = kProcesses * kWritersEach;
  std::atomic<int> writing = kWriters;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < kWriters; ++writer) {
    writers.emplace_back([&, writer] {
      ScopedCallLimit limit(absl::Minutes(5));
      Process& process = processes_[static_cast<size_t>(writer % kProcesses)];
      for (int i = 0; i < kEventsEach; ++i) {
        const std::string event = std::to_string(writer) + "/" + std::to_string(i);
        EXPECT_OK(Append(process, event, std::to_string(writer % 5), std::to_string(i % 5)));
      }
      --writing;
    });
  }
  std::vector<std::string> read;
  int64_t place = 0;
  while (true) {
    // Asked before, so that what comes after the last one is read too.
    bool last = writing == 0;
    auto entries = processes_.back().feed->ReadAfter(place, 100);
    ASSERT_OK(entries);
    for (const FeedEntry& entry : *entries) {
      EXPECT_GT(entry.position, place);
      place = entry.position;
      read.push_back(entry.payload);
    }
    if (last && entries->empty()) break;
  }
  for (std::thread& writer : writers) writer.join();

  ASSERT_EQ(read.size(), static_cast<size_t>(kWriters * kEventsEach));
  // What one writer appended comes in its order.
  std::vector<int> next(kWriters, 0);
  for (const std::string& event : read) {
    size_t slash = event.find('/');
    auto writer = static_cast<size_t>(std::stoi(event.substr(0, slash)));
    EXPECT_EQ(event.substr(slash + 1), std::to_string(next[writer]++));
  }
}

INSTANTIATE_TEST_SUITE_P(Servers, SharedFeedTest, testing::ValuesIn(Servers()), EngineName);
// Without a server there is nothing to test.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SharedFeedTest);

}  // namespace
}  // namespace academy
