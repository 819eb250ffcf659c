// The code that the first manager's sign-up needs: its file, and the sign-up itself.
#include "services/auth/sign_in/setup_code.h"

#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "services/auth/testing/auth_fixture.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"

namespace academy::auth {
namespace {

constexpr UnixMillis kMinute = 60'000;

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

TEST_P(SetupCodeTest, SpoiltFilesAreReplaced) {
  std::ofstream(File()) << "nonsense\n";
  Restart();
  EXPECT_EQ(ReadWord(File()).size(), 9u);
  EXPECT_TRUE(SignUp(ReadWord(File())).ok());
}

TEST_P(SetupCodeTest, TheFirstSignUpNeedsTheCodeAndTakesTheFileAway) {
  auto check = Check();
  ASSERT_TRUE(check.ok());
  EXPECT_TRUE(check.response.setup_code_required());
  auto missing = SignUp("");
  EXPECT_EQ(missing.status.code(), absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(missing.reason(), "wrong_setup_code");
  EXPECT_EQ(SignUp("AAAA-AAAA").reason(), "wrong_setup_code");
  std::string typed = ReadWord(File()).substr(0, 4) + " " + ReadWord(File()).substr(5);
  for (char& c : typed) c = static_cast<char>(std::tolower(c));
  auto signed_up = SignUp(typed);
  ASSERT_TRUE(signed_up.ok()) << signed_up.message();
  EXPECT_FALSE(std::filesystem::exists(File()));
  EXPECT_EQ(SignUp(typed).reason(), "signup_not_allowed");
  EXPECT_EQ(Check().reason(), "signup_not_allowed");
  Restart();
  EXPECT_FALSE(std::filesystem::exists(File())) << "none is made while a manager exists";
}

TEST_P(SetupCodeTest, FieldsAreCheckedBeforeTheCodeIsCounted) {
  for (int i = 0; i < 10; ++i) EXPECT_EQ(SignUp("AAAA-AAAA", "", "12345").reason(), "validation_failed");
  EXPECT_TRUE(SignUp(ReadWord(File())).ok());
}

TEST_P(SetupCodeTest, AfterFiveWrongGuessesFromAnywhereEverybodyWaits) {
  std::string code = ReadWord(File());
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(SignUp("AAAA-AAAA", "203.0.113." + std::to_string(i)).reason(), "wrong_setup_code") << i;
  }
  auto waiting = SignUp(code, "203.0.113.7");
  EXPECT_EQ(waiting.status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(waiting.reason(), "too_many_attempts");
  EXPECT_EQ(DetailOf(waiting.status).retry_after_seconds, 60);
  Restart();
  EXPECT_EQ(SignUp(code).reason(), "too_many_attempts") << "over a restart too";
  clock_.Advance(kMinute);
  EXPECT_EQ(SignUp("AAAA-AAAA").reason(), "wrong_setup_code");
  EXPECT_EQ(DetailOf(SignUp(code).status).retry_after_seconds, 120) << "the pause doubles";
  clock_.Advance(2 * kMinute);
  EXPECT_TRUE(SignUp(code, "203.0.113.7").ok());
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
  EXPECT_TRUE(SignUp("").ok());
}

TEST(SetupCode, AFolderThatIsNotThereIsNamed) {
  SetupCode code("/nonexistent/setup-code");
  absl::Status status = code.Open(/*needed=*/true);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_NE(MessageOf(status).find("/nonexistent/setup-code"), std::string_view::npos);
  EXPECT_FALSE(code.Matches(""));
}

}  // namespace
}  // namespace academy::auth
