#include "services/platform/net/address_groups.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

namespace academy {
namespace {

std::map<std::string, size_t> Named(std::string_view address) {
  std::map<std::string, size_t> named;
  for (const AddressGroup& group : GroupsOf(address)) named[group.name] = group.factor;
  return named;
}

// Returns the number of groups that the two have in common.
size_t Common(std::string_view a, std::string_view b) {
  std::map<std::string, size_t> other = Named(b);
  size_t common = 0;
  for (const auto& [name, _] : Named(a)) common += other.count(name);
  return common;
}

TEST(AddressGroupsTest, AnIpv4AddressStandsForItself) {
  EXPECT_EQ(Named("192.0.2.1"), (std::map<std::string, size_t>{{"192.0.2.1", 1}}));
  EXPECT_EQ(Common("192.0.2.1", "192.0.2.2"), 0u);
}

TEST(AddressGroupsTest, Ipv4AddressesWrittenAsIpv6AreNotOneNetwork) {
  EXPECT_EQ(Common("::ffff:192.0.2.1", "::ffff:192.0.2.2"), 0u);
  EXPECT_EQ(Common("::ffff:192.0.2.1", "192.0.2.1"), 1u);
  EXPECT_EQ(Common("::ffff:c000:201", "192.0.2.1"), 1u);
}

TEST(AddressGroupsTest, Ipv6AddressesOfOneHouseholdAreOneClient) {
  EXPECT_EQ(Common("2001:db8:1:2::1", "2001:db8:1:2:ffff::7"), 3u);
}

TEST(AddressGroupsTest, TheInterfaceOfALinkLocalAddressDoesNotCount) {
  EXPECT_EQ(ClientGroup("fe80::1%eth0"), ClientGroup("fe80::2"));
}

TEST(AddressGroupsTest, TheClientIsTheNarrowestGroup) {
  EXPECT_EQ(ClientGroup("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(ClientGroup("2001:db8:1:2::1"), ClientGroup("2001:db8:1:2::2"));
  EXPECT_NE(ClientGroup("2001:db8:1:2::1"), ClientGroup("2001:db8:1:3::1"));
}

TEST(AddressGroupsTest, NamesStayShortWhateverIsAsked) {
  EXPECT_LE(ClientGroup(std::string(100'000, 'x')).size(), 64u);
}

TEST(AddressGroupsTest, NeighbouringIpv6NetworksShareTheirWiderBlocks) {
  EXPECT_EQ(Common("2001:db8:1:2::1", "2001:db8:1:3::1"), 2u) << "a /56";
  EXPECT_EQ(Common("2001:db8:1:2::1", "2001:db8:1:200::1"), 1u) << "a /48";
  EXPECT_EQ(Common("2001:db8:1:2::1", "2001:db8:2:2::1"), 0u);
}

TEST(AddressGroupsTest, WiderBlocksHaveWiderLimits) {
  std::multiset<size_t> factors;
  for (const AddressGroup& group : GroupsOf("2001:db8::1")) factors.insert(group.factor);
  EXPECT_EQ(factors, (std::multiset<size_t>{1, 4, 16}));
}

TEST(AddressGroupsTest, WhatIsNoAddressIsAGroupOfItsOwn) {
  EXPECT_EQ(Named("").size(), 1u);
  EXPECT_EQ(Named("unix:somebody").size(), 1u);
}

TEST(AddressGroupsTest, OnlyThisMachinesAddressesAreLoopback) {
  EXPECT_TRUE(IsLoopback("127.0.0.1"));
  EXPECT_TRUE(IsLoopback("::1"));
  EXPECT_FALSE(IsLoopback("128.0.0.1"));
  EXPECT_FALSE(IsLoopback("::2"));
}

}  // namespace
}  // namespace academy
