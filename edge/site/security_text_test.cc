#include "edge/site/security_text.h"

#include <gtest/gtest.h>

namespace academy::edge {
namespace {

constexpr absl::CivilSecond kAfternoon(2027, 3, 1, 15, 30, 0);

std::optional<std::string> TextOf(const std::string& contact, const std::string& policy, std::string_view origin) {
  SiteContent content;
  content.security_contact = contact;
  content.security_policy = policy;
  return SecurityText(content, origin, absl::FromCivil(kAfternoon, absl::UTCTimeZone()));
}

TEST(SecurityTextTest, AnAcademyWithoutAContactHasNone) {
  EXPECT_EQ(TextOf("", "https://academy.example/policy", "https://academy.example"), std::nullopt);
}

TEST(SecurityTextTest, SaysWhomToWriteUntilHalfAYearFromNow) {
  EXPECT_EQ(TextOf("mailto:security@academy.example", "", "https://academy.example"),
            "Contact: mailto:security@academy.example\n"
            "Expires: 2027-08-28T00:00:00Z\n"
            "Preferred-Languages: ar, en\n"
            "Canonical: https://academy.example/.well-known/security.txt\n");
}

TEST(SecurityTextTest, AnAddressWithoutTlsIsNotCanonical) {
  EXPECT_EQ(TextOf("https://academy.example/report", "https://academy.example/policy", "http://127.0.0.1:8080"),
            "Contact: https://academy.example/report\n"
            "Expires: 2027-08-28T00:00:00Z\n"
            "Preferred-Languages: ar, en\n"
            "Policy: https://academy.example/policy\n");
}

}  // namespace
}  // namespace academy::edge
