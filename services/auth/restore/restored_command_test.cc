#include "services/auth/restore/restored_command.h"

#include <gtest/gtest.h>

#include <memory>

#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/mail/mail_store.h"
#include "services/auth/schema.h"
#include "services/auth/sessions/session_store.h"
#include "services/platform/crypto/random.h"
#include "services/platform/db/database.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

namespace fs = std::filesystem;

class RestoredCommandTest : public testing::Test {
 protected:
  RestoredCommandTest() : data_(fs::temp_directory_path() / ("restored_" + Hex(RandomBytes(8)))) {
    fs::create_directories(data_ / "auth");
  }
  ~RestoredCommandTest() override { fs::remove_all(data_); }

  std::unique_ptr<Database> Open() {
    return *Database::Open({.url = (data_ / "auth" / "auth.db").string(), .readers = 1}, Migrations());
  }

  const fs::path data_;
};

TEST_F(RestoredCommandTest, EndsSessionsAndFailsWaitingMails) {
  ASSERT_OK(Open()->Write([&](Transaction& tx) -> absl::Status {
    InsertSession(tx.sql(), {.id = "live", .token_hash = "a", .person_id = "p", .created_at = 1});
    InsertSession(tx.sql(), {.id = "ended",
                             .token_hash = "b",
                             .person_id = "p",
                             .created_at = 1,
                             .ended_at = 2,
                             .reason = session_reason::kLogout});
    InsertMail(tx.sql(), {.id = "waiting", .kind = "recovery", .recipient = "a@b.c", .lease = "held"});
    InsertMail(tx.sql(), {.id = "sent", .kind = "recovery", .recipient = "a@b.c", .state = mail_state::kSent});
    return absl::OkStatus();
  }));
  ASSERT_EQ(RunRestoredCommand({.data = data_}), 0);
  ASSERT_OK(Open()->Read([&](soci::session& sql) -> absl::Status {
    EXPECT_GT(FindSession(sql, "live")->ended_at, 0);
    EXPECT_EQ(FindSession(sql, "live")->reason, session_reason::kExpired);
    EXPECT_EQ(FindSession(sql, "ended")->ended_at, 2);
    EXPECT_EQ(FindSession(sql, "ended")->reason, session_reason::kLogout);
    EXPECT_EQ(FindMail(sql, "waiting")->state, mail_state::kFailed);
    EXPECT_EQ(FindMail(sql, "waiting")->lease, "");
    EXPECT_EQ(FindMail(sql, "sent")->state, mail_state::kSent);
    EXPECT_EQ(CountManagers(sql), 0);
    return absl::OkStatus();
  }));
}

TEST_F(RestoredCommandTest, LeavesTheDatabaseOfARunningServiceAlone) {
  auto service =
      Database::Open({.url = (data_ / "auth" / "auth.db").string(), .readers = 1, .exclusive = true}, Migrations());
  ASSERT_OK(service);
  EXPECT_EQ(RunRestoredCommand({.data = data_, .check_manager = true}), 1);
  ASSERT_OK((*service)->Read([&](soci::session& sql) -> absl::Status {
    EXPECT_EQ(CountManagers(sql), 0);
    return absl::OkStatus();
  }));
}

TEST_F(RestoredCommandTest, MakesAManagerForTheCheckOnly) {
  Open().reset();
  ASSERT_EQ(RunRestoredCommand({.data = data_, .check_manager = true}), 0);
  ASSERT_OK(Open()->Read([&](soci::session& sql) -> absl::Status {
    EXPECT_EQ(CountManagers(sql), 1);
    return absl::OkStatus();
  }));
}

TEST_F(RestoredCommandTest, MakesNoDatabaseWhereThereIsNone) {
  EXPECT_EQ(RunRestoredCommand({.data = data_}), 1);
  EXPECT_FALSE(fs::exists(data_ / "auth" / "auth.db"));
}

}  // namespace
}  // namespace academy::auth
