// The events that auth's own calls record in the audit trail.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "services/auth/testing/auth_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

class AuditEventsTest : public AuthTest {
 protected:
  AuditEventsTest() {
    Start();
    manager_ = AManager();
    manager_.remote_address = "192.0.2.7";
    manager_.device = "Firefox";
    manager_.request_id = "r1";
  }

  // The newest event.
  v1::AuditEvent Last() {
    std::vector<v1::AuditEvent> events = All();
    return events.empty() ? v1::AuditEvent() : events.front();
  }
  std::vector<v1::AuditEvent> All() {
    v1::ListEventsRequest request;
    request.set_limit(1000);
    auto fetched = Call(Service(), &v1::Audit::Stub::ListEvents, request);
    EXPECT_OK(fetched);
    return {fetched.response.result().begin(), fetched.response.result().end()};
  }
  // `<actor's kind> <actor's name> <action> <subject's name>`.
  static std::string Sentence(const v1::AuditEvent& event) {
    return event.actor().kind() + " " + event.actor().name() + " " + event.action() + " " + event.subject().name();
  }
  std::string LastSentence() { return Sentence(Last()); }

  Caller manager_;
};

TEST_P(AuditEventsTest, AManagersSignUpAndSignInAreKept) {
  std::vector<v1::AuditEvent> events = All();
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(Sentence(events[1]), "manager Mona Saleh manager.signed_up Mona Saleh");
  EXPECT_EQ(events[1].details().at("email"), "manager@academy.test");
  EXPECT_EQ(Sentence(events[0]), "manager Mona Saleh manager.signed_in Mona Saleh");
  EXPECT_EQ(events[0].subject().id(), manager_.id);
}

TEST_P(AuditEventsTest, WhereAndWithWhatSomebodyActsIsKept) {
  v1::LogoutManagerRequest request;
  ASSERT_OK(Call(manager_, &v1::ManagerSignIn::Stub::LogoutManager, request));
  v1::AuditEvent event = Last();
  EXPECT_EQ(Sentence(event), "manager Mona Saleh manager.signed_out Mona Saleh");
  EXPECT_EQ(event.remote_address(), "192.0.2.7");
  EXPECT_EQ(event.device(), "Firefox");
  EXPECT_EQ(event.request_id(), "r1");
  EXPECT_EQ(event.at(), FormatTime(clock_.Now()));
  size_t count = All().size();
  Call(manager_, &v1::ManagerSignIn::Stub::LogoutManager, request);
  EXPECT_EQ(All().size(), count) << "a session ends once";
}

TEST_P(AuditEventsTest, FailedSignInsOfKnownAccountsAreKept) {
  ALearner();
  size_t count = All().size();
  Login("nobody@academy.test");
  EXPECT_EQ(All().size(), count);
  Login("learner@academy.test", "wrong-password");
  EXPECT_EQ(LastSentence(), "anonymous  learner.sign_in_failed Layla Hassan");
  EXPECT_EQ(Last().details().at("reason"), "wrong_password");
  Call(Anonymous(), &v1::ManagerSignIn::Stub::LoginManager, ManagerLogin("manager@academy.test", "wrong-password"));
  EXPECT_EQ(LastSentence(), "anonymous  manager.sign_in_failed Mona Saleh");
}

TEST_P(AuditEventsTest, ManagersChangesOfManagersAreKept) {
  v1::CreateManagerRequest request;
  request.set_email("second@academy.test");
  request.set_password("secret1");
  request.set_fullname("Nora");
  auto made = Call(manager_, &v1::Managers::Stub::CreateManager, request);
  ASSERT_OK(made);
  EXPECT_EQ(LastSentence(), "manager Mona Saleh manager.created Nora");
  v1::UpdateManagerPasswordRequest password;
  password.set_manager_id(made.response.result().id());
  password.set_password("secret2");
  ASSERT_OK(Call(manager_, &v1::Managers::Stub::UpdateManagerPassword, password));
  EXPECT_EQ(LastSentence(), "manager Mona Saleh manager.password_changed Nora");
  v1::DeleteManagerRequest remove;
  remove.set_manager_id(made.response.result().id());
  ASSERT_OK(Call(manager_, &v1::Managers::Stub::DeleteManager, remove));
  EXPECT_EQ(LastSentence(), "manager Mona Saleh manager.removed Nora");
  EXPECT_EQ(Last().details().at("email"), "second@academy.test");
}

