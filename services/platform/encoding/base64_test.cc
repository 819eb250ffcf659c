#include "services/platform/encoding/base64.h"

#include <gtest/gtest.h>

#include <string>

#include "services/platform/crypto/random.h"

namespace academy {
namespace {

TEST(Base64Test, Base64RoundTripsInBothAlphabets) {
  for (std::string raw : {std::string(), std::string("f"), std::string("fo"), std::string("foo"),
                          std::string("\0\xff\xfe\x7f", 4), RandomBytes(100)}) {
    std::string back;
    EXPECT_TRUE(Base64Decode(Base64(raw), back));
    EXPECT_EQ(back, raw);
    EXPECT_TRUE(Base64Decode(Base64Url(raw), back));
    EXPECT_EQ(back, raw);
  }
  EXPECT_EQ(Base64("fo"), "Zm8=");
  EXPECT_EQ(Base64Url("fo"), "Zm8");
  EXPECT_EQ(Base64("f"), "Zg==");
  EXPECT_EQ(Base64("\xfb\xff\xbf"), "+/+/");
  EXPECT_EQ(Base64Url("\xfb\xff\xbf"), "-_-_");
}

TEST(Base64Test, ForeignCharactersAreNotBase64) {
  std::string raw;
  EXPECT_FALSE(Base64Decode("Zm 9v", raw));
  EXPECT_FALSE(Base64Decode("Zm9vZ", raw));
}

TEST(Base64Test, OnlyTheUrlSafeAlphabetIsBase64Url) {
  for (const char* text : {"", "AZaz09-_", "Zm9v"}) EXPECT_TRUE(IsBase64Url(text)) << text;
  for (const char* text : {"Zm9v+", "Zm9v/", "Zm8=", "Zm 9v", "\xff"}) EXPECT_FALSE(IsBase64Url(text)) << text;
}

}  // namespace
}  // namespace academy
