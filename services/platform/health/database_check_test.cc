#include "services/platform/health/database_check.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <fstream>
#include <memory>
#include <string>

#include "services/platform/base/status.h"
#include "services/platform/health/heartbeat.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy {
namespace {

std::vector<Migration> Migrations() {
  return {{1, "heartbeats", kHeartbeatSchema}, {2, "other", "CREATE TABLE other (id INTEGER PRIMARY KEY);\n"}};
}

// Before any check, because a thread cannot raise its priority again.
const int kPriorityAtStart = ::getpriority(PRIO_PROCESS, 0);

class DatabaseCheckTest : public testing::Test {
 protected:
  void SetUp() override {
    // The pages of the tables are in the file, and no longer in the log.
    ASSERT_OK(database_->Compact());
    check_ = std::make_unique<DatabaseCheck>(*database_, clock_);
    ASSERT_OK(check_->CheckIfDue());
  }

  // Overwrites a table's first page, which nothing else reads.
  void Damage() {
    auto page = database_->Read([](soci::session& sql) -> absl::StatusOr<int> {
      int root = 0;
      sql << "SELECT rootpage FROM sqlite_master WHERE name = 'other'", soci::into(root);
      return root;
    });
    constexpr int kPage = 4096;
    std::fstream file(database_.url(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekg((*page - 1) * kPage);
    whole_.resize(kPage);
    file.read(whole_.data(), kPage);
    file.seekp((*page - 1) * kPage);
    file << std::string(kPage, '\xff');
    offset_ = (*page - 1) * kPage;
  }
  void Restore() {
    std::fstream file(database_.url(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(offset_);
    file << whole_;
  }

  // A process that ended without its destructors, and the next one.
  void StartAfterCrash() {
    check_.reset();
    ASSERT_OK(database_->Write([&](Transaction& tx) {
      StoreBeat(tx, "running", clock_.Now());
      return absl::OkStatus();
    }));
    check_ = std::make_unique<DatabaseCheck>(*database_, clock_);
  }
  void StartAfterEnd() {
    check_.reset();
    check_ = std::make_unique<DatabaseCheck>(*database_, clock_);
  }

  TestDatabase database_{Engine::kSqlite, Migrations()};
  FakeClock clock_;
  std::string whole_;
  int offset_ = 0;
  std::unique_ptr<DatabaseCheck> check_;
};

TEST_F(DatabaseCheckTest, ACheckIsDueEachWeek) {
  Damage();
  clock_.Advance(absl::Hours(7 * 24 - 1));
  ASSERT_OK(check_->CheckIfDue());
  EXPECT_EQ(check_->DamagedSince(), std::nullopt);
  clock_.Advance(absl::Hours(1));
  ASSERT_OK(check_->CheckIfDue());
  EXPECT_EQ(check_->DamagedSince(), clock_.Now());
}

TEST_F(DatabaseCheckTest, ACheckIsDueAfterACrashAndNotAfterACleanEnd) {
  Damage();
  StartAfterEnd();
  ASSERT_OK(check_->CheckIfDue());
  EXPECT_EQ(check_->DamagedSince(), std::nullopt);
  StartAfterCrash();
  ASSERT_OK(check_->CheckIfDue());
  EXPECT_EQ(check_->DamagedSince(), clock_.Now());
}

TEST_F(DatabaseCheckTest, AFindingIsLoggedOnceAndStaysUntilACheckFindsNothing) {
  Damage();
  StartAfterCrash();
  UnixMillis found = clock_.Now();
  testing::internal::CaptureStderr();
  ASSERT_OK(check_->CheckIfDue());
  clock_.Advance(absl::Hours(1));
  ASSERT_OK(check_->CheckIfDue());
  std::string log = testing::internal::GetCapturedStderr();
  EXPECT_EQ(log.find("database damaged: stop the academy"), log.rfind("database damaged: stop the academy")) << log;
  EXPECT_NE(log.find("restore the newest backup"), log.npos) << log;
  EXPECT_EQ(check_->DamagedSince(), found);
  Restore();
  ASSERT_OK(check_->CheckIfDue());
  EXPECT_EQ(check_->DamagedSince(), std::nullopt);
}

TEST_F(DatabaseCheckTest, AFindingIsFoundAgainAfterACleanEnd) {
  Damage();
  StartAfterCrash();
  ASSERT_OK(check_->CheckIfDue());
  StartAfterEnd();
  EXPECT_EQ(check_->DamagedSince(), std::nullopt);
  ASSERT_OK(check_->CheckIfDue());
  EXPECT_NE(check_->DamagedSince(), std::nullopt);
}

TEST_F(DatabaseCheckTest, TheCallingThreadKeepsItsPriority) {
  StartAfterCrash();
  ASSERT_OK(check_->CheckIfDue());
  EXPECT_EQ(::getpriority(PRIO_PROCESS, 0), kPriorityAtStart);
}

TEST_F(DatabaseCheckTest, AClockThatWasAheadDoesNotPutTheCheckOff) {
  clock_.Advance(-absl::Hours(24));
  Damage();
  ASSERT_OK(check_->CheckIfDue());
  EXPECT_NE(check_->DamagedSince(), std::nullopt);
}

TEST_F(DatabaseCheckTest, ACheckEndsWithItsProcess) {
  StartAfterCrash();
  EXPECT_TRUE(absl::IsCancelled(check_->CheckIfDue([] { return true; })));
  // And is due again at the next.
  Damage();
  StartAfterCrash();
  ASSERT_OK(check_->CheckIfDue());
  EXPECT_NE(check_->DamagedSince(), std::nullopt);
}

}  // namespace
}  // namespace academy
