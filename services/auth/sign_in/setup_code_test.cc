// The code that the first manager's sign-up requires: its file, and the sign-up itself.
#include "services/auth/sign_in/setup_code.h"

#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "services/auth/testing/auth_fixture.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::auth {
namespace {

constexpr absl::Duration kMinute = absl::Minutes(1);

std::string ReadWord(const std::filesystem::path& file) {
  std::string word;
  std::ifstream(file) >> word;
  return word;
}

class SetupCodeTest : public AuthTest {
 protected:
  SetupCodeTest() : folder_(std::filesystem::temp_directory_path() / ("setup_" + Hex(RandomBytes(8)))) {
    std::filesystem::create_directories(folder_);
  }
  ~SetupCodeTest() override { std::filesystem::remove_all(folder_); }

  void SetUp() override {
    options().setup_code_file = File();
    Start();
  }

  std::filesystem::path File() const { return folder_ / "setup-code"; }
  Reply<v1::SignUpManagerResponse> SignUp(const std::string& code, const std::string& peer = "",
                                          const std::string& password = "secret1") {
    v1::SignUpManagerRequest request = ManagerSignUp("mona@academy.test", password);
    request.set_setup_code(code);
    return Call(Caller{.remote_address = peer}, &v1::ManagerSignIn::Stub::SignUpManager, request);
  }
  Reply<v1::CheckSignUpResponse> Check() {
    return Call(Anonymous(), &v1::ManagerSignIn::Stub::CheckSignUp, v1::CheckSignUpRequest());
  }

  const std::filesystem::path folder_;
};
INSTANTIATE_TEST_SUITE_P(Engines, SetupCodeTest, testing::ValuesIn(TestEngines()), EngineName);

TEST_P(SetupCodeTest, TheFileIsForItsOwnerAndStaysOverARestart) {
  std::string code = ReadWord(File());
  ASSERT_EQ(code.size(), 9u) << code;
  EXPECT_EQ(code[4], '-');
  EXPECT_EQ(code.find_first_not_of("ABCDEFGHJKMNPQRSTUVWXYZ23456789-"), std::string::npos) << code;
  struct stat about {};
  ASSERT_EQ(::stat(File().c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0600u);
  Restart();
  EXPECT_EQ(ReadWord(File()), code);
}

TEST_P(SetupCodeTest, EveryAuthOfAnAcademyAsksForTheSameCodeAndOtherAcademiesForOthers) {
  const std::string code = ReadWord(File());
  std::filesystem::remove(File());
  options().setup_code_file = folder_ / "of-another-process";
  Restart();
  EXPECT_EQ(ReadWord(options().setup_code_file), code);
  const KeyRing keys = KeyRing::Fixed("one");
  const SetupCode mine(File(), keys, "database");
  ASSERT_OK(mine.Open(/*needed=*/true));
  EXPECT_TRUE(mine.Matches(ReadWord(File())));
  EXPECT_FALSE(SetupCode(File(), KeyRing::Fixed("other"), "database").Matches(ReadWord(File())));
  EXPECT_FALSE(SetupCode(File(), keys, "another database").Matches(ReadWord(File())));
}

TEST_P(SetupCodeTest, SpoiltFilesAreReplaced) {
  std::ofstream(File()) << "nonsense\n";
  Restart();
  EXPECT_EQ(ReadWord(File()).size(), 9u);
  EXPECT_OK(SignUp(ReadWord(File())));
}

TEST_P(SetupCodeTest, TheFirstSignUpNeedsTheCodeAndTakesTheFileAway) {
  auto check = Check();
  ASSERT_OK(check);
  EXPECT_TRUE(check.response.setup_code_required());
  auto missing = SignUp("");
  EXPECT_THAT(missing, StatusIs(absl::StatusCode::kPermissionDenied, "wrong_setup_code"));
  EXPECT_THAT(SignUp("AAAA-AAAA"), HasReason("wrong_setup_code"));
  std::string typed = ReadWord(File()).substr(0, 4) + " " + ReadWord(File()).substr(5);
  for (char& c : typed) c = static_cast<char>(std::tolower(c));
  auto signed_up = SignUp(typed);
  ASSERT_OK(signed_up);
  EXPECT_FALSE(std::filesystem::exists(File()));
  EXPECT_THAT(SignUp(typed), HasReason("signup_not_allowed"));
  EXPECT_THAT(Check(), HasReason("signup_not_allowed"));
  Restart();
  EXPECT_FALSE(std::filesystem::exists(File())) << "none is made while a manager exists";
}

TEST_P(SetupCodeTest, FieldsAreCheckedBeforeTheCodeIsCounted) {
  for (int i = 0; i < 10; ++i) EXPECT_THAT(SignUp("AAAA-AAAA", "", "12345"), HasReason("validation_failed"));
  EXPECT_OK(SignUp(ReadWord(File())));
}

TEST_P(SetupCodeTest, AfterFiveWrongGuessesFromAnywhereEverybodyWaits) {
  std::string code = ReadWord(File());
  for (int i = 0; i < 5; ++i) {
    EXPECT_THAT(SignUp("AAAA-AAAA", "203.0.113." + std::to_string(i)), HasReason("wrong_setup_code")) << i;
  }
  auto waiting = SignUp(code, "203.0.113.7");
  EXPECT_THAT(waiting, StatusIs(absl::StatusCode::kResourceExhausted, "too_many_attempts"));
  EXPECT_EQ(DetailOf(waiting.status).retry_after_seconds, 60);
  Restart();
  EXPECT_THAT(SignUp(code), HasReason("too_many_attempts")) << "over a restart too";
  clock_.Advance(kMinute);
  EXPECT_THAT(SignUp("AAAA-AAAA"), HasReason("wrong_setup_code"));
  EXPECT_EQ(DetailOf(SignUp(code).status).retry_after_seconds, 120) << "the pause doubles";
  clock_.Advance(2 * kMinute);
  EXPECT_OK(SignUp(code, "203.0.113.7"));
}

TEST_P(SetupCodeTest, OfRacersWithTheCodeOneWins) {
  std::string code = ReadWord(File());
  std::atomic<int> won = 0;
  std::vector<std::thread> racers;
  for (int i = 0; i < 20; ++i) {
    racers.emplace_back([&, i] {
      v1::SignUpManagerRequest request = ManagerSignUp("racer" + std::to_string(i) + "@academy.test");
      request.set_setup_code(code);
      if (Call(Anonymous(), &v1::ManagerSignIn::Stub::SignUpManager, request).ok()) ++won;
    });
  }
  for (std::thread& racer : racers) racer.join();
  EXPECT_EQ(won, 1);
}

TEST_P(SetupCodeTest, WithoutTheFlagNoCodeIsNeeded) {
  options().setup_code_file.clear();
  Restart();
  EXPECT_FALSE(Check().response.setup_code_required());
  EXPECT_OK(SignUp(""));
}

TEST(SetupCode, AFolderThatIsNotThereIsNamed) {
  SetupCode code("/nonexistent/setup-code", KeyRing::Fixed("secret"), "database");
  absl::Status status = code.Open(/*needed=*/true);
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kFailedPrecondition));
  EXPECT_NE(MessageOf(status).find("/nonexistent/setup-code"), std::string_view::npos);
  EXPECT_FALSE(code.Matches(""));
}

}  // namespace
}  // namespace academy::auth
