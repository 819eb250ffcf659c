#include "services/platform/base/flags.h"

#include <gtest/gtest.h>

#include <fstream>

#include "services/platform/testing/status_matchers.h"

namespace academy {
namespace {

class SecretFlagTest : public testing::Test {
 protected:
  std::filesystem::path File(const std::string& text) {
    std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "secret";
    std::ofstream(file) << text;
    return file;
  }
};

TEST_F(SecretFlagTest, AnAddressWithoutAPasswordMayBeOnTheCommandLine) {
  for (const char* url : {"", "smtp://mail.academy.test:25", "smtps://sender@mail.academy.test",
                          "postgresql://academy@/academy?host=/run/pg", "postgresql://academy@[::1]:5432/academy"}) {
    absl::StatusOr<std::string> value = SecretFromFlags("db", url, {});
    ASSERT_OK(value) << url;
    EXPECT_EQ(*value, url);
  }
}

TEST_F(SecretFlagTest, APasswordOnTheCommandLineIsRefused) {
  for (const char* url : {"smtps://sender:secret@mail.academy.test", "postgresql://academy:s%3Aecret@host/academy",
                          "postgresql://host/academy?user=academy&password=secret", "smtp://:secret@host"}) {
    absl::StatusOr<std::string> value = SecretFromFlags("db", url, {});
    ASSERT_THAT(value, HasReason("invalid_flag")) << url;
    EXPECT_EQ(value.status().message().find("secret@"), absl::string_view::npos);
  }
}

TEST_F(SecretFlagTest, AFileMayHaveOne) {
  absl::StatusOr<std::string> value = SecretFromFlags("smtp", "", File("smtps://sender:secret@host\n"));
  ASSERT_OK(value);
  EXPECT_EQ(*value, "smtps://sender:secret@host");
  EXPECT_THAT(SecretFromFlags("smtp", "smtp://host", File("x")), HasReason("invalid_flag"));
  EXPECT_THAT(SecretFromFlags("smtp", "", File("")), HasReason("file_error"));
  EXPECT_THAT(SecretFromFlags("smtp", "", "/nothing/here"), HasReason("file_error"));
}

}  // namespace
}  // namespace academy
