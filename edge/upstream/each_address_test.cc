#include "edge/upstream/each_address.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace academy::edge {
namespace {

using testing::ElementsAre;

TEST(EachAddressTest, OneServerIsItself) {
  EXPECT_THAT(*EachAddress("unix:/run/presence.sock", ""), ElementsAre("unix:/run/presence.sock"));
  EXPECT_THAT(*EachAddress("10.0.0.1:50054", ""), ElementsAre("10.0.0.1:50054"));
  EXPECT_THAT(*EachAddress("", ""), ElementsAre(""));
}

TEST(EachAddressTest, AListIsEachOfItsServers) {
  EXPECT_THAT(*EachAddress("ipv4:10.0.0.1:50054,10.0.0.2:50054", ""), ElementsAre("10.0.0.1:50054", "10.0.0.2:50054"));
  EXPECT_THAT(*EachAddress("ipv6:[::1]:1,[::2]:2", ""), ElementsAre("[::1]:1", "[::2]:2"));
}

TEST(EachAddressTest, ANameIsEachOfTheServersListedBesideIt) {
  EXPECT_THAT(*EachAddress("dns:///presence:50054", "presence-0.presence:50054,presence-1.presence:50054"),
              ElementsAre("presence-0.presence:50054", "presence-1.presence:50054"));
  EXPECT_THAT(*EachAddress("dns:///presence:50054", "presence-0.presence:50054"),
              ElementsAre("presence-0.presence:50054"));
}

TEST(EachAddressTest, ANameAloneIsRefused) {
  EXPECT_EQ(EachAddress("dns:///presence:50054", "").status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace academy::edge
