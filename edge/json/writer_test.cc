#include "edge/json/writer.h"

#include <gtest/gtest.h>

#include <limits>

#include "academy/auth/v1/learner_auth.pb.h"
#include "academy/auth/v1/learners.pb.h"
#include "academy/catalog/v1/courses.pb.h"
#include "academy/enrollment/v1/watching.pb.h"

namespace academy::json {
namespace {

std::string Write(const google::protobuf::Message& message) {
  std::string out;
  WriteJson(message, out);
  return out;
}

TEST(WriterTest, PlainFieldsAreAlwaysWrittenUnderTheirJsonNames) {
  auth::v1::LoginLearnerResponse response;
  response.set_message("Welcome");
  response.set_client_token("t");
  response.mutable_result()->set_client_id("l1");
  EXPECT_EQ(Write(response), R"({"message":"Welcome","clientToken":"t","result":{"clientId":"l1","fullname":""}})");
}

TEST(WriterTest, AnUnsetOptionalFieldIsNull) {
  catalog::v1::Course course;
  course.set_id("c1");
  course.add_parts()->set_title("Part");
  EXPECT_EQ(Write(course),
            R"({"_id":"c1","id":"","title":"","description":"","image":null,"parts":[{"_id":"","title":"Part",)"
            R"("description":"","duration":0,"video":null}],"createdAt":"","updatedAt":""})");
}

TEST(WriterTest, FieldsThatMayBeOmittedAre) {
  auth::v1::TryLoginResponse response;
  response.set_message("Please sign in");
  EXPECT_EQ(Write(response), R"({"message":"Please sign in","status":false})");
}

TEST(WriterTest, TheCursorIsNullInAPagedAnswerAndAbsentInAWholeOne) {
  auth::v1::FetchUsersResponse response;
  EXPECT_EQ(Write(response), R"({"message":"","result":[]})");
  response.set_total(7);
  EXPECT_EQ(Write(response), R"({"message":"","result":[],"nextCursor":null,"total":7})");
  response.set_next_cursor("abc");
  EXPECT_EQ(Write(response), R"({"message":"","result":[],"nextCursor":"abc","total":7})");
}

TEST(WriterTest, TuplesAndListsAreJsonLists) {
  enrollment::v1::UpdateProgressRequest progress;
  auto* interval = progress.add_watched();
  interval->set_from(1.5);
  interval->set_to(30);
  EXPECT_EQ(Write(progress), R"({"courseId":"","partId":"","position":0,"watched":[[1.5,30]]})");
  catalog::v1::UpdateCourseRequest update;
  update.mutable_parts();
  EXPECT_NE(Write(update).find(R"("parts":[])"), std::string::npos);
}

TEST(WriterTest, MapsAreObjects) {
  enrollment::v1::FetchMyCourseResponse::Result result;
  (*result.mutable_playback())["p1"].set_hls("/media/x/master.m3u8");
  EXPECT_NE(Write(result).find(R"("playback":{"p1":{"hls":"/media/x/master.m3u8","poster":null,)"), std::string::npos);
}

TEST(WriterTest, LargeNumbersAndTextsSurvive) {
  auth::v1::FetchUsersResponse response;
  response.set_total(9007199254740991);
  response.set_message("سطر\n\"اقتباس\"");
  EXPECT_EQ(Write(response),
            "{\"message\":\"سطر\\n\\\"اقتباس\\\"\",\"result\":[],\"nextCursor\":null,\"total\":9007199254740991}");
}

TEST(WriterTest, WhatIsNotANumberIsNull) {
  enrollment::v1::Interval interval;
  interval.set_from(std::numeric_limits<double>::quiet_NaN());
  interval.set_to(std::numeric_limits<double>::infinity());
  EXPECT_EQ(Write(interval), "[null,null]");
}

}  // namespace
}  // namespace academy::json
