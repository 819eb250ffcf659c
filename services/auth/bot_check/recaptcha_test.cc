// reCAPTCHA against a local stand-in for its endpoint, which follows the documented protocol.
#include "services/auth/bot_check/recaptcha.h"

#include <httplib.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"
#include "services/auth/testing/auth_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

constexpr char kEmail[] = "learner@academy.test";
constexpr char kSecret[] = "the + secret & key=%";

// Sends the same response to every request and stores the requests.
class StandIn {
 public:
  StandIn() {
    server_.Post("/siteverify", [this](const httplib::Request& request, httplib::Response& response) {
      std::string text;
      std::shared_ptr<absl::Notification> hang;
      {
        absl::MutexLock lock(&mutex_);
        asked_.push_back(request.params);
        text = answer_;
        hang = hang_;
        response.status = status_;
      }
      if (hang != nullptr) hang->WaitForNotification();
      response.set_content(text, "application/json");
    });
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) std::this_thread::yield();
  }
  ~StandIn() {
    server_.stop();
    thread_.join();
  }

  void Answer(const std::string& text, int status = 200) {
    absl::MutexLock lock(&mutex_);
    answer_ = text;
    status_ = status;
  }
  // Holds all responses until `Notify` is called on the returned notification.
  std::shared_ptr<absl::Notification> Hang() {
    absl::MutexLock lock(&mutex_);
    return hang_ = std::make_shared<absl::Notification>();
  }
  std::vector<httplib::Params> asked() const {
    absl::MutexLock lock(&mutex_);
    return asked_;
  }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/siteverify"; }

 private:
  httplib::Server server_;
  int port_ = 0;
  std::thread thread_;
  mutable absl::Mutex mutex_;
  std::string answer_ ABSL_GUARDED_BY(mutex_) = R"({"success": true})";
  int status_ ABSL_GUARDED_BY(mutex_) = 200;
  std::shared_ptr<absl::Notification> hang_ ABSL_GUARDED_BY(mutex_);
  std::vector<httplib::Params> asked_ ABSL_GUARDED_BY(mutex_);
};

std::string Of(const httplib::Params& params, const std::string& name) {
  auto found = params.find(name);
  return found == params.end() ? "" : found->second;
}

class RecaptchaVerifierTest : public testing::Test {
 protected:
  std::string Verify(RecaptchaOptions options = {}, const std::string& token = "a token") {
    options.url = stand_in_.url();
    options.secret = kSecret;
    auto verifier = RecaptchaVerifier::Create(options);
    EXPECT_OK(verifier);
    absl::Status status = (*verifier)->Verify(token, "2001:db8::1", "login");
    if (status.ok()) return "ok";
    EXPECT_EQ(absl::IsUnavailable(status), DetailOf(status).retry_after_seconds > 0);
    return DetailOf(status).reason;
  }
  // Expects the outcome for each response of the service.
  void Expect(const std::vector<std::pair<std::string, std::string>>& cases, const RecaptchaOptions& options = {}) {
    for (const auto& [answer, reason] : cases) {
      stand_in_.Answer(answer);
      EXPECT_EQ(Verify(options), reason) << answer;
    }
  }

  StandIn stand_in_;
};

TEST_F(RecaptchaVerifierTest, ATokenIsAskedAboutWithSecretAndAddress) {
  EXPECT_EQ(Verify({}, "tok&en=1 ü"), "ok");
  ASSERT_EQ(stand_in_.asked().size(), 1u);
  httplib::Params asked = stand_in_.asked()[0];
  EXPECT_EQ(Of(asked, "secret"), kSecret);
  EXPECT_EQ(Of(asked, "response"), "tok&en=1 ü");
  EXPECT_EQ(Of(asked, "remoteip"), "2001:db8::1");
  EXPECT_EQ(asked.size(), 3u);
}

TEST_F(RecaptchaVerifierTest, TheServiceDecides) {
  Expect({{R"({"success": true, "challenge_ts": "2026-01-01T00:00:00Z", "hostname": "academy.test"})", "ok"},
          {R"({"success": false})", "bot_check_missing"},
          {R"({"success": false, "error-codes": ["timeout-or-duplicate"]})", "bot_check_missing"},
          {R"({"success": false, "error-codes": ["invalid-input-response"]})", "bot_check_missing"}});
}

