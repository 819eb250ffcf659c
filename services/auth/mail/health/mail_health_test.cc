#include "services/auth/mail/health/mail_health.h"

#include <gtest/gtest.h>

#include <string>

#include "services/auth/mail/mail_store.h"
#include "services/auth/schema.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy::auth {
namespace {

class MailHealthTest : public testing::TestWithParam<Engine> {
 protected:
  void InsertWaiting(const std::string& id) {
    absl::Status inserted = database_->Write([&](Transaction& tx) {
      MailRecord mail{.id = id, .kind = "activation", .recipient = "a@b.c"};
      mail.created_at = mail.tried_since = clock_.Now();
      InsertMail(tx.sql(), mail);
      return absl::OkStatus();
    });
    EXPECT_OK(inserted);
  }

  std::string CodeFor(MailWay way) {
    HealthBoard board(clock_);
    WatchMails({.health = &board}, *database_, clock_, way);
    return board.Collect()[0].code();
  }

  TestDatabase database_{GetParam(), Migrations()};
  FakeClock clock_;
};

TEST_P(MailHealthTest, TheOldestWaitingMailDecides) {
  EXPECT_EQ(CodeFor(MailWay::kServer), "ok");
  InsertWaiting("m1");
  clock_.Advance(absl::Minutes(15));
  InsertWaiting("m2");
  EXPECT_EQ(CodeFor(MailWay::kServer), "ok");
  clock_.Advance(absl::Seconds(1));
  EXPECT_EQ(CodeFor(MailWay::kServer), "mail_waiting");
  clock_.Advance(absl::Hours(2));
  EXPECT_EQ(CodeFor(MailWay::kServer), "mail_stuck");
  ASSERT_OK(database_->Write([&](Transaction& tx) {
    MarkMailSent(tx.sql(), "m1", clock_.Now());
    MarkMailSent(tx.sql(), "m2", clock_.Now());
    return absl::OkStatus();
  }));
  EXPECT_EQ(CodeFor(MailWay::kServer), "ok");
}

TEST_P(MailHealthTest, WithoutAServerMailsWaitForOne) {
  EXPECT_EQ(CodeFor(MailWay::kNone), "ok");
  InsertWaiting("m1");
  EXPECT_EQ(CodeFor(MailWay::kNone), "mail_no_server");
}

TEST_P(MailHealthTest, MailsThatAreShownWaitForNothing) {
  InsertWaiting("m1");
  clock_.Advance(absl::Hours(100));
  EXPECT_EQ(CodeFor(MailWay::kShown), "ok");
}

TEST_P(MailHealthTest, TheAgeIsAGauge) {
  InsertWaiting("m1");
  clock_.Advance(absl::Seconds(90));
  Metrics metrics("auth");
  WatchMails({.metrics = &metrics}, *database_, clock_, MailWay::kServer);
  std::string page = ToText(metrics.Collect());
  EXPECT_NE(page.find("academy_mail_oldest_seconds{process=\"auth\"} 90\n"), page.npos) << page;
}

INSTANTIATE_TEST_SUITE_P(Engines, MailHealthTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::auth
