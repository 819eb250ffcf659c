#include "services/platform/keys/key_ring.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"
#include "services/platform/keys/key_folder.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/status_matchers.h"

namespace academy {
namespace {

class KeyRingTest : public testing::Test {
 protected:
  KeyRingTest()
      : data_(std::filesystem::temp_directory_path() / ("ring_" + Hex(RandomBytes(8)))),
        folder_(
            (std::filesystem::create_directories(data_), *KeyFolder::Open(data_, KeyFolder::Missing::kMake, clock_))) {}
  ~KeyRingTest() override { std::filesystem::remove_all(data_); }

  KeyRing Ring(std::string_view purpose) { return *folder_.Ring(purpose); }
  std::string Rotate(std::string_view purpose, absl::Duration after = absl::Seconds(5)) {
    return folder_.Rotate(purpose, after)->id;
  }

  const std::filesystem::path data_;
  FakeClock clock_;
  const KeyFolder folder_;
};

TEST_F(KeyRingTest, ANewKeyIsKnownWithinASecondAndCurrentOnlyWhenAllKnowIt) {
  KeyRing ring = Ring(key::kMedia);
  std::string first = ring.Current().id;
  std::string second = Rotate(key::kMedia);
  clock_.Advance(absl::Seconds(1));
  EXPECT_TRUE(ring.Find(second).has_value());
  EXPECT_EQ(ring.Current().id, first);
  clock_.Advance(absl::Seconds(4));
  EXPECT_EQ(ring.Current().id, second);
  EXPECT_TRUE(ring.Find(first).has_value());
}

TEST_F(KeyRingTest, AReplacedKeyIsAcceptedAsLongAsWhatItSignedAndNoLonger) {
  KeyRing ring = Ring(key::kMedia);
  std::string first = ring.Current().id;
  Rotate(key::kMedia, absl::ZeroDuration());
  clock_.Advance(absl::Hours(12));
  EXPECT_TRUE(ring.Find(first).has_value());
  clock_.Advance(absl::Hours(1) + absl::Seconds(1));
  EXPECT_FALSE(ring.Find(first).has_value());
  EXPECT_EQ(ring.Accepted().size(), 1u);
}

TEST_F(KeyRingTest, CopiesFollowTheFileTogether) {
  KeyRing ring = Ring(key::kBotCheck);
  KeyRing copy = ring;
  std::string second = Rotate(key::kBotCheck, absl::ZeroDuration());
  clock_.Advance(absl::Seconds(1));
  EXPECT_EQ(copy.Current().id, second);
  EXPECT_EQ(ring.Current().id, second);
}

TEST_F(KeyRingTest, AFileThatCannotBeReadLeavesTheKeysInUse) {
  KeyRing ring = Ring(key::kMedia);
  std::string first = ring.Current().id;
  std::ofstream(data_ / "keys" / key::kMedia, std::ios::trunc) << "nonsense";
  clock_.Advance(absl::Seconds(2));
  EXPECT_EQ(ring.Current().id, first);
  std::filesystem::remove(data_ / "keys" / key::kMedia);
  clock_.Advance(absl::Seconds(2));
  EXPECT_EQ(ring.Current().id, first);
}

TEST_F(KeyRingTest, WhatWasEncryptedIsReadForItsPlaceAndPurposeOnly) {
  KeyRing ring = Ring(key::kBank);
  std::string sealed = ring.Encrypt("SA03", "bank_details:l1");
  EXPECT_EQ(KeyRing::KeyIdOf(sealed), ring.Current().id);
  EXPECT_EQ(sealed.find("SA03"), sealed.npos);
  absl::StatusOr<std::string> text = ring.Decrypt(sealed, "bank_details:l1");
  ASSERT_OK(text);
  EXPECT_EQ(*text, "SA03");
  EXPECT_THAT(ring.Decrypt(sealed, "bank_details:l2"), HasReason("sealed_text_invalid"));
  EXPECT_THAT(Ring(key::kSecondFactor).Decrypt(sealed, "bank_details:l1"), HasReason("key_unknown"));
}

TEST_F(KeyRingTest, WhatWasEncryptedIsReadAfterRotations) {
  KeyRing ring = Ring(key::kBank);
  std::string sealed = ring.Encrypt("text", "place");
  for (int i = 0; i < 3; ++i) Rotate(key::kBank, absl::ZeroDuration());
  clock_.Advance(absl::Hours(24 * 365));
  EXPECT_EQ(*ring.Decrypt(sealed, "place"), "text");
  EXPECT_NE(KeyRing::KeyIdOf(ring.Encrypt("text", "place")), KeyRing::KeyIdOf(sealed));
}

TEST_F(KeyRingTest, NonsenseIsNotDecrypted) {
  KeyRing ring = Ring(key::kBank);
  std::string id = ring.Current().id;
  for (const std::string& text : {std::string(), std::string("text"), std::string("v1::"), "v2:" + id + ":AAAA",
                                  "v1:" + id, "v1:" + id + ":", "v1:" + id + ":!", "v1:" + id + ":AAAA"}) {
    EXPECT_THAT(ring.Decrypt(text, "place"), HasReason("sealed_text_invalid")) << text;
  }
  EXPECT_THAT(ring.Decrypt("v1:other:AAAA", "place"), HasReason("key_unknown"));
}

}  // namespace
}  // namespace academy
