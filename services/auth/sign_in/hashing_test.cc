// The cost of hashing passwords: its own executor, unknown addresses, and changed parameters.
#include <algorithm>
#include <memory>
#include <thread>

#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/testing/auth_fixture.h"
#include "services/auth/testing/held_passwords.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

constexpr char kEmail[] = "layla@academy.test";

class HashingTest : public AuthTest {
 protected:
  // Starts auth with a password function that the test can block.
  void StartHeld() {
    held_ = std::make_shared<HeldPasswords>();
    options().password_function = held_;
    Start();
  }
  // Returns the number of computations that `work` takes.
  template <typename Work>
  int Computed(Work work) {
    int before = held_->begun();
    work();
    return held_->begun() - before;
  }
  std::string LearnersHash() {
    auto learner = database_->Read(
        [](soci::session& sql) -> absl::StatusOr<LearnerRecord> { return FindLearnerByEmail(sql, kEmail).value(); });
    return learner->password_hash;
  }
  std::string ManagersHash() {
    auto manager = database_->Read([](soci::session& sql) -> absl::StatusOr<ManagerRecord> {
      return FindManagerByEmail(sql, "mona@academy.test").value();
    });
    return manager->password_hash;
  }
  Reply<v1::LoginManagerResponse> SignInManager(const std::string& email, const std::string& password = "secret1") {
    return Call(Anonymous(), &v1::ManagerSignIn::Stub::LoginManager, ManagerLogin(email, password));
  }

