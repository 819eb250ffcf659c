#include "edge/access/device_cookie.h"

#include <gtest/gtest.h>

namespace academy::edge {
namespace {

const std::string kToken(43, 'x');

std::string Read(const std::string& cookie, bool secure = false) {
  http::Request request;
  request.secure = secure;
  request.fields.emplace_back("cookie", cookie);
  return DeviceTokenOf(request);
}

TEST(DeviceCookieTest, WhatIsSetIsRead) {
  std::string plain = DeviceCookie(kToken, /*secure=*/false);
  EXPECT_EQ(plain, "academy-device=" + kToken + "; Path=/; Max-Age=7776000; HttpOnly; SameSite=Strict");
  EXPECT_EQ(Read(plain.substr(0, plain.find(';'))), kToken);
  std::string secure = DeviceCookie(kToken, /*secure=*/true);
  EXPECT_EQ(secure, "__Host-academy-device=" + kToken + "; Path=/; Max-Age=7776000; HttpOnly; SameSite=Strict; Secure");
  EXPECT_EQ(Read(secure.substr(0, secure.find(';')), /*secure=*/true), kToken);
}

TEST(DeviceCookieTest, ItIsFoundAmongOthers) {
  EXPECT_EQ(Read("a=b; academy-device=" + kToken + "; c=d"), kToken);
  EXPECT_EQ(Read("a=b;academy-device=" + kToken), kToken);
  EXPECT_EQ(Read("not-academy-device=" + kToken), "");
  EXPECT_EQ(Read("academy-devices=" + kToken), "");
  EXPECT_EQ(Read("a=b"), "");
  EXPECT_EQ(DeviceTokenOf(http::Request()), "");
}

TEST(DeviceCookieTest, OverTlsOnlyTheCookieThatNoOtherHostCanSetCounts) {
  EXPECT_EQ(Read("academy-device=" + kToken, /*secure=*/true), "");
  EXPECT_EQ(Read("__Host-academy-device=" + kToken, /*secure=*/false), "");
}

TEST(DeviceCookieTest, OnlyTokensInTheFormOfOursArePassedOn) {
  for (const std::string& value :
       {std::string(), std::string(42, 'x'), std::string(44, 'x'), std::string(42, 'x') + "\x01",
        std::string(42, 'x') + " ", std::string(42, 'x') + "\xc3", std::string(5000, 'x')}) {
    EXPECT_EQ(Read("academy-device=" + value), "") << value;
  }
  for (const char* broken : {";", ";;;", " ", "academy-device", "academy-device=", "  ;  "}) {
    EXPECT_EQ(Read(broken), "") << broken;
  }
}

}  // namespace
}  // namespace academy::edge
