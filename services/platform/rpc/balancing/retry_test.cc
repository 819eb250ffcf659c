// What happens to calls when one of the servers that hold the same ends under them.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "academy/catalog/v1/courses.pb.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/testing/generic_server.h"

namespace academy {
namespace {

class RetryTest : public testing::Test {
 protected:
  // As the generated stub calls: the linked protos say what only reads.
  static grpc::StatusCode Call(const std::shared_ptr<grpc::Channel>& channel, const std::string& rpc) {
    catalog::v1::GetCourseRequest::descriptor();
    return CallUnary(channel, "/academy.catalog.v1.Courses/" + rpc).error_code();
  }

  GenericServer broken_{grpc::StatusCode::UNAVAILABLE};
};

TEST_F(RetryTest, WhatOnlyReadsIsRepeatedOnAnotherServer) {
  GenericServer well(grpc::StatusCode::ALREADY_EXISTS);
  auto channel = MakeChannel("ipv4:" + broken_.address() + "," + well.address(), {}, {.service = "catalog"});
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(Call(channel, "GetCourse"), grpc::StatusCode::ALREADY_EXISTS);
    EXPECT_EQ(Call(channel, "BatchGetCourses"), grpc::StatusCode::ALREADY_EXISTS);
  }
  EXPECT_GT(broken_.calls(), 0);
}

TEST_F(RetryTest, WhatWritesIsCalledOnce) {
  auto channel = MakeChannel("ipv4:" + broken_.address(), {}, {.service = "catalog"});
  for (int i = 0; i < 5; ++i) EXPECT_EQ(Call(channel, "CreateCourse"), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(broken_.calls(), 5);
}

TEST_F(RetryTest, NothingIsRepeatedOnTheOnlyServer) {
  auto channel = MakeChannel(broken_.address(), {}, {.service = "catalog"});
  for (int i = 0; i < 5; ++i) EXPECT_EQ(Call(channel, "GetCourse"), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(broken_.calls(), 5);
}

TEST_F(RetryTest, RepetitionsEndWhenTooManyCallsFail) {
  auto channel = MakeChannel("ipv4:" + broken_.address(), {}, {.service = "catalog"});
  for (int i = 0; i < 40; ++i) EXPECT_EQ(Call(channel, "GetCourse"), grpc::StatusCode::UNAVAILABLE);
  int before = broken_.calls();
  EXPECT_GT(before, 40);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(Call(channel, "GetCourse"), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(broken_.calls(), before + 5);
}

}  // namespace
}  // namespace academy
