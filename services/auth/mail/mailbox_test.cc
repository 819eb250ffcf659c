// What managers see of the outbox, and sending again.
#include <set>

#include "services/auth/mail/mail_store.h"
#include "services/auth/mail/outbox.h"
#include "services/auth/testing/auth_fixture.h"

namespace academy::auth {
namespace {

constexpr UnixMillis kMinute = 60'000;
constexpr UnixMillis kHour = 60 * kMinute;

class MailboxTest : public AuthTest {
 protected:
  void SetUp() override {
    Start();
    manager_ = AManager();
  }

  void SignUp(const std::string& email) {
    auto answer = Call(Anonymous(), &v1::LearnerSignIn::Stub::SignUpLearner, LearnerSignUp(email, "secret1"));
    ASSERT_TRUE(answer.ok()) << answer.message();
  }
  Reply<v1::ListDeliveriesResponse> Fetch(const v1::ListDeliveriesRequest& request = {}) {
    return Call(manager_, &v1::Mailbox::Stub::ListDeliveries, request);
  }
  Reply<v1::ResendMailResponse> SendAgain(const std::string& id, const Caller& caller) {
    v1::ResendMailRequest request;
    request.set_mail_id(id);
    return Call(caller, &v1::Mailbox::Stub::ResendMail, request);
  }
  Reply<v1::ResendMailResponse> SendAgain(const std::string& id) { return SendAgain(id, manager_); }
  v1::MailDelivery Newest() {
    v1::ListDeliveriesRequest request;
    request.set_limit(1);
    auto fetched = Fetch(request);
    return fetched.response.result_size() == 0 ? v1::MailDelivery() : fetched.response.result(0);
  }
  template <typename Work>
  void Write(Work&& work) {
    ASSERT_TRUE(database_
                    ->Write([&](Transaction& tx) -> absl::Status {
                      work(tx);
                      return absl::OkStatus();
                    })
                    .ok());
  }
  // As the worker leaves it behind.
  void MarkSent(const std::string& id) {
    Write([&](Transaction& tx) {
      MarkMailSent(tx.sql(), id, clock_.Now());
      ForgetMailBody(tx.sql(), id);
    });
  }
  void MarkFailed(const std::string& id) {
    // Nobody holds it: an empty lease.
    Write([&](Transaction& tx) { MarkMailFailed(tx.sql(), id, /*lease=*/"", "no such mailbox"); });
  }
  std::string LearnerIdOf(const std::string& email) {
    v1::ListLearnersRequest request;
    request.set_search(email);
    auto fetched = Call(manager_, &v1::Learners::Stub::ListLearners, request);
    return fetched.response.result_size() == 0 ? "" : fetched.response.result(0).id();
  }

