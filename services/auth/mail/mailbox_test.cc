// The outbox as managers see it, and sending again.
#include <set>

#include "services/auth/mail/mail_store.h"
#include "services/auth/mail/outbox.h"
#include "services/auth/testing/auth_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

constexpr absl::Duration kMinute = absl::Minutes(1);
constexpr absl::Duration kHour = absl::Hours(1);

class MailboxTest : public AuthTest {
 protected:
  void SetUp() override {
    Start();
    manager_ = AManager();
  }

  void SignUp(const std::string& email) {
    auto answer = Call(Anonymous(), &v1::LearnerSignIn::Stub::SignUpLearner, LearnerSignUp(email, "secret1"));
    ASSERT_OK(answer);
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
    ASSERT_OK(database_->Write([&](Transaction& tx) -> absl::Status {
      work(tx);
      return absl::OkStatus();
    }));
  }
  // Marks a mail as sent, as the worker does.
  void MarkSent(const std::string& id) {
    Write([&](Transaction& tx) {
      MarkMailSent(tx.sql(), id, clock_.Now());
      ForgetMailBody(tx.sql(), id);
    });
  }
  void MarkFailed(const std::string& id) {
    // An empty lease: nobody is sending it.
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
    clock_.Advance(absl::Milliseconds(1));
  }
  v1::ListDeliveriesRequest request;
  request.set_limit(2);
  std::vector<std::string> seen;
  while (true) {
    auto page = Fetch(request);
    ASSERT_OK(page);
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
    EXPECT_THAT(Fetch(request), HasReason("validation_failed")) << request.ShortDebugString();
  }
}

TEST_P(MailboxTest, OnlyManagersAndServicesMaySeeAndSend) {
  SignUp("a@academy.test");
  std::string id = Newest().id();
  Caller learner{.kind = CallerKind::kLearner, .id = "l", .session_id = "s"};
  for (const Caller& caller : {Anonymous(), learner}) {
    EXPECT_THAT(Call(caller, &v1::Mailbox::Stub::ListDeliveries, v1::ListDeliveriesRequest()), testing::Not(IsOk()));
    EXPECT_THAT(SendAgain(id, caller), testing::Not(IsOk()));
  }
  EXPECT_OK(Call(Service(), &v1::Mailbox::Stub::ListDeliveries, v1::ListDeliveriesRequest()));
  EXPECT_OK(SendAgain(id, Service()));
}

TEST_P(MailboxTest, AFailedMailIsDueAtOnceAndCountedAnew) {
  SignUp("a@academy.test");
  std::string id = Newest().id();
  MarkFailed(id);
  clock_.Advance(kHour);
  auto again = SendAgain(id);
  ASSERT_OK(again);
  EXPECT_EQ(again.response.result().id(), id);
  EXPECT_EQ(again.response.result().state(), "waiting");
  EXPECT_EQ(again.response.result().attempts(), 0);
  EXPECT_EQ(again.response.result().next_attempt_at(), FormatTime(clock_.Now()));
  EXPECT_EQ(MailCount(), 1);
  // As managers see it: on a server an event waits for a moment until it is in the trail.
  v1::ListEventsRequest events;
  events.set_action("mail.sent_again");
  events.set_subject_id(id);
  events.set_actor_id(manager_.id);
  auto audited = Call(manager_, &v1::Audit::Stub::ListEvents, events);
  ASSERT_OK(audited);
  EXPECT_EQ(audited.response.result_size(), 1);
}

TEST_P(MailboxTest, ASentActivationMailIsFollowedByANewLinkAndBothActivate) {
  SignUp("a@academy.test");
  v1::Mail first = NewestMail();
  MarkSent(first.id());
  clock_.Advance(kMinute);
  auto again = SendAgain(first.id());
  ASSERT_OK(again);
  EXPECT_NE(again.response.result().id(), first.id());
  v1::Mail second = NewestMail();
  EXPECT_EQ(second.id(), again.response.result().id());
  std::string token = ParameterIn(second.text(), "token");
  EXPECT_NE(token, ParameterIn(first.text(), "token"));
  v1::ActivateRequest request;
  request.set_email("a@academy.test");
  request.set_token(token);
  EXPECT_OK(Call(Anonymous(), &v1::LearnerSignIn::Stub::Activate, request));
  EXPECT_THAT(SendAgain(first.id()), HasReason("mail_not_repeatable")) << "the account is activated";
  EXPECT_THAT(SendAgain(second.id()), HasReason("mail_not_repeatable")) << "though it is still waiting";
}

