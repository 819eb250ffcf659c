// The mail worker, on every engine.
#include "services/auth/mail/mail_worker.h"

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>

#include "absl/synchronization/mutex.h"
#include "services/auth/schema.h"
#include "services/platform/background/counted_time.h"
#include "services/platform/base/status.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"
#include "services/platform/testing/test_database.h"

namespace academy::auth {
namespace {

constexpr absl::Duration kMinute = absl::Minutes(1);
constexpr absl::Duration kHour = absl::Hours(1);

// Responds as the test tells it, and lets the test wait for the mails it received.
class FakeSender final : public MailSender {
 public:
  absl::Status Send(const MailRecord& mail) override {
    absl::MutexLock lock(&mutex_);
    sent_.push_back(mail);
    auto free = [&] { return cancelled_ || !held_.contains(mail.recipient); };
    mutex_.Await(absl::Condition(&free));
    if (cancelled_) return absl::UnavailableError("cancelled");
    if (answers_.empty()) return absl::OkStatus();
    absl::Status answer = answers_.front();
    answers_.pop_front();
    return answer;
  }
  void Rest() override {}
  void Cancel() override {
    absl::MutexLock lock(&mutex_);
    cancelled_ = true;
  }

  void Answer(absl::Status status) {
    absl::MutexLock lock(&mutex_);
    answers_.push_back(std::move(status));
  }
  // Blocks mails to `recipient`.
  void Hold(const std::string& recipient) {
    absl::MutexLock lock(&mutex_);
    held_.insert(recipient);
  }
  void Free(const std::string& recipient) {
    absl::MutexLock lock(&mutex_);
    held_.erase(recipient);
  }
  std::vector<MailRecord> AwaitSends(size_t count) {
    absl::MutexLock lock(&mutex_);
    auto enough = [&] { return sent_.size() >= count; };
    mutex_.AwaitWithTimeout(absl::Condition(&enough), absl::Seconds(30));
    return sent_;
  }

 private:
  absl::Mutex mutex_;
  std::deque<absl::Status> answers_;
  std::set<std::string> held_;
  std::vector<MailRecord> sent_;
  bool cancelled_ = false;
};

class MailWorkerTest : public testing::TestWithParam<Engine> {
 protected:
  MailWorkerTest() : database_(GetParam(), Migrations()) {}

  template <typename Work>
  void Write(Work&& work) {
    absl::Status written = database_->Write([&](Transaction& tx) -> absl::Status {
      work(tx);
      return absl::OkStatus();
    });
    ASSERT_OK(written);
  }
  std::string Add(const std::string& recipient, MailKind kind = MailKind::kActivation) {
    std::string id;
    Write([&](Transaction& tx) {
      id = outbox_.Add(tx, kind, {.address = recipient, .person_id = "p"}, {.subject = "s", .text = "t", .html = "h"})
               .id;
    });
    return id;
  }
  // Lets time pass, which auth counts.
  void Pass(absl::Duration time) {
    clock_.Advance(time);
    counted_ += absl::ToInt64Milliseconds(time + kMinute * 2);
    Write([&](Transaction& tx) { RaiseCountedMillis(tx.sql(), counted_); });
  }
  // Wakes the worker.
  void Hasten() {
    Write([&](Transaction& tx) { outbox_.Hasten(tx); });
  }
  // Sends the mail again, as a manager would.
  void SendAgain(const std::string& id) {
    Write([&](Transaction& tx) {
      RetryMail(tx.sql(), id, clock_.Now());
      outbox_.Hasten(tx);
    });
  }
  std::unique_ptr<MailWorker> Worker(FakeSender& sender, MailWorkerOptions options = {}) {
    return std::make_unique<MailWorker>(*database_, outbox_, sender, clock_, options);
  }
  MailRecord Find(const std::string& id) {
    return *database_->Read(
        [&](soci::session& sql) -> absl::StatusOr<MailRecord> { return FindMail(sql, id).value_or(MailRecord()); });
  }
  // Returns the mail once `settled` returns true for it.
  MailRecord AwaitMail(const std::string& id, const std::function<bool(const MailRecord&)>& settled) {
    for (int i = 0; i < 3000; ++i) {
      if (MailRecord mail = Find(id); settled(mail)) return mail;
      absl::SleepFor(absl::Milliseconds(10));
    }
    ADD_FAILURE() << "the mail did not become what it should";
    return Find(id);
  }
  MailRecord AwaitState(const std::string& id, const std::string& state) {
    return AwaitMail(id, [&](const MailRecord& mail) { return mail.state == state; });
  }
  MailRecord AwaitFailures(const std::string& id, int attempts) {
    return AwaitMail(id, [&](const MailRecord& mail) { return mail.attempts == attempts && mail.lease.empty(); });
  }

