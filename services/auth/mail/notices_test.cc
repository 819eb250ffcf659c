// The mails that notify people of changes to their account.
#include <algorithm>

#include "services/auth/testing/auth_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

constexpr char kEmail[] = "layla@academy.test";
using Texts = std::vector<std::string>;

class NoticesTest : public AuthTest {
 protected:
  void SetUp() override { Start(); }

  // Returns `subject > address` of all mails, sorted.
  Texts Sent() {
    Texts mails;
    for (const v1::Mail& mail : Mails()) mails.push_back(mail.subject() + " > " + mail.to());
    std::sort(mails.begin(), mails.end());
    return mails;
  }
  std::vector<v1::Mail> Mails() {
    v1::ListMailsRequest request;
    request.set_limit(200);
    auto listed = Call(Service(), &v1::Mailbox::Stub::ListMails, request);
    return {listed.response.mails().begin(), listed.response.mails().end()};
  }
  // Returns the text of the newest mail to an address.
  std::string TextTo(const std::string& address) {
    for (const v1::Mail& mail : Mails()) {
      if (mail.to() == address) return mail.text();
    }
    return "";
  }
  Caller SignIn(const std::string& password = "secret1") {
    return CallerOf(Login(kEmail, password).response.client_token());
  }
  Reply<v1::UpdateLearnerResponse> Update(const v1::UpdateLearnerRequest& request) {
    return Call(Service(), &v1::Learners::Stub::UpdateLearner, request);
  }
};
INSTANTIATE_TEST_SUITE_P(Engines, NoticesTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(NoticesTest, ALearnerHearsOfEveryNewPassword) {
  std::string id = ALearner(kEmail);
  EXPECT_EQ(MailCount(), 0);
  int expected = 0;
  auto told = [&](const std::string& how) {
    EXPECT_EQ(MailCount(), ++expected) << how;
    EXPECT_EQ(NewestMail().to(), kEmail) << how;
    EXPECT_NE(NewestMail().html().find("dir=\"rtl\""), std::string::npos) << how;
    clock_.Advance(absl::Seconds(1));
  };

  v1::ChangeLearnerPasswordRequest change;
  change.set_password("secret1");
  change.set_new_password("secret2");
  ASSERT_OK(Call(SignIn(), &v1::Profile::Stub::ChangeLearnerPassword, change));
  told("by themselves");

  v1::UpdateProfileRequest profile;
  profile.set_password("secret3");
  ASSERT_OK(Call(SignIn("secret2"), &v1::Profile::Stub::UpdateProfile, profile));
  told("with their profile");

  v1::UpdateLearnerPasswordRequest reset;
  reset.set_learner_id(id);
  reset.set_password("secret4");
  ASSERT_OK(Call(Service(), &v1::Learners::Stub::UpdateLearnerPassword, reset));
  told("by a manager");

  v1::UpdateLearnerRequest update;
  update.set_learner_id(id);
  update.set_password("secret5");
  ASSERT_OK(Update(update));
  told("by a manager, with the profile");
}

TEST_P(NoticesTest, ARecoveryIsToldToo) {
  ALearner(kEmail);
  v1::ForgotPasswordRequest forgot;
  forgot.set_email(kEmail);
  auto asked = Call(Anonymous(), &v1::Recovery::Stub::ForgotPassword, forgot);
  v1::VerifyRecoveryCodeRequest verify;
  verify.set_handle(asked.response.result().handle());
  verify.set_code(CodeIn(NewestMail().text()));
  ASSERT_OK(Call(Anonymous(), &v1::Recovery::Stub::VerifyRecoveryCode, verify));
  EXPECT_EQ(MailCount(), 1);
  clock_.Advance(absl::Seconds(1));
  v1::ResetPasswordRequest reset;
  reset.set_handle(verify.handle());
  reset.set_password("secret2");
  ASSERT_OK(Call(Anonymous(), &v1::Recovery::Stub::ResetPassword, reset));
  EXPECT_EQ(MailCount(), 2);
  EXPECT_EQ(NewestMail().to(), kEmail);
  EXPECT_EQ(CodeIn(NewestMail().text()), "") << "no code, no password";
}

TEST_P(NoticesTest, WhatFailsOrChangesNothingIsNotTold) {
  std::string id = ALearner(kEmail);
  Caller learner = SignIn();
  v1::ChangeLearnerPasswordRequest change;
  change.set_password("wrong-one");
  change.set_new_password("secret2");
  EXPECT_THAT(Call(learner, &v1::Profile::Stub::ChangeLearnerPassword, change), testing::Not(IsOk()));
  v1::UpdateProfileRequest profile;
  profile.set_address("Riyadh");
  ASSERT_OK(Call(learner, &v1::Profile::Stub::UpdateProfile, profile));
  v1::UpdateLearnerRequest update;
  update.set_learner_id(id);
  update.set_email("Layla@Academy.test");
  update.set_phonenumber("0501234567");
  ASSERT_OK(Update(update)) << "the same address, spelt another way";
  EXPECT_EQ(MailCount(), 0);
}

TEST_P(NoticesTest, ANewAddressIsToldToBoth) {
  std::string id = ALearner(kEmail);
  v1::UpdateLearnerRequest update;
  update.set_learner_id(id);
  update.set_email("new@academy.test");
  ASSERT_OK(Update(update));
  Texts sent = Sent();
  ASSERT_EQ(sent.size(), 2u);
  EXPECT_TRUE(sent[0].ends_with("> layla@academy.test")) << sent[0];
  EXPECT_TRUE(sent[1].ends_with("> new@academy.test")) << sent[1];
  EXPECT_NE(TextTo(kEmail).find("layla@academy.test"), std::string::npos);
  EXPECT_NE(TextTo(kEmail).find("new@academy.test"), std::string::npos);
}

TEST_P(NoticesTest, AnAddressThatNobodyConfirmedGetsNoTextOfAStrangersChoosing) {
  constexpr char kLure[] = "Your prize: https://evil.test/";
  constexpr char kVictim[] = "victim@home.test";
  ASSERT_OK(Call(Anonymous(), &v1::LearnerSignIn::Stub::SignUpLearner, LearnerSignUp(kVictim, "secret1", kLure)));
  v1::ListLearnersRequest search;
  search.set_search(kVictim);
  std::string id = Call(Service(), &v1::Learners::Stub::ListLearners, search).response.result(0).id();
  EXPECT_EQ(NewestMail().text().find("evil"), std::string::npos) << "activation";
  EXPECT_EQ(NewestMail().html().find("evil"), std::string::npos) << "activation";

  clock_.Advance(absl::Minutes(2));
  v1::ResendActivationRequest resend;
  resend.set_email(kVictim);
  ASSERT_OK(Call(Anonymous(), &v1::LearnerSignIn::Stub::ResendActivation, resend));
  v1::UpdateLearnerPasswordRequest reset;
  reset.set_learner_id(id);
  reset.set_password("secret4");
  ASSERT_OK(Call(Service(), &v1::Learners::Stub::UpdateLearnerPassword, reset));
  EXPECT_EQ(MailCount(), 3);

  std::string confirmed = ALearner("visit-evil@evil.test", kLure);
  v1::UpdateLearnerRequest update;
  update.set_learner_id(confirmed);
  update.set_email("second@home.test");
  ASSERT_OK(Update(update));
  for (const v1::Mail& mail : Mails()) {
    if (mail.to() == "visit-evil@evil.test") continue;
    EXPECT_EQ(mail.subject().find("evil"), std::string::npos) << mail.subject();
    EXPECT_EQ(mail.text().find("evil"), std::string::npos) << mail.text();
    EXPECT_EQ(mail.html().find("evil"), std::string::npos) << mail.html();
  }
}

TEST_P(NoticesTest, WhatWasMailedToTheOldAddressOpensNothingAnyMore) {
  std::string id = ALearner(kEmail);
  v1::ForgotPasswordRequest forgot;
  forgot.set_email(kEmail);
  auto asked = Call(Anonymous(), &v1::Recovery::Stub::ForgotPassword, forgot);
  std::string code = CodeIn(NewestMail().text());
  v1::UpdateLearnerRequest update;
  update.set_learner_id(id);
  update.set_email("new@academy.test");
  ASSERT_OK(Update(update));
  v1::VerifyRecoveryCodeRequest verify;
  verify.set_handle(asked.response.result().handle());
  verify.set_code(code);
  EXPECT_THAT(Call(Anonymous(), &v1::Recovery::Stub::VerifyRecoveryCode, verify), HasReason("wrong_code"));

  clock_.Advance(absl::Seconds(1));
  ASSERT_OK(Call(Anonymous(), &v1::LearnerSignIn::Stub::SignUpLearner, LearnerSignUp("other@academy.test")));
  std::string token = ParameterIn(NewestMail().text(), "token");
  v1::ListLearnersRequest search;
  search.set_search("other@academy.test");
  auto found = Call(Service(), &v1::Learners::Stub::ListLearners, search);
  update.set_learner_id(found.response.result(0).id());
  update.set_email("third@academy.test");
  ASSERT_OK(Update(update));
  v1::ActivateRequest activate;
  activate.set_email("third@academy.test");
  activate.set_token(token);
  EXPECT_THAT(Call(Anonymous(), &v1::LearnerSignIn::Stub::Activate, activate), HasReason("wrong_code"));
}

TEST_P(NoticesTest, ManagersHearOfTheirNewPasswordsInTheirLanguage) {
  v1::SignUpManagerRequest sign_up = ManagerSignUp("mona@academy.test");
  ASSERT_OK(Call(Caller{.language = "en"}, &v1::ManagerSignIn::Stub::SignUpManager, sign_up));
  auto login = Call(Anonymous(), &v1::ManagerSignIn::Stub::LoginManager, ManagerLogin(sign_up.email()));
  Caller mona = CallerOf(login.response.token());
  v1::ChangeManagerPasswordRequest change;
  change.set_password("secret1");
  change.set_new_password("secret2");
  ASSERT_OK(Call(mona, &v1::ManagerSignIn::Stub::ChangeManagerPassword, change));
  EXPECT_EQ(MailCount(), 1);
  EXPECT_EQ(NewestMail().to(), "mona@academy.test");
  EXPECT_NE(NewestMail().html().find("lang=\"en\""), std::string::npos);

  clock_.Advance(absl::Seconds(1));
  Caller omar = AManager("omar@academy.test");
  v1::UpdateManagerPasswordRequest reset;
  reset.set_manager_id(omar.id);
  reset.set_password("secret2");
  ASSERT_OK(Call(mona, &v1::Managers::Stub::UpdateManagerPassword, reset));
  EXPECT_EQ(MailCount(), 2);
  EXPECT_EQ(NewestMail().to(), "omar@academy.test");
}

}  // namespace
}  // namespace academy::auth