TEST_P(MailboxTest, ALinkThatIsTooOldIsMadeNew) {
  SignUp("a@academy.test");
  v1::Mail first = NewestMail();
  MarkFailed(first.id());
  clock_.Advance(48 * kHour);
  auto again = SendAgain(first.id());
  ASSERT_OK(again);
  EXPECT_NE(again.response.result().id(), first.id());
  EXPECT_NE(ParameterIn(NewestMail().text(), "token"), ParameterIn(first.text(), "token"));
}

TEST_P(MailboxTest, AnAccountGetsTenLinksADay) {
  SignUp("a@academy.test");
  std::string id = Newest().id();
  MarkSent(id);
  for (int i = 0; i < 9; ++i) {
    clock_.Advance(absl::Milliseconds(1));
    ASSERT_OK(SendAgain(id));
  }
  auto refused = SendAgain(id);
  EXPECT_THAT(refused, HasReason("too_many_attempts"));
  EXPECT_GT(DetailOf(refused.status).retry_after_seconds, 0);
  clock_.Advance(24 * kHour);
  EXPECT_OK(SendAgain(id));
}

TEST_P(MailboxTest, ARecoveryCodeIsRepeatedWhileItWaitsAndIsGood) {
  ALearner("a@academy.test");
  v1::ForgotPasswordRequest request;
  request.set_email("a@academy.test");
  ASSERT_OK(Call(Anonymous(), &v1::Recovery::Stub::ForgotPassword, request));
  v1::MailDelivery mail = Newest();
  EXPECT_EQ(mail.kind(), "recovery");
  EXPECT_OK(SendAgain(mail.id()));
  clock_.Advance(10 * kMinute);
  EXPECT_FALSE(Newest().repeatable());
  EXPECT_THAT(SendAgain(mail.id()), HasReason("mail_not_repeatable"));
  MarkSent(mail.id());
  EXPECT_THAT(SendAgain(mail.id()), HasReason("mail_not_repeatable"));
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
  EXPECT_OK(SendAgain(id));
  MarkSent(id);
  EXPECT_THAT(SendAgain(id), HasReason("mail_not_repeatable"));
}

TEST_P(MailboxTest, AnExpiredNoticeIsSentAgainAndAnExpiredLinkIsMadeNew) {
  SignUp("a@academy.test");
  std::string link = Newest().id();
  Outbox outbox(clock_);
  std::string notice;
  Write([&](Transaction& tx) {
    notice = outbox
                 .Add(tx, MailKind::kRoleChanged, {.address = "a@b.co", .person_id = "p"},
                      {.subject = "s", .text = "t", .html = "h"})
                 .id;
  });
  clock_.Advance(8 * 24 * kHour);
  Write([&](Transaction& tx) {
    ExpireMail(tx.sql(), link);
    ExpireMail(tx.sql(), notice);
  });
  v1::ListDeliveriesRequest expired;
  expired.set_state("expired");
  auto fetched = Fetch(expired);
  ASSERT_EQ(fetched.response.result_size(), 2);
  for (const v1::MailDelivery& mail : fetched.response.result()) {
    EXPECT_TRUE(mail.repeatable());
    EXPECT_FALSE(mail.has_next_attempt_at());
  }
  auto again = SendAgain(notice);
  ASSERT_OK(again);
  EXPECT_EQ(again.response.result().id(), notice);
  EXPECT_EQ(again.response.result().state(), "waiting");
  again = SendAgain(link);
  ASSERT_OK(again);
  EXPECT_NE(again.response.result().id(), link);
}

TEST_P(MailboxTest, AMailThatIsNotThereIsNotFound) { EXPECT_THAT(SendAgain("nothing"), HasReason("mail_not_found")); }

TEST_P(MailboxTest, AMailOfARemovedLearnerIsNotRepeated) {
  SignUp("a@academy.test");
  std::string id = Newest().id();
  v1::DeleteLearnerRequest request;
  request.set_learner_id(LearnerIdOf("a@academy.test"));
  ASSERT_OK(Call(manager_, &v1::Learners::Stub::DeleteLearner, request));
  EXPECT_FALSE(Newest().repeatable());
  EXPECT_THAT(SendAgain(id), HasReason("mail_not_repeatable"));
}

}  // namespace
}  // namespace academy::auth
