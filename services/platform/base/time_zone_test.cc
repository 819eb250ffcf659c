#include "services/platform/base/time_zone.h"

#include <gtest/gtest.h>

#include <string>

namespace academy {
namespace {

TEST(TimeZone, IsFoundByItsIanaName) {
  for (const char* name : {"Asia/Riyadh", "Africa/Cairo", "America/Argentina/Buenos_Aires", "America/Port-au-Prince",
                           "Etc/GMT+3", "UTC"}) {
    std::optional<absl::TimeZone> zone = FindTimeZone(name);
    ASSERT_TRUE(zone.has_value()) << name;
    EXPECT_EQ(zone->name(), name);
  }
}

TEST(TimeZone, WhatIsNoNameIsNotFound) {
  for (const std::string& name :
       {std::string(), std::string("Mars/Olympus"), std::string("asia/riyadh"), std::string("Asia/"),
        std::string("/Asia/Riyadh"), std::string("Asia//Riyadh"), std::string("../zoneinfo/Asia/Riyadh"),
        std::string("/usr/share/zoneinfo/Asia/Riyadh"), std::string("localtime"), std::string("posix/Asia/Riyadh"),
        std::string("right/Asia/Riyadh"), std::string("posixrules"), std::string("Factory"),
        std::string("Fixed/UTC+03:00:00"), std::string("file:Asia/Riyadh"), std::string("Asia/Riyadh\n"),
        std::string("Asia/Riyadh\0", 12), "A" + std::string(64, 'a')}) {
    EXPECT_FALSE(FindTimeZone(name).has_value()) << name;
  }
}

}  // namespace
}  // namespace academy
