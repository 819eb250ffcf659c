#include "edge/http/address/forwarded.h"

#include <gtest/gtest.h>

#include "services/platform/base/status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::http {
namespace {

TrustedProxies Trusting(std::string_view list) {
  absl::StatusOr<TrustedProxies> proxies = TrustedProxies::Parse(list);
  EXPECT_OK(proxies);
  return *std::move(proxies);
}

std::string Client(const TrustedProxies& proxies, const std::string& peer, const std::string& forwarded_for) {
  return proxies.ClientOf(peer, {{"x-forwarded-for", forwarded_for}}).address;
}

TEST(ForwardedTest, NobodyIsTrustedByDefault) {
  TrustedProxies nobody;
  EXPECT_EQ(Client(nobody, "127.0.0.1", "203.0.113.7"), "127.0.0.1");
  EXPECT_FALSE(nobody.ClientOf("127.0.0.1", {{"x-forwarded-proto", "https"}}).secure);
}

TEST(ForwardedTest, TheRightMostAddressThatIsNoProxyOfOursIsTheClient) {
  TrustedProxies proxies = Trusting("127.0.0.1,10.0.0.0/8");
  EXPECT_EQ(Client(proxies, "127.0.0.1", "203.0.113.7"), "203.0.113.7");
  EXPECT_EQ(Client(proxies, "127.0.0.1", "6.6.6.6, 203.0.113.7, 10.1.2.3"), "203.0.113.7");
  EXPECT_EQ(Client(proxies, "198.51.100.1", "203.0.113.7"), "198.51.100.1") << "not a proxy of ours";
  EXPECT_EQ(Client(proxies, "127.0.0.1", "10.0.0.1,10.0.0.2"), "10.0.0.1") << "all of them are";
}

TEST(ForwardedTest, SeveralFieldsAreOneList) {
  TrustedProxies proxies = Trusting("10.0.0.0/8");
  Fields fields = {{"x-forwarded-for", "6.6.6.6"}, {"host", "a"}, {"x-forwarded-for", "203.0.113.7"}};
  EXPECT_EQ(proxies.ClientOf("10.0.0.1", fields).address, "203.0.113.7");
}

TEST(ForwardedTest, WhatIsNoAddressEndsTheSearch) {
  TrustedProxies proxies = Trusting("10.0.0.0/8");
  EXPECT_EQ(Client(proxies, "10.0.0.1", "203.0.113.7, unknown"), "10.0.0.1");
  EXPECT_EQ(Client(proxies, "10.0.0.1", "203.0.113.7, <script>, 10.0.0.9"), "10.0.0.9");
  EXPECT_EQ(Client(proxies, "10.0.0.1", ""), "10.0.0.1");
  EXPECT_EQ(Client(proxies, "10.0.0.1", ",,,"), "10.0.0.1");
}

TEST(ForwardedTest, PortsAndBothKindsOfAddressesAreUnderstood) {
  TrustedProxies proxies = Trusting("10.0.0.0/8, fd00::/8,2001:db8::1");
  EXPECT_EQ(Client(proxies, "10.0.0.1", "203.0.113.7:4711"), "203.0.113.7");
  EXPECT_EQ(Client(proxies, "fd12::1", "[2001:DB8::2]:4711"), "2001:db8::2");
  EXPECT_EQ(Client(proxies, "2001:db8::1", "2001:db8::3"), "2001:db8::3");
  EXPECT_EQ(Client(proxies, "10.0.0.1", "::ffff:203.0.113.7"), "203.0.113.7");
  EXPECT_TRUE(proxies.Trusts("::ffff:10.2.3.4"));
  EXPECT_FALSE(proxies.Trusts("11.0.0.1"));
}

TEST(ForwardedTest, BitsNeedNotEndAtAByte) {
  TrustedProxies proxies = Trusting("192.168.16.0/20");
  EXPECT_TRUE(proxies.Trusts("192.168.31.255"));
  EXPECT_FALSE(proxies.Trusts("192.168.32.0"));
  EXPECT_TRUE(Trusting("0.0.0.0/0").Trusts("203.0.113.7"));
  EXPECT_FALSE(Trusting("0.0.0.0/0").Trusts("2001:db8::1"));
}

TEST(ForwardedTest, OnlyAProxyOfOursSaysThatItWasTls) {
  TrustedProxies proxies = Trusting("10.0.0.0/8");
  EXPECT_TRUE(proxies.ClientOf("10.0.0.1", {{"x-forwarded-proto", "https"}}).secure);
  EXPECT_FALSE(proxies.ClientOf("10.0.0.1", {{"x-forwarded-proto", "http"}}).secure);
  EXPECT_FALSE(proxies.ClientOf("203.0.113.7", {{"x-forwarded-proto", "https"}}).secure);
}

TEST(ForwardedTest, AListThatIsNotUnderstoodIsRefused) {
  for (const char* list :
       {"proxy.example", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8x", "1.2.3", "::1/129", "10.0.0.1,,"}) {
    EXPECT_THAT(TrustedProxies::Parse(list), HasReason("trusted_proxy_invalid")) << list;
  }
  EXPECT_OK(TrustedProxies::Parse(""));
}

}  // namespace
}  // namespace academy::http
