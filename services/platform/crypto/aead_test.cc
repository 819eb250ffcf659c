#include "services/platform/crypto/aead.h"

#include <gtest/gtest.h>

namespace academy {
namespace {

const std::string kKey(kAeadKey, 'k');

// NIST's GCM test case 14: AES-256, a key, nonce and block of zeros.
TEST(AeadTest, DecryptsAPublishedVector) {
  std::string sealed = std::string(12, '\0') +
                       "\xce\xa7\x40\x3d\x4d\x60\x6b\x6e\x07\x4e\xc5\xd3\xba\xf3\x9d\x18"
                       "\xd0\xd1\xc8\xa7\x99\x99\x6b\xf0\x26\x5b\x98\xb5\xd4\x8a\xb9\x19";
  EXPECT_EQ(AeadDecrypt(std::string(32, '\0'), sealed, ""), std::string(16, '\0'));
}

TEST(AeadTest, WhatWasEncryptedIsReadWithTheSameKeyAndAssociatedTextOnly) {
  std::string sealed = AeadEncrypt(kKey, "text", "row 1");
  EXPECT_EQ(AeadDecrypt(kKey, sealed, "row 1"), "text");
  EXPECT_EQ(AeadDecrypt(kKey, sealed, "row 2"), std::nullopt);
  EXPECT_EQ(AeadDecrypt(std::string(kAeadKey, 'l'), sealed, "row 1"), std::nullopt);
  EXPECT_EQ(AeadDecrypt(kKey, AeadEncrypt(kKey, "", ""), ""), "");
}

TEST(AeadTest, AChangedBitAnywhereIsNoticed) {
  std::string sealed = AeadEncrypt(kKey, "text", "row 1");
  for (char& byte : sealed) {
    byte ^= 1;
    EXPECT_EQ(AeadDecrypt(kKey, sealed, "row 1"), std::nullopt);
    byte ^= 1;
  }
  for (size_t size = 0; size < sealed.size(); ++size) {
    EXPECT_EQ(AeadDecrypt(kKey, sealed.substr(0, size), "row 1"), std::nullopt);
  }
}

TEST(AeadTest, EqualTextsDoNotLookEqual) { EXPECT_NE(AeadEncrypt(kKey, "text", ""), AeadEncrypt(kKey, "text", "")); }

}  // namespace
}  // namespace academy
