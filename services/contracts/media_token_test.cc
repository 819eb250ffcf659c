#include "services/contracts/media_token.h"

#include <gtest/gtest.h>

#include <set>

#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/testing/status_matchers.h"

namespace academy {
namespace {

constexpr UnixMillis kNow = 1'800'000'000'000;

MediaGrant Grant() {
  return {.session_id = NewId(kNow),
          .learner_id = NewId(kNow),
          .assignment_id = NewId(kNow),
          .asset_id = NewId(kNow),
          .expires_at = kNow};
}

TEST(MediaTokenTest, VerifyGivesBackWhatWasMinted) {
  MediaTokens tokens(KeyRing::Fixed("key"));
  for (MediaGrant grant : {Grant(), MediaGrant{"s", "", "0123456789", std::string(36, 'x'), kNow},
                           MediaGrant{"A1B2C3D4-0000-7000-8000-000000000000", "l", "a", "v", kNow}}) {
    if (grant.learner_id.empty()) grant.learner_id = "l";
    auto verified = tokens.Verify(tokens.Mint(grant), kNow);
    ASSERT_OK(verified);
    EXPECT_EQ(*verified, grant);
  }
}

TEST(MediaTokenTest, AnIdThatDoesNotFitGivesNoGrantAtAll) {
  MediaTokens tokens(KeyRing::Fixed("key"));
  // Cut, it would leave `\2`, with which the assignment `\1a` and the asset `b` would follow.
  MediaGrant grant{"s", std::string(127, 'l') + "\2", "a", "b", kNow};
  EXPECT_THAT(tokens.Verify(tokens.Mint(grant), kNow), HasReason("media_token_invalid"));
  // Of length 0, it would take the 16 bytes that follow for a UUID.
  MediaGrant empty{"s", "", "0123456789", std::string(10, 'v'), kNow};
  EXPECT_THAT(tokens.Verify(tokens.Mint(empty), kNow), HasReason("media_token_invalid"));
  MediaGrant shifted{"s", "", std::string(15, 'a'), std::string(1, '\1') + "v", kNow};
  EXPECT_THAT(tokens.Verify(tokens.Mint(shifted), kNow), HasReason("media_token_invalid"));
}

TEST(MediaTokenTest, TokenIsCompactAndFitsAPathSegment) {
  std::string token = MediaTokens(KeyRing::Fixed("key")).Mint(Grant());
  EXPECT_LE(token.size(), 160u);
  EXPECT_EQ(token.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."), token.npos);
}

TEST(MediaTokenTest, ExpiresAfterItsLastMillisecond) {
  MediaTokens tokens(KeyRing::Fixed("key"));
  std::string token = tokens.Mint(Grant());
  EXPECT_OK(tokens.Verify(token, kNow));
  auto late = tokens.Verify(token, kNow + 1);
  EXPECT_THAT(late, StatusIs(absl::StatusCode::kPermissionDenied, "media_token_expired"));
}

TEST(MediaTokenTest, EveryChangedCharacterIsRefused) {
  MediaTokens tokens(KeyRing::Fixed("key"));
  std::string token = tokens.Mint(Grant());
  for (size_t i = 0; i < token.size(); ++i) {
    for (char other : {'A', 'B', '_', '/', '+', '=', '.', '\0'}) {
      if (token[i] == other) continue;
      std::string changed = token;
      changed[i] = other;
      EXPECT_THAT(tokens.Verify(changed, kNow), testing::Not(IsOk())) << i << " " << other;
    }
    EXPECT_THAT(tokens.Verify(token.substr(0, i), kNow), testing::Not(IsOk()));
  }
  EXPECT_THAT(tokens.Verify(token + "=", kNow), testing::Not(IsOk()));
  EXPECT_THAT(tokens.Verify(token + "A", kNow), testing::Not(IsOk()));
}

TEST(MediaTokenTest, AnotherAcademysTokenIsRefused) {
  auto verified = MediaTokens(KeyRing::Fixed("one")).Verify(MediaTokens(KeyRing::Fixed("two")).Mint(Grant()), kNow);
  EXPECT_THAT(verified, HasReason("media_token_invalid"));
}

TEST(MediaTokenTest, IdsCannotBeShiftedIntoEachOther) {
  MediaTokens tokens(KeyRing::Fixed("key"));
  std::set<std::string> seen;
  for (const auto& [session, learner] :
       std::initializer_list<std::pair<const char*, const char*>>{{"ab", "c"}, {"a", "bc"}, {"abc", "d"}}) {
    EXPECT_TRUE(seen.insert(tokens.Mint({session, learner, "a", "v", kNow})).second);
  }
}

TEST(MediaTokenTest, NonsenseIsRefused) {
  MediaTokens tokens(KeyRing::Fixed("key"));
  for (std::string text : {std::string(), std::string("."), std::string(".."), std::string("a.b"),
                           std::string(5000, 'A'), std::string("\0.\0", 3)}) {
    EXPECT_THAT(tokens.Verify(text, kNow), HasReason("media_token_invalid"));
  }
}

}  // namespace
}  // namespace academy