  Caller manager_;
};
INSTANTIATE_TEST_SUITE_P(Engines, MailboxTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(MailboxTest, ManagersSeeWhatWasMailedNewestFirstAPageAtATime) {
  for (int i = 0; i < 5; ++i) {
    SignUp("learner-" + std::to_string(i) + "@academy.test");
    clock_.Advance(1);
  }
  v1::ListDeliveriesRequest request;
  request.set_limit(2);
  std::vector<std::string> seen;
  while (true) {
    auto page = Fetch(request);
    ASSERT_TRUE(page.ok()) << page.message();
    for (const v1::MailDelivery& mail : page.response.result()) seen.push_back(mail.to());
    if (!page.response.has_next_cursor()) break;
    request.set_cursor(page.response.next_cursor());
  }
  EXPECT_EQ(seen,
            (std::vector<std::string>{"learner-4@academy.test", "learner-3@academy.test", "learner-2@academy.test",
                                      "learner-1@academy.test", "learner-0@academy.test"}));
  v1::MailDelivery newest = Newest();
  EXPECT_EQ(newest.kind(), "activation");
  EXPECT_EQ(newest.state(), "waiting");
  EXPECT_EQ(newest.attempts(), 0);
  EXPECT_TRUE(newest.has_next_attempt_at());
  EXPECT_FALSE(newest.has_sent_at());
  EXPECT_TRUE(newest.repeatable());
  EXPECT_EQ(newest.subject(), "تفعيل حسابك في الأكاديمية");
}

TEST_P(MailboxTest, ListsAreFilteredByLearnerAndState) {
  SignUp("a@academy.test");
  SignUp("b@academy.test");
  std::string id = Newest().id();
  MarkFailed(id);
  v1::ListDeliveriesRequest failed;
  failed.set_state("failed");
  auto fetched = Fetch(failed);
  ASSERT_EQ(fetched.response.result_size(), 1);
  EXPECT_EQ(fetched.response.result(0).last_error(), "no such mailbox");
  EXPECT_FALSE(fetched.response.result(0).has_next_attempt_at());
  v1::ListDeliveriesRequest of_learner;
  of_learner.set_learner_id(LearnerIdOf("b@academy.test"));
  fetched = Fetch(of_learner);
  ASSERT_EQ(fetched.response.result_size(), 1);
  EXPECT_EQ(fetched.response.result(0).to(), "b@academy.test");
}

TEST_P(MailboxTest, WrongFiltersAreRefused) {
  for (auto change :
       std::vector<void (*)(v1::ListDeliveriesRequest&)>{[](v1::ListDeliveriesRequest& r) { r.set_state("lost"); },
                                                         [](v1::ListDeliveriesRequest& r) { r.set_limit(0); },
                                                         [](v1::ListDeliveriesRequest& r) { r.set_limit(1001); },
                                                         [](v1::ListDeliveriesRequest& r) { r.set_cursor("x"); },
                                                         [](v1::ListDeliveriesRequest& r) { r.set_learner_id(""); }}) {
    v1::ListDeliveriesRequest request;
    change(request);
    EXPECT_EQ(Fetch(request).reason(), "validation_failed") << request.ShortDebugString();
  }
}

TEST_P(MailboxTest, OnlyManagersAndServicesMaySeeAndSend) {
  SignUp("a@academy.test");
  std::string id = Newest().id();
  Caller learner{.kind = CallerKind::kLearner, .id = "l", .session_id = "s"};
  for (const Caller& caller : {Anonymous(), learner}) {
    EXPECT_FALSE(Call(caller, &v1::Mailbox::Stub::ListDeliveries, v1::ListDeliveriesRequest()).ok());
    EXPECT_FALSE(SendAgain(id, caller).ok());
  }
  EXPECT_TRUE(Call(Service(), &v1::Mailbox::Stub::ListDeliveries, v1::ListDeliveriesRequest()).ok());
  EXPECT_TRUE(SendAgain(id, Service()).ok());
}

TEST_P(MailboxTest, AFailedMailIsDueAtOnceAndCountedAnew) {
  SignUp("a@academy.test");
  std::string id = Newest().id();
  MarkFailed(id);
  clock_.Advance(kHour);
  auto again = SendAgain(id);
  ASSERT_TRUE(again.ok()) << again.message();
  EXPECT_EQ(again.response.result().id(), id);
  EXPECT_EQ(again.response.result().state(), "waiting");
  EXPECT_EQ(again.response.result().attempts(), 0);
  EXPECT_EQ(again.response.result().next_attempt_at(), FormatTime(clock_.Now()));
  EXPECT_EQ(MailCount(), 1);
  auto audited = database_->Read([&](soci::session& sql) -> absl::StatusOr<int> {
    int count = 0;
    sql << "SELECT COUNT(*) FROM audit_events WHERE action = 'mail.sent_again' AND subject_id = :id AND actor_id = "
           ":who",
        soci::use(id), soci::use(manager_.id), soci::into(count);
    return count;
  });
  EXPECT_EQ(*audited, 1);
}

TEST_P(MailboxTest, ASentActivationMailIsFollowedByANewLinkAndBothActivate) {
  SignUp("a@academy.test");
  v1::Mail first = NewestMail();
  MarkSent(first.id());
  clock_.Advance(kMinute);
  auto again = SendAgain(first.id());
  ASSERT_TRUE(again.ok()) << again.message();
  EXPECT_NE(again.response.result().id(), first.id());
  v1::Mail second = NewestMail();
  EXPECT_EQ(second.id(), again.response.result().id());
  std::string token = ParameterIn(second.text(), "token");
  EXPECT_NE(token, ParameterIn(first.text(), "token"));
  v1::ActivateRequest request;
  request.set_email("a@academy.test");
  request.set_token(token);
  EXPECT_TRUE(Call(Anonymous(), &v1::LearnerSignIn::Stub::Activate, request).ok());
  EXPECT_EQ(SendAgain(first.id()).reason(), "mail_not_repeatable") << "the account is activated";
  EXPECT_EQ(SendAgain(second.id()).reason(), "mail_not_repeatable") << "though it is still waiting";
}

TEST_P(MailboxTest, ALinkThatIsTooOldIsMadeNew) {
  SignUp("a@academy.test");
  v1::Mail first = NewestMail();
  MarkFailed(first.id());
  clock_.Advance(48 * kHour);
  auto again = SendAgain(first.id());
  ASSERT_TRUE(again.ok()) << again.message();
  EXPECT_NE(again.response.result().id(), first.id());
  EXPECT_NE(ParameterIn(NewestMail().text(), "token"), ParameterIn(first.text(), "token"));
}

TEST_P(MailboxTest, AnAccountGetsTenLinksADay) {
  SignUp("a@academy.test");
  std::string id = Newest().id();
  MarkSent(id);
  for (int i = 0; i < 9; ++i) {
    clock_.Advance(1);
    ASSERT_TRUE(SendAgain(id).ok());
  }
  auto refused = SendAgain(id);
  EXPECT_EQ(refused.reason(), "too_many_attempts");
  EXPECT_GT(DetailOf(refused.status).retry_after_seconds, 0);
  clock_.Advance(24 * kHour);
  EXPECT_TRUE(SendAgain(id).ok());
}

TEST_P(MailboxTest, ARecoveryCodeIsRepeatedWhileItWaitsAndIsGood) {
  ALearner("a@academy.test");
  v1::ForgotPasswordRequest request;
  request.set_email("a@academy.test");
  ASSERT_TRUE(Call(Anonymous(), &v1::Recovery::Stub::ForgotPassword, request).ok());
  v1::MailDelivery mail = Newest();
  EXPECT_EQ(mail.kind(), "recovery");
  EXPECT_TRUE(SendAgain(mail.id()).ok());
  clock_.Advance(10 * kMinute);
  EXPECT_FALSE(Newest().repeatable());
  EXPECT_EQ(SendAgain(mail.id()).reason(), "mail_not_repeatable");
  MarkSent(mail.id());
  EXPECT_EQ(SendAgain(mail.id()).reason(), "mail_not_repeatable");
}

TEST_P(MailboxTest, ANoticeWithoutItsTextIsNotRepeated) {
  Outbox outbox(clock_);
  std::string id;
  Write([&](Transaction& tx) {
    id = outbox
             .Add(tx, MailKind::kPasswordChanged, {.address = "a@b.co", .person_id = "p"},
                  {.subject = "s", .text = "t", .html = "h"})
             .id;
  });
  EXPECT_TRUE(SendAgain(id).ok());
  MarkSent(id);
  EXPECT_EQ(SendAgain(id).reason(), "mail_not_repeatable");
}

TEST_P(MailboxTest, AMailThatIsNotThereIsNotFound) { EXPECT_EQ(SendAgain("nothing").reason(), "mail_not_found"); }

TEST_P(MailboxTest, AMailOfARemovedLearnerIsNotRepeated) {
  SignUp("a@academy.test");
  std::string id = Newest().id();
  v1::DeleteLearnerRequest request;
  request.set_learner_id(LearnerIdOf("a@academy.test"));
  ASSERT_TRUE(Call(manager_, &v1::Learners::Stub::DeleteLearner, request).ok());
  EXPECT_FALSE(Newest().repeatable());
  EXPECT_EQ(SendAgain(id).reason(), "mail_not_repeatable");
}

}  // namespace
}  // namespace academy::auth
