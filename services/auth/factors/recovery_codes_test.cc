#include "services/auth/factors/recovery_codes.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

namespace academy::auth {
namespace {

TEST(RecoveryCodesTest, AreTenDifferentOnesOf120Bits) {
  std::vector<std::string> codes = NewRecoveryCodes();
  EXPECT_EQ(std::set<std::string>(codes.begin(), codes.end()).size(), 10u);
  for (const std::string& code : codes) {
    EXPECT_TRUE(std::regex_match(code, std::regex("([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}"))) << code;
  }
}

TEST(RecoveryCodesTest, AreReadAsPeopleTypeThem) {
  std::string hash = HashRecoveryCode("01AB-CDEF-GHJK-MNPQ-RSTV-WXYZ");
  EXPECT_EQ(HashRecoveryCode("01abcdefghjkmnpqrstvwxyz"), hash);
  EXPECT_EQ(HashRecoveryCode(" oiab cdef ghjk mnpq rstv wxyz "), hash);
  EXPECT_EQ(HashRecoveryCode("OLAB-CDEF-GHJK-MNPQ-RSTV-WXYZ"), hash);
  EXPECT_NE(HashRecoveryCode("01AB-CDEF-GHJK-MNPQ-RSTV-WXY0"), hash);
  EXPECT_EQ(hash.find("01AB"), hash.npos);
}

}  // namespace
}  // namespace academy::auth