  std::shared_ptr<const HeldPasswords> held_;
};
INSTANTIATE_TEST_SUITE_P(Engines, HashingTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(HashingTest, AFullLaneRefusesWithRetryAfterWhileOtherCallsAreAnswered) {
  StartHeld();
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  constexpr int kWaiting = 64;
  constexpr int kTooMany = 10;
  held_->Hold();
  int before = held_->begun();
  absl::Mutex mutex;
  int refused = 0;
  int answered = 0;
  std::vector<std::thread> devices;
  auto sign_in = [&](int count) {
    for (int i = 0; i < count; ++i) {
      devices.emplace_back([&, email = "nobody" + std::to_string(devices.size()) + "@academy.test"] {
        auto login = Login(email);
        absl::MutexLock lock(&mutex);
        if (login.reason() == "user_not_found") ++answered;
        if (login.status.code() == absl::StatusCode::kUnavailable && login.reason() == "overloaded" &&
            DetailOf(login.status).retry_after_seconds > 0) {
          ++refused;
        }
      });
    }
  };
  sign_in(cores);
  held_->AwaitBegun(before + cores);
  sign_in(kWaiting + kTooMany);
  {
    absl::MutexLock lock(&mutex);
    auto enough = [&refused] { return refused >= kTooMany; };
    mutex.Await(absl::Condition(&enough));
    EXPECT_EQ(answered, 0);
  }
  EXPECT_EQ(held_->begun(), before + cores) << "as many at once as cores";
  EXPECT_OK(Call(Anonymous(), &v1::ManagerSignIn::Stub::CheckSignUp, v1::CheckSignUpRequest()));
  EXPECT_OK(Call(Service(), &v1::Learners::Stub::ListLearners, v1::ListLearnersRequest()));
  held_->Release();
  for (std::thread& device : devices) device.join();
  EXPECT_EQ(answered + refused, cores + kWaiting + kTooMany);
  EXPECT_GE(answered, kWaiting) << "what was let in is done";
  EXPECT_TRUE(Login("nobody@academy.test").reason() == "user_not_found") << "and then there is room again";
}

TEST_P(HashingTest, AnUnknownEmailCostsWhatAWrongPasswordCosts) {
  StartHeld();
  AManager("mona@academy.test");
  ALearner(kEmail);
  EXPECT_EQ(Computed([&] { EXPECT_EQ(Login(kEmail, "wrong-one").reason(), "wrong_password"); }), 1);
  EXPECT_EQ(Computed([&] { EXPECT_EQ(Login("nobody@academy.test").reason(), "user_not_found"); }), 1);
  EXPECT_EQ(Computed([&] { EXPECT_EQ(SignInManager("mona@academy.test", "wrong-one").reason(), "wrong_password"); }),
            1);
  EXPECT_EQ(Computed([&] { EXPECT_EQ(SignInManager("nobody@academy.test").reason(), "user_not_found"); }), 1);
}

TEST_P(HashingTest, AnAccountWithoutAPasswordCostsWhatAWrongPasswordCosts) {
  StartHeld();
  Caller manager = AManager("mona@academy.test");
  v1::ImportLearnersRequest import;
  import.add_rows()->set_email(kEmail);
  import.mutable_rows(0)->set_fullname("Layla");
  EXPECT_EQ(Computed([&] { EXPECT_TRUE(Call(manager, &v1::LearnerImport::Stub::ImportLearners, import).ok()); }), 0);
  EXPECT_EQ(LearnersHash(), "");
  EXPECT_EQ(Computed([&] { EXPECT_EQ(Login(kEmail, "plain:").reason(), "wrong_password"); }), 1);
}

TEST_P(HashingTest, WhatIsRefusedAnywayIsNotHashed) {
  StartHeld();
  ALearner(kEmail);
  EXPECT_EQ(Computed([&] {
              EXPECT_EQ(Call(Anonymous(), &v1::LearnerSignIn::Stub::SignUpLearner, LearnerSignUp(kEmail)).reason(),
                        "email_taken");
              EXPECT_EQ(Login(kEmail, std::string(129, 'x')).reason(), "validation_failed");
              v1::ResetPasswordRequest reset;
              reset.set_handle("unknown");
              reset.set_password("secret2");
              EXPECT_EQ(Call(Anonymous(), &v1::Recovery::Stub::ResetPassword, reset).reason(), "recovery_not_verified");
            }),
            0);
}

TEST_P(HashingTest, ASignInRenewsAHashOfOtherParameters) {
  Start();
  AManager("mona@academy.test");
  ALearner(kEmail);
  std::string learners = LearnersHash();
  std::string managers = ManagersHash();
  EXPECT_TRUE(learners.starts_with("$argon2id$v=19$m=8,t=1,p=1$")) << learners;
  ASSERT_OK(Login(kEmail));
  EXPECT_EQ(LearnersHash(), learners) << "with the same parameters it stays";

  options().password_cost = {.memory_bytes = 16384, .passes = 2};
  Restart();
  EXPECT_THAT(Login(kEmail, "wrong-one"), HasReason("wrong_password"));
  EXPECT_EQ(LearnersHash(), learners) << "a wrong password renews nothing";
  ASSERT_OK(Login(kEmail));
  ASSERT_OK(SignInManager("mona@academy.test"));
  EXPECT_TRUE(LearnersHash().starts_with("$argon2id$v=19$m=16,t=2,p=1$")) << LearnersHash();
  EXPECT_TRUE(ManagersHash().starts_with("$argon2id$v=19$m=16,t=2,p=1$")) << ManagersHash();
  EXPECT_NE(ManagersHash(), managers);
  EXPECT_OK(Login(kEmail)) << "with the same password";
  EXPECT_OK(SignInManager("mona@academy.test"));
}

TEST_P(HashingTest, AGreaterMinimumHoldsForEveryNewPasswordButNotForOldOnes) {
  Start();
  Caller manager = AManager("mona@academy.test");
  ALearner(kEmail);
  options().password_minimum = 9;
  Restart();
  auto login = Login(kEmail);
  ASSERT_OK(login) << "an old password opens still";
  Caller learner = CallerOf(login.response.client_token());

  v1::ChangeLearnerPasswordRequest change;
  change.set_password("secret1");
  change.set_new_password("secret22");
  auto refused = Call(learner, &v1::Profile::Stub::ChangeLearnerPassword, change);
  EXPECT_EQ(refused.message(), "Password must be 9 characters minimum");
  change.set_new_password("Password1");
  refused = Call(learner, &v1::Profile::Stub::ChangeLearnerPassword, change);
  ASSERT_EQ(DetailOf(refused.status).fields.size(), 1u);
  EXPECT_EQ(DetailOf(refused.status).fields[0].code, "password_too_common");
  EXPECT_EQ(DetailOf(refused.status).fields[0].field, "newPassword");

  v1::ChangeManagerPasswordRequest managers;
  managers.set_password("secret1");
  managers.set_new_password("secret22");
  EXPECT_EQ(Call(manager, &v1::ManagerSignIn::Stub::ChangeManagerPassword, managers).message(),
            "Password must be 9 characters minimum");
  auto sign_up =
      Call(Anonymous(), &v1::LearnerSignIn::Stub::SignUpLearner, LearnerSignUp("new@academy.test", "123456789"));
  EXPECT_EQ(DetailOf(sign_up.status).fields.at(0).code, "password_too_common");
  change.set_new_password("a rare one indeed");
  EXPECT_OK(Call(learner, &v1::Profile::Stub::ChangeLearnerPassword, change));
}

}  // namespace
}  // namespace academy::auth
