#include "services/auth/factors/passkeys/relying_party.h"

#include <gtest/gtest.h>

namespace academy::auth {
namespace {

// `id origin`; empty where passkeys cannot work.
std::string Party(std::string_view url) {
  std::optional<RelyingParty> party = RelyingPartyOf(url);
  return party.has_value() ? party->id + " " + party->origin : "";
}

TEST(RelyingPartyTest, IsTheDomainNameOfThePublicUrl) {
  EXPECT_EQ(Party("https://academy.example"), "academy.example https://academy.example");
  EXPECT_EQ(Party("https://Academy.Example:443/courses"), "academy.example https://academy.example");
  EXPECT_EQ(Party("https://learn.academy.example:8443"), "learn.academy.example https://learn.academy.example:8443");
}

TEST(RelyingPartyTest, OfThisMachineIsLocalhost) {
  EXPECT_EQ(Party("http://127.0.0.1:8080"), "localhost http://localhost:8080");
  EXPECT_EQ(Party("http://localhost:8080"), "localhost http://localhost:8080");
  EXPECT_EQ(Party("http://[::1]:80"), "localhost http://localhost");
  EXPECT_EQ(Party("https://127.0.0.1:8443"), "localhost https://localhost:8443");
  EXPECT_EQ(Party("http://academy.localhost"), "academy.localhost http://academy.localhost");
}

TEST(RelyingPartyTest, BrowsersAllowNoneAtOtherAddresses) {
  for (std::string_view url :
       {"http://academy.example", "https://192.0.2.1", "https://[2001:db8::1]:8443", "http://0.0.0.0:8080", "https://",
        "academy.example", "", "https://a_b.example", "https://user@academy.example", "ftp://academy.example"}) {
    EXPECT_EQ(Party(url), "") << url;
  }
}

}  // namespace
}  // namespace academy::auth