TEST_F(RecaptchaVerifierTest, NobodyComesInWhileItCannotBeAsked) {
  Expect({{"", "bot_check_unavailable"},
          {"<html>", "bot_check_unavailable"},
          {"[]", "bot_check_unavailable"},
          {"{}", "bot_check_unavailable"},
          {R"({"success": "true"})", "bot_check_unavailable"},
          {R"({"success": 1})", "bot_check_unavailable"},
          {R"({"success": false, "error-codes": ["invalid-input-secret"]})", "bot_check_unavailable"},
          {"{\"success\": true, \"padding\": \"" + std::string(100'000, 'x') + "\"}", "bot_check_unavailable"}});
  for (int status : {302, 404, 500}) {
    stand_in_.Answer(R"({"success": true})", status);
    EXPECT_EQ(Verify(), "bot_check_unavailable") << status;
  }
}

TEST_F(RecaptchaVerifierTest, ASlowServiceIsNotWaitedFor) {
  auto hanging = stand_in_.Hang();
  EXPECT_EQ(Verify({.timeout = absl::Milliseconds(100)}), "bot_check_unavailable");
  hanging->Notify();
  EXPECT_EQ(Verify(), "ok");
}

TEST_F(RecaptchaVerifierTest, ATokenOfAnotherSiteProvesNothing) {
  Expect({{R"({"success": true, "hostname": "academy.test"})", "ok"},
          {R"({"success": true, "hostname": "evil.test"})", "bot_check_missing"},
          {R"({"success": true})", "bot_check_missing"}},
         {.hostname = "academy.test"});
}

TEST_F(RecaptchaVerifierTest, ScoresAndActionsCountInVersionThree) {
  Expect({{R"({"success": true, "score": 0.7, "action": "login"})", "ok"},
          {R"({"success": true, "score": 1})", "ok"},
          {R"({"success": true, "score": 0.69, "action": "login"})", "bot_check_missing"},
          {R"({"success": true, "score": 0.9, "action": "signup"})", "bot_check_missing"},
          {R"({"success": true, "score": "0.9"})", "bot_check_missing"},
          {R"({"success": true})", "bot_check_missing"}},
         {.scored = true, .minimum_score = 0.7});
}

TEST_F(RecaptchaVerifierTest, OptionsThatCannotBeMeantAreRefused) {
  EXPECT_THAT(RecaptchaVerifier::Create({.url = "file:///etc/passwd"}), HasReason("invalid_flag"));
  EXPECT_THAT(RecaptchaVerifier::Create({.minimum_score = 1.5}), HasReason("invalid_flag"));
}

// The whole of auth with reCAPTCHA as its bot check.
class RecaptchaTest : public AuthTest {
 protected:
  void StartWith(BotCheckPolicy policy) {
    options().bot_check = policy;
    // Longer than any call here takes; only calls that a test holds time out.
    options().recaptcha =
        RecaptchaOptions{.url = stand_in_.url(), .secret = kSecret, .hostname = {}, .timeout = absl::Minutes(1)};
    Start();
  }
  Reply<v1::LoginLearnerResponse> LoginWith(const std::string& token, const std::string& password = "secret1") {
    v1::LoginLearnerRequest request;
    request.set_email(kEmail);
    request.set_password(password);
    request.set_recaptcha(token);
    return Call({.remote_address = "203.0.113.7"}, &v1::LearnerSignIn::Stub::LoginLearner, request);
  }
  size_t Asked() const { return stand_in_.asked().size(); }

  StandIn stand_in_;
};
INSTANTIATE_TEST_SUITE_P(Engines, RecaptchaTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(RecaptchaTest, ATokenTakesThePlaceOfAltchaAndIsGoodOnceEvenOverARestart) {
  StartWith(BotCheckPolicy::kAlways);
  ALearner();
  EXPECT_THAT(LoginWith(""), HasReason("bot_check_missing"));
  EXPECT_EQ(LoginWith("").message(), "Recaptcha verification Missing");
  EXPECT_OK(LoginWith("one"));
  EXPECT_THAT(LoginWith("one"), HasReason("bot_check_missing"));
  Restart();
  EXPECT_THAT(LoginWith("one"), HasReason("bot_check_missing"));
  EXPECT_EQ(Asked(), 1u) << "a spent token is not asked about again";

  v1::LoginLearnerRequest altcha;
  altcha.set_email(kEmail);
  altcha.set_password("secret1");
  altcha.set_altcha(Solve(Call(Anonymous(), &v1::BotCheck::Stub::GetChallenge, v1::GetChallengeRequest()).response));
  EXPECT_THAT(Call(Anonymous(), &v1::LearnerSignIn::Stub::LoginLearner, altcha), HasReason("bot_check_missing"));
}

TEST_P(RecaptchaTest, EveryCallThatAsksForAProofTakesAToken) {
  StartWith(BotCheckPolicy::kAlways);
  v1::SignUpManagerRequest manager = ManagerSignUp("manager@academy.test");
  manager.set_recaptcha("1");
  EXPECT_OK(Call(Anonymous(), &v1::ManagerSignIn::Stub::SignUpManager, manager));
  v1::LoginManagerRequest manager_login = ManagerLogin("manager@academy.test");
  manager_login.set_recaptcha("2");
  EXPECT_OK(Call(Anonymous(), &v1::ManagerSignIn::Stub::LoginManager, manager_login));
  v1::SignUpLearnerRequest learner = LearnerSignUp("new@academy.test");
  learner.set_recaptcha("3");
  EXPECT_OK(Call(Anonymous(), &v1::LearnerSignIn::Stub::SignUpLearner, learner));
  ALearner();
  v1::ForgotPasswordRequest forgot;
  forgot.set_email(kEmail);
  forgot.set_recaptcha("4");
  EXPECT_OK(Call(Anonymous(), &v1::Recovery::Stub::ForgotPassword, forgot));
  EXPECT_EQ(Asked(), 4u);
}

TEST_P(RecaptchaTest, ParallelCallsWithOneTokenLetOneIn) {
  StartWith(BotCheckPolicy::kAlways);
  ALearner();
  std::atomic<int> signed_in = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 12; ++i) threads.emplace_back([&] { signed_in += LoginWith("one").ok() ? 1 : 0; });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(signed_in, 1);
  EXPECT_EQ(Asked(), 1u);
}

TEST_P(RecaptchaTest, AdaptiveAsksGoogleOnlyWhereAProofIsNeeded) {
  StartWith(BotCheckPolicy::kAdaptive);
  ALearner();
  for (int i = 0; i < 3; ++i) EXPECT_THAT(LoginWith("t" + std::to_string(i), "wrong-one"), HasReason("wrong_password"));
  EXPECT_EQ(Asked(), 0u);
  EXPECT_THAT(LoginWith(""), HasReason("bot_check_missing"));
  EXPECT_THAT(LoginWith("t3", "wrong-one"), HasReason("wrong_password"));
  EXPECT_THAT(LoginWith("t4", "wrong-one"), HasReason("wrong_password"));
  EXPECT_EQ(Asked(), 2u);
  EXPECT_THAT(LoginWith("t5"), HasReason("too_many_attempts"));
  EXPECT_EQ(Asked(), 2u) << "a paused account needs no proof";
  clock_.Advance(absl::Minutes(1));
  EXPECT_OK(LoginWith("t5"));
}

TEST_P(RecaptchaTest, WhileTheServiceIsDownNobodyComesInAndTheTokenStaysGood) {
  StartWith(BotCheckPolicy::kAlways);
  ALearner();
  stand_in_.Answer("out of order", 500);
  auto refused = LoginWith("one");
  EXPECT_THAT(refused, StatusIs(absl::StatusCode::kUnavailable, "bot_check_unavailable"));
  EXPECT_GT(DetailOf(refused.status).retry_after_seconds, 0);
  stand_in_.Answer(R"({"success": true})");
  EXPECT_OK(LoginWith("one"));
}

TEST_P(RecaptchaTest, AHangingServiceHoldsUpNoOtherCall) {
  StartWith(BotCheckPolicy::kAlways);
  ALearner();
  Caller learner = CallerOf(LoginWith("first").response.client_token());
  auto hanging = stand_in_.Hang();
  std::vector<std::thread> waiting;
  std::atomic<int> signed_in = 0;
  for (int i = 0; i < 12; ++i) {
    waiting.emplace_back([&, i] { signed_in += LoginWith(std::to_string(i)).ok() ? 1 : 0; });
  }
  // Ordinary and hashing calls continue; if their threads were taken, these would run into their deadline.
  v1::UpdateProfileRequest update;
  update.set_fullname("Layla");
  EXPECT_OK(Call(learner, &v1::Profile::Stub::UpdateProfile, update));
  v1::ChangeLearnerPasswordRequest change;
  change.set_password("secret1");
  change.set_new_password("secret1");
  EXPECT_OK(Call(learner, &v1::Profile::Stub::ChangeLearnerPassword, change));
  EXPECT_EQ(signed_in, 0);
  hanging->Notify();
  for (std::thread& thread : waiting) thread.join();
  EXPECT_EQ(signed_in, 12);
}

}  // namespace
}  // namespace academy::auth
