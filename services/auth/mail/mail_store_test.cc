// The outbox in the database, on every engine.
#include "services/auth/mail/mail_store.h"

#include <gtest/gtest.h>

#include "services/auth/schema.h"
#include "services/platform/background/counted_time.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy::auth {
namespace {

using Texts = std::vector<std::string>;

class MailStoreTest : public testing::TestWithParam<Engine> {
 protected:
  MailStoreTest() : database_(GetParam(), Migrations()) {}

  template <typename Work>
  void Write(Work&& work) {
    absl::Status written = database_->Write([&](Transaction& tx) -> absl::Status {
      work(tx.sql());
      return absl::OkStatus();
    });
    ASSERT_OK(written);
  }
  template <typename Work>
  auto Read(Work&& work) {
    using Result = decltype(work(std::declval<soci::session&>()));
    return *database_->Read([&](soci::session& sql) -> absl::StatusOr<Result> { return work(sql); });
  }

  // Inserts a mail that is created at `at` and due at once.
  std::string Insert(UnixMillis at, const std::string& person = "a", const std::string& state = mail_state::kWaiting) {
    MailRecord mail{.id = NewId(at), .kind = "activation", .person_id = person, .recipient = "a@b.co", .text = "t"};
    mail.state = state;
    mail.created_at = mail.next_attempt_at = mail.tried_since = at;
    Write([&](soci::session& sql) { InsertMail(sql, mail); });
    return mail.id;
  }
  std::optional<MailRecord> Lease(UnixMillis now, UnixMillis until, const std::string& lease) {
    std::optional<MailRecord> leased;
    Write([&](soci::session& sql) {
      std::optional<MailRecord> due = FindDueMail(sql, now);
      if (due.has_value()) leased = LeaseMail(sql, due->id, until, lease);
    });
    return leased;
  }
  MailRecord Find(const std::string& id) {
    return Read([&](soci::session& sql) { return FindMail(sql, id); }).value_or(MailRecord());
  }
  Texts List(const MailFilter& filter) {
    Texts ids;
    for (const MailRecord& mail : Read([&](soci::session& sql) { return ListMails(sql, filter); })) {
      ids.push_back(mail.id);
    }
    return ids;
  }