  TestDatabase database_;
  FakeClock clock_;
  Outbox outbox_{clock_};
  FakeSender sender_;
  int64_t counted_ = 0;
};
INSTANTIATE_TEST_SUITE_P(Engines, MailWorkerTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(MailWorkerTest, SendsWhatWaitedBeforeItsStartAndWhatComesLater) {
  std::string first = Add("first@academy.test");
  auto worker = Worker(sender_);
  AwaitState(first, mail_state::kSent);
  std::string second = Add("second@academy.test");
  MailRecord mail = AwaitState(second, mail_state::kSent);
  EXPECT_EQ(mail.sent_at, clock_.Now());
  EXPECT_EQ(mail.attempts, 1);
  EXPECT_EQ(mail.text, "") << "it may hold a token";
}

TEST_P(MailWorkerTest, KeepsTheTextOfASentMailWhenToldTo) {
  auto worker = Worker(sender_, {.keep_bodies = true});
  EXPECT_EQ(AwaitState(Add("first@academy.test"), mail_state::kSent).text, "t");
}

TEST_P(MailWorkerTest, PausesGrowUpToAnHourAndTheMailStaysTheSame) {
  for (int i = 0; i < 20; ++i) sender_.Answer(absl::UnavailableError("down " + std::to_string(i)));
  auto worker = Worker(sender_);
  std::string id = Add("layla@academy.test");
  absl::Duration expected = absl::Seconds(5);
  for (int attempt = 1; attempt <= 14; ++attempt) {
    MailRecord mail = AwaitFailures(id, attempt);
    EXPECT_EQ(mail.state, mail_state::kWaiting);
    EXPECT_EQ(mail.last_error, "down " + std::to_string(attempt - 1));
    absl::Duration pause = absl::Milliseconds(mail.next_attempt_at - clock_.Now());
    EXPECT_GE(pause, expected * 0.8 - absl::Milliseconds(1));
    EXPECT_LE(pause, expected * 1.2 + absl::Milliseconds(1));
    expected = std::min(expected * 2, kHour);
    clock_.Set(mail.next_attempt_at);
    Hasten();
  }
  for (const MailRecord& sent : sender_.AwaitSends(14)) {
    EXPECT_EQ(sent.id, id);
    EXPECT_EQ(sent.created_at, Find(id).created_at);
  }
}

TEST_P(MailWorkerTest, AMailThatIsTooOldIsNotTriedAgainAndKeepsTheReason) {
  sender_.Answer(absl::UnavailableError("down"));
  auto worker = Worker(sender_);
  std::string id = Add("layla@academy.test");
  AwaitFailures(id, 1);
  Pass(48 * kHour);
  Hasten();
  MailRecord mail = AwaitState(id, mail_state::kExpired);
  EXPECT_EQ(mail.last_error, "down");
  EXPECT_EQ(mail.attempts, 1);
  EXPECT_EQ(sender_.AwaitSends(1).size(), 1u);
}

TEST_P(MailWorkerTest, WhatWaitedForMonthsForAServerIsNotSentButWhatIsYoungIs) {
  std::vector<std::string> old = {Add("a@academy.test", MailKind::kRecovery), Add("b@academy.test", MailKind::kUnlock),
                                  Add("c@academy.test", MailKind::kActivation),
                                  Add("d@academy.test", MailKind::kPasswordChanged)};
  Pass(90 * 24 * kHour);
  std::string notice = Add("e@academy.test", MailKind::kRoleChanged);
  Pass(24 * kHour);
  std::string link = Add("f@academy.test", MailKind::kActivation);
  auto worker = Worker(sender_);
  for (const std::string& id : old) EXPECT_EQ(AwaitState(id, mail_state::kExpired).attempts, 0);
  AwaitState(notice, mail_state::kSent);
  AwaitState(link, mail_state::kSent);
  EXPECT_EQ(sender_.AwaitSends(2).size(), 2u);
  SendAgain(old.back());
  AwaitState(old.back(), mail_state::kSent);
}

TEST_P(MailWorkerTest, AClockThatIsAheadSendsNoDeadLinkAndExpiresNothing) {
  std::string id = Add("layla@academy.test");
  UnixMillis right = clock_.Now();
  clock_.Advance(8 * 24 * kHour);
  auto worker = Worker(sender_);
  MailRecord waiting = AwaitMail(id, [&](const MailRecord& mail) { return mail.next_attempt_at > clock_.Now(); });
  EXPECT_EQ(waiting.state, mail_state::kWaiting);
  EXPECT_EQ(waiting.attempts, 0);
  clock_.Set(right);
  Hasten();
  AwaitState(id, mail_state::kSent);
}

TEST_P(MailWorkerTest, AClockSetBackMakesNoMailWait) {
  for (int i = 0; i < 3; ++i) sender_.Answer(absl::UnavailableError("down"));
  auto worker = Worker(sender_);
  std::string id = Add("layla@academy.test");
  AwaitFailures(id, 1);
  for (int attempts : {2, 3}) {
    clock_.Advance(-kHour);
    Hasten();
    AwaitFailures(id, attempts);
  }
  worker.reset();
  clock_.Advance(-kHour);
  FakeSender next;
  worker = Worker(next);
  AwaitState(id, mail_state::kSent);
  worker.reset();
}

TEST_P(MailWorkerTest, GivesUpAtOnceWhatTheServerRefusesForGood) {
  sender_.Answer(absl::InvalidArgumentError("no such mailbox"));
  auto worker = Worker(sender_);
  EXPECT_EQ(AwaitState(Add("nobody@academy.test"), mail_state::kFailed).last_error, "no such mailbox");
}

TEST_P(MailWorkerTest, ManyMailsGoOnceEachThoughTwoWorkersShareTheDatabase) {
  Outbox other_outbox(clock_);
  auto worker = Worker(sender_);
  MailWorker other(*database_, other_outbox, sender_, clock_, {});
  std::set<std::string> ids;
  Write([&](Transaction& tx) {
    for (int i = 0; i < 100; ++i) {
      ids.insert(outbox_
                     .Add(tx, MailKind::kRecovery, {.address = "a@b.co", .person_id = "p"},
                          {.subject = "s", .text = "t", .html = "h"})
                     .id);
    }
  });
  for (const std::string& id : ids) AwaitState(id, mail_state::kSent);
  std::map<std::string, int> times;
  for (const MailRecord& mail : sender_.AwaitSends(100)) ++times[mail.id];
  EXPECT_EQ(times.size(), 100u);
  for (const auto& [id, count] : times) EXPECT_EQ(count, 1) << id;
}

TEST_P(MailWorkerTest, AMailThatHoldsUpItsThreadHoldsUpNoOther) {
  sender_.Hold("poison@academy.test");
  auto worker = Worker(sender_);
  std::string poison = Add("poison@academy.test");
  sender_.AwaitSends(1);
  for (int i = 0; i < 5; ++i) AwaitState(Add("layla@academy.test"), mail_state::kSent);
  EXPECT_EQ(Find(poison).state, mail_state::kWaiting);
  sender_.Free("poison@academy.test");
  AwaitState(poison, mail_state::kSent);
}

TEST_P(MailWorkerTest, AMailUnderWayIsLeftAloneForAsLongAsItTakes) {
  sender_.Hold("slow@academy.test");
  auto worker = Worker(sender_, {.lease = absl::Milliseconds(30)});
  std::string id = Add("slow@academy.test");
  sender_.AwaitSends(1);
  clock_.Advance(kMinute);
  AwaitMail(id, [&](const MailRecord& mail) { return mail.next_attempt_at > clock_.Now(); });
  Outbox other_outbox(clock_);
  FakeSender other_sender;
  {
    MailWorkerOptions options;
    options.threads = 1;
    MailWorker other(*database_, other_outbox, other_sender, clock_, options);
    // A SQLite file has only one process; there a second worker would end the first one's leases.
    if (GetParam() != Engine::kSqlite) AwaitState(Add("layla@academy.test"), mail_state::kSent);
  }
  if (GetParam() != Engine::kSqlite) {
    for (const MailRecord& mail : other_sender.AwaitSends(0)) EXPECT_NE(mail.id, id);
  }
  sender_.Free("slow@academy.test");
  AwaitState(id, mail_state::kSent);
}

TEST_P(MailWorkerTest, WhatADeadProcessHeldIsSentUnderTheSameId) {
  std::string id = Add("layla@academy.test");
  Write([&](Transaction& tx) { LeaseMail(tx.sql(), id, clock_.Now() + 30'000, "of the dead"); });
  // A SQLite file has only one process; in a shared database the lease must end first.
  if (GetParam() != Engine::kSqlite) clock_.Advance(absl::Seconds(30));
  auto worker = Worker(sender_);
  EXPECT_EQ(AwaitState(id, mail_state::kSent).attempts, 2);
  EXPECT_EQ(sender_.AwaitSends(1).at(0).id, id);
}

TEST_P(MailWorkerTest, AStopLeavesWhatIsUnderWayForTheNextStart) {
  sender_.Hold("slow@academy.test");
  auto worker = Worker(sender_);
  std::string id = Add("slow@academy.test");
  sender_.AwaitSends(1);
  worker.reset();
  MailRecord mail = Find(id);
  EXPECT_EQ(mail.state, mail_state::kWaiting);
  EXPECT_EQ(mail.next_attempt_at, clock_.Now());
  EXPECT_EQ(mail.last_error, "") << "the server did nothing wrong";
  FakeSender next;
  worker = Worker(next);
  AwaitState(id, mail_state::kSent);
  worker.reset();
}

TEST_P(MailWorkerTest, AMailSentAgainWhileItIsUnderWayIsTriedOnceMoreAtOnce) {
  sender_.Hold("slow@academy.test");
  sender_.Answer(absl::InvalidArgumentError("refused"));
  auto worker = Worker(sender_);
  std::string id = Add("slow@academy.test");
  sender_.AwaitSends(1);
  SendAgain(id);
  sender_.Free("slow@academy.test");
  EXPECT_EQ(AwaitState(id, mail_state::kSent).attempts, 1);
  EXPECT_EQ(sender_.AwaitSends(2).size(), 2u);
}

TEST_P(MailWorkerTest, AMailWithoutItsTextIsNeverSent) {
  std::string id = Add("layla@academy.test");
  Write([&](Transaction& tx) { ForgetMailBody(tx.sql(), id); });
  auto worker = Worker(sender_);
  AwaitState(id, mail_state::kFailed);
  EXPECT_TRUE(sender_.AwaitSends(0).empty());
}

}  // namespace
}  // namespace academy::auth