TEST_P(AuditEventsTest, ManagersChangesOfLearnersAreKept) {
  v1::CreateLearnerRequest create;
  create.set_email("learner@academy.test");
  create.set_password("secret1");
  create.set_fullname("Layla Hassan");
  auto made = Call(manager_, &v1::Learners::Stub::CreateLearner, create);
  ASSERT_OK(made);
  const std::string id = made.response.result().id();
  EXPECT_EQ(LastSentence(), "manager Mona Saleh learner.created Layla Hassan");

  v1::UpdateLearnerRequest update;
  update.set_learner_id(id);
  update.set_email("layla@academy.test");
  update.set_fullname("Layla Hassan");
  update.set_phonenumber("+966500000000");
  update.set_password("secret2");
  ASSERT_OK(Call(manager_, &v1::Learners::Stub::UpdateLearner, update));
  EXPECT_EQ(LastSentence(), "manager Mona Saleh learner.updated Layla Hassan");
  EXPECT_EQ(Last().details().at("changed"), "email,phonenumber,password");
  EXPECT_EQ(Last().details().at("emailBefore"), "learner@academy.test");
  EXPECT_EQ(Last().ShortDebugString().find("secret2"), std::string::npos);

  v1::UpdateLearnerPasswordRequest password;
  password.set_learner_id(id);
  password.set_password("secret3");
  ASSERT_OK(Call(manager_, &v1::Learners::Stub::UpdateLearnerPassword, password));
  EXPECT_EQ(LastSentence(), "manager Mona Saleh learner.password_changed Layla Hassan");

  ASSERT_OK(Login("layla@academy.test", "secret3"));
  EXPECT_EQ(LastSentence(), "learner Layla Hassan learner.signed_in Layla Hassan");
  v1::SignOutLearnerRequest sign_out;
  sign_out.set_learner_id(id);
  ASSERT_OK(Call(manager_, &v1::LearnerSessions::Stub::SignOutLearner, sign_out));
  EXPECT_EQ(LastSentence(), "manager Mona Saleh learner.signed_out Layla Hassan");

  v1::UpdateActivationRequest activation;
  activation.set_learner_id(id);
  activation.set_active(false);
  ASSERT_OK(Call(manager_, &v1::Learners::Stub::UpdateActivation, activation));
  EXPECT_EQ(LastSentence(), "manager Mona Saleh learner.deactivated Layla Hassan");
  Login("layla@academy.test", "secret3");
  EXPECT_EQ(Last().action(), "learner.sign_in_failed");
  EXPECT_EQ(Last().details().at("reason"), "account_inactive");
  activation.set_active(true);
  ASSERT_OK(Call(manager_, &v1::Learners::Stub::UpdateActivation, activation));
  EXPECT_EQ(LastSentence(), "manager Mona Saleh learner.activated Layla Hassan");

  v1::DeleteLearnerRequest remove;
  remove.set_learner_id(id);
  ASSERT_OK(Call(manager_, &v1::Learners::Stub::DeleteLearner, remove));
  EXPECT_EQ(LastSentence(), "manager Mona Saleh learner.removed Layla Hassan");
}

TEST_P(AuditEventsTest, ManyLearnersChangedAtOnceAreAnEventEach) {
  v1::BulkChangeLearnersRequest change;
  change.add_learner_ids(ALearner("one@academy.test", "Amal"));
  change.add_learner_ids(ALearner("two@academy.test", "Basma"));
  size_t count = All().size();
  for (const auto& [action, verb] :
       {std::pair{"deactivate", "deactivated"}, {"activate", "activated"}, {"remove", "removed"}}) {
    change.set_action(action);
    ASSERT_OK(Call(manager_, &v1::Learners::Stub::BulkChangeLearners, change)) << action;
    std::vector<v1::AuditEvent> events = All();
    ASSERT_EQ(events.size(), count += 2) << action;
    EXPECT_EQ(Sentence(events[1]), std::string("manager Mona Saleh learner.") + verb + " Amal");
    EXPECT_EQ(Sentence(events[0]), std::string("manager Mona Saleh learner.") + verb + " Basma");
    EXPECT_EQ(events[0].remote_address(), "192.0.2.7");
  }
}

TEST_P(AuditEventsTest, LearnersOwnChangesAreKept) {
  ASSERT_OK(Call(Anonymous(), &v1::LearnerSignIn::Stub::SignUpLearner, LearnerSignUp("layla@academy.test")));
  EXPECT_EQ(LastSentence(), "learner Layla Hassan learner.signed_up Layla Hassan");
  v1::ActivateRequest activate;
  activate.set_email("layla@academy.test");
  activate.set_token(ParameterIn(NewestMail().text(), "token"));
  ASSERT_OK(Call(Anonymous(), &v1::LearnerSignIn::Stub::Activate, activate));
  EXPECT_EQ(LastSentence(), "learner Layla Hassan learner.activated Layla Hassan");

  auto login = Login("layla@academy.test");
  ASSERT_OK(login);
  Caller learner = CallerOf(login.response.client_token());
  v1::UpdateProfileRequest profile;
  profile.set_address("Jeddah");
  ASSERT_OK(Call(learner, &v1::Profile::Stub::UpdateProfile, profile));
  EXPECT_EQ(LastSentence(), "learner Layla Hassan learner.updated Layla Hassan");
  EXPECT_EQ(Last().details().at("changed"), "address");

  v1::ChangeLearnerPasswordRequest password;
  password.set_password("secret1");
  password.set_new_password("secret2");
  ASSERT_OK(Call(learner, &v1::Profile::Stub::ChangeLearnerPassword, password));
  EXPECT_EQ(LastSentence(), "learner Layla Hassan learner.password_changed Layla Hassan");

  ASSERT_OK(Call(learner, &v1::LearnerSignIn::Stub::LogoutLearner, v1::LogoutLearnerRequest()));
  EXPECT_EQ(LastSentence(), "learner Layla Hassan learner.signed_out Layla Hassan");
}

TEST_P(AuditEventsTest, WhatWasRefusedLeavesNothing) {
  ALearner();
  size_t count = All().size();
  v1::CreateLearnerRequest create;
  create.set_email("learner@academy.test");
  create.set_password("secret1");
  create.set_fullname("Somebody else");
  EXPECT_THAT(Call(manager_, &v1::Learners::Stub::CreateLearner, create), HasReason("email_taken"));
  EXPECT_EQ(All().size(), count);
}

INSTANTIATE_TEST_SUITE_P(Engines, AuditEventsTest, testing::ValuesIn(TestEngines()), EngineName);

}  // namespace
}  // namespace academy::auth