  TestDatabase database_;
};
INSTANTIATE_TEST_SUITE_P(Engines, MailStoreTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(MailStoreTest, AllFieldsAreKept) {
  MailRecord mail{.id = NewId(1),
                  .kind = "recovery",
                  .person_id = "p",
                  .recipient = "a@b.co",
                  .subject = "موضوع",
                  .text = "نص",
                  .html = "<p>",
                  .attempts = 3,
                  .next_attempt_at = 5,
                  .last_error = "e",
                  .created_at = 1,
                  .sent_at = 7,
                  .tried_since = 2,
                  .lease = "l"};
  Write([&](soci::session& sql) { InsertMail(sql, mail); });
  MailRecord found = Find(mail.id);
  EXPECT_EQ(found.kind, "recovery");
  EXPECT_EQ(found.person_id, "p");
  EXPECT_EQ(found.subject, "موضوع");
  EXPECT_EQ(found.text, "نص");
  EXPECT_EQ(found.html, "<p>");
  EXPECT_EQ(found.state, mail_state::kWaiting);
  EXPECT_EQ(found.attempts, 3);
  EXPECT_EQ(found.next_attempt_at, 5);
  EXPECT_EQ(found.last_error, "e");
  EXPECT_EQ(found.created_at, 1);
  EXPECT_EQ(found.sent_at, 7);
  EXPECT_EQ(found.tried_since, 2);
  EXPECT_EQ(found.lease, "l");
}

TEST_P(MailStoreTest, ADueMailIsLeasedToOneAndGoesToAnotherWhenTheLeaseEnds) {
  std::string id = Insert(1000);
  EXPECT_EQ(Read([](soci::session& sql) { return NextMailDue(sql, 999); }), 1000);
  EXPECT_FALSE(Lease(999, 5000, "one").has_value()) << "nothing is due yet";
  EXPECT_EQ(Lease(1000, 2000, "one")->attempts, 1);
  EXPECT_FALSE(Lease(1999, 5000, "two").has_value());
  Write([&](soci::session& sql) { RenewMailLease(sql, id, "other", 9000); });
  Write([&](soci::session& sql) { RenewMailLease(sql, id, "one", 3000); });
  EXPECT_FALSE(Lease(2999, 5000, "two").has_value());
  EXPECT_EQ(Lease(3000, 5000, "two")->attempts, 2);
  Write([&](soci::session& sql) { EndMailLeases(sql, 3500); });
  EXPECT_EQ(Lease(3500, 5000, "three")->attempts, 3);
}

TEST_P(MailStoreTest, OnlyTheHolderOfALeaseWritesAFailure) {
  std::string id = Insert(1000);
  Lease(1000, 2000, "one");
  Lease(2000, 3000, "two");
  Write([&](soci::session& sql) { MarkMailFailed(sql, id, "one", "no"); });
  Write([&](soci::session& sql) { PostponeMail(sql, id, "one", 9000, "no"); });
  EXPECT_EQ(Find(id).state, mail_state::kWaiting);
  EXPECT_EQ(Find(id).next_attempt_at, 3000);
  Write([&](soci::session& sql) { MarkMailSent(sql, id, 2500); });
  Write([&](soci::session& sql) { MarkMailFailed(sql, id, "two", "no"); });
  EXPECT_EQ(Find(id).state, mail_state::kSent) << "the server has it, whoever brought it";
  EXPECT_EQ(Find(id).sent_at, 2500);
}

TEST_P(MailStoreTest, AFailedMailIsTriedAnewAndASentOneIsNot) {
  std::string id = Insert(1000);
  Lease(1000, 2000, "one");
  Write([&](soci::session& sql) { RetryMail(sql, id, 1500); });
  EXPECT_EQ(Find(id).next_attempt_at, 2000) << "an attempt is under way";
  EXPECT_EQ(Find(id).attempts, 0);
  Write([&](soci::session& sql) { MarkMailFailed(sql, id, "one", "no"); });
  Write([&](soci::session& sql) { RetryMail(sql, id, 4000); });
  MailRecord mail = Find(id);
  EXPECT_EQ(mail.state, mail_state::kWaiting);
  EXPECT_EQ(mail.next_attempt_at, 4000);
  EXPECT_EQ(mail.tried_since, 4000);
  EXPECT_EQ(mail.created_at, 1000);
  Write([&](soci::session& sql) { MarkMailSent(sql, id, 5000); });
  Write([&](soci::session& sql) { RetryMail(sql, id, 6000); });
  EXPECT_EQ(Find(id).state, mail_state::kSent);
}

TEST_P(MailStoreTest, ListsAreNewestFirstByPersonAndState) {
  std::string first = Insert(1000, "a", mail_state::kSent);
  std::string second = Insert(2000, "b");
  std::string third = Insert(3000, "a");
  EXPECT_EQ(List({.limit = 10}), (Texts{third, second, first}));
  EXPECT_EQ(List({.limit = 1}), (Texts{third}));
  EXPECT_EQ(List({.after = third, .limit = 10}), (Texts{second, first}));
  EXPECT_EQ(List({.person_id = "a", .limit = 10}), (Texts{third, first}));
  EXPECT_EQ(List({.state = "waiting", .limit = 10}), (Texts{third, second}));
  EXPECT_EQ(List({.person_id = "a", .state = "waiting", .limit = 10}), (Texts{third}));
  EXPECT_EQ(List({.person_id = "nobody", .limit = 10}), Texts());
}

TEST_P(MailStoreTest, WhatAClockThatWasAheadPostponedIsDue) {
  constexpr UnixMillis kHour = 3'600'000;
  std::string id = Insert(200 * kHour);
  EXPECT_EQ(Read([](soci::session& sql) { return NextMailDue(sql, 8 * kHour); }), 8 * kHour);
  EXPECT_FALSE(Lease(199 * kHour, 200 * kHour, "one").has_value()) << "an hour is a pause like any other";
  EXPECT_EQ(Lease(8 * kHour, 300 * kHour, "two").value_or(MailRecord()).id, id);
  EXPECT_FALSE(Lease(8 * kHour, 9 * kHour, "three").has_value()) << "its holder may be sending it";
}

TEST_P(MailStoreTest, AClockSetBackEndsPausesAndShortensLeases) {
  std::string leased = Insert(1000);
  Lease(1000, 90'000, "one");
  std::string short_lease = Insert(1000);
  Lease(1000, 2000, "two");
  std::string postponed = Insert(5000);
  Write([](soci::session& sql) { EndPostponements(sql, 500, 30'500); });
  EXPECT_EQ(Find(postponed).next_attempt_at, 500);
  EXPECT_EQ(Find(leased).next_attempt_at, 30'500);
  EXPECT_EQ(Find(leased).lease, "one");
  EXPECT_EQ(Find(short_lease).next_attempt_at, 2000);
}

TEST_P(MailStoreTest, AnExpiredMailIsNotDueUntilItIsSentAgain) {
  std::string id = Insert(1000);
  Write([](soci::session& sql) { RaiseCountedMillis(sql, 70); });
  Write([&](soci::session& sql) { ExpireMail(sql, id); });
  EXPECT_EQ(Find(id).state, mail_state::kExpired);
  EXPECT_FALSE(Lease(1000, 2000, "one").has_value());
  Write([&](soci::session& sql) { RetryMail(sql, id, 1500); });
  EXPECT_EQ(Find(id).counted_since, 70);
  EXPECT_TRUE(Lease(1500, 2500, "one").has_value());
  Write([&](soci::session& sql) { MarkMailSent(sql, id, 1500); });
  Write([&](soci::session& sql) { ExpireMail(sql, id); });
  EXPECT_EQ(Find(id).state, mail_state::kSent);
}

TEST_P(MailStoreTest, AMailKeepsTheTimeThatWasCountedBeforeIt) {
  Write([](soci::session& sql) { RaiseCountedMillis(sql, 12'000); });
  EXPECT_EQ(Find(Insert(1000)).counted_since, 12'000);
}

TEST_P(MailStoreTest, WhatWaitedBeforeAnythingWasCountedIsOlderThanTheNewestMail) {
  std::vector<Migration> earlier = Migrations();
  std::erase_if(earlier, [](const Migration& migration) { return migration.version >= 26; });
  TestDatabase database(GetParam(), earlier);
  ASSERT_OK(database->Write([](Transaction& tx) {
    tx.sql() << "INSERT INTO mails (id, recipient, subject, body_text, body_html, state, attempts, next_attempt_at,"
                " last_error, created_at, sent_at, tried_since) VALUES"
                " ('old', '', '', '', '', 'waiting', 0, 1000, '', 1000, 0, 1000),"
                " ('new', '', '', '', '', 'waiting', 0, 9000, '', 9000, 0, 9000)";
    return absl::OkStatus();
  }));
  auto upgraded = Database::Open({.url = database.url()}, Migrations(), Clock::System());
  ASSERT_OK(upgraded);
  auto counted = (*upgraded)->Read([](soci::session& sql) -> absl::StatusOr<std::vector<int64_t>> {
    return std::vector<int64_t>{FindMail(sql, "old")->counted_since, FindMail(sql, "new")->counted_since};
  });
  ASSERT_OK(counted);
  EXPECT_EQ(*counted, (std::vector<int64_t>{-8000, 0}));
}

TEST_P(MailStoreTest, OldMailsAreForgottenButForWaitingOnes) {
  constexpr UnixMillis kTime = 1'800'000'000'000;
  Insert(kTime - 1, "a", mail_state::kSent);
  Insert(kTime - 1, "a", mail_state::kFailed);
  Insert(kTime - 1, "a", mail_state::kExpired);
  std::string waiting = Insert(kTime - 1);
  std::string young = Insert(kTime, "a", mail_state::kSent);
  Write([](soci::session& sql) { ForgetMailsBefore(sql, kTime); });
  EXPECT_EQ(List({.limit = 10}), (Texts{young, waiting}));
}

}  // namespace
}  // namespace academy::auth
