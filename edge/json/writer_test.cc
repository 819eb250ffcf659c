#include "edge/json/writer.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "academy/auth/v1/learners.pb.h"
#include "academy/catalog/v1/courses.pb.h"
#include "academy/enrollment/v1/watching.pb.h"

namespace academy::edge {
namespace {

std::string Json(const google::protobuf::Message& message) {
  std::string text;
  AppendJson(message, text);
  return text;
}

TEST(JsonWriterTest, WritesPlainFieldsAlwaysAndUnsetOptionalOnesAsNull) {
  auth::v1::Manager manager;
  manager.set_id("m1");
  manager.set_email("a@b.c");
  EXPECT_EQ(Json(manager), R"({"_id":"m1","email":"a@b.c","fullname":"","lastLogin":null,"createdAt":"","role":""})");
  manager.set_last_login("2026-01-01T00:00:00.000Z");
  EXPECT_NE(Json(manager).find(R"("lastLogin":"2026-01-01T00:00:00.000Z")"), std::string::npos);
}

TEST(JsonWriterTest, LeavesPagingFieldsOutOfAWholeListAndEndsAPagedOneWithNull) {
  auth::v1::ListLearnersResponse response;
  EXPECT_EQ(Json(response), R"({"message":"","result":[]})");
  response.set_total(3'000'000'000);
  EXPECT_EQ(Json(response), R"({"message":"","result":[],"nextCursor":null,"total":3000000000})");
  response.set_next_cursor("c");
  EXPECT_EQ(Json(response), R"({"message":"","result":[],"nextCursor":"c","total":3000000000})");
}

TEST(JsonWriterTest, WritesTuplesAsListsAndListMessagesAsTheirList) {
  enrollment::v1::UpdateProgressRequest request;
  auto* interval = request.add_watched();
  interval->set_from(0.1);
  interval->set_to(12);
  EXPECT_EQ(Json(request), R"({"courseId":"","partId":"","position":0,"watched":[[0.1,12]]})");

  catalog::v1::UpdateCourseRequest update;
  update.mutable_parts();
  EXPECT_EQ(Json(update), R"({"courseId":"","title":null,"description":null,"parts":[],"revision":null})");
}

TEST(JsonWriterTest, WritesMapsAsObjectsByKey) {
  enrollment::v1::GetMyCourseResponse response;
  (*response.mutable_result()->mutable_playback())["p\"1"].set_hls("/media/t/master.m3u8");
  EXPECT_NE(Json(response).find(R"("playback":{"p\"1":{"hls":"/media/t/master.m3u8","poster":null,"thumbnails":null,)"
                                R"("captions":[],"position":0,"duration":0}})"),
            std::string::npos);
}

TEST(JsonWriterTest, OmitsWhatIsDeclaredToBeOmitted) {
  enrollment::v1::Assignment assignment;
  std::string text = Json(assignment);
  EXPECT_NE(text.find(R"("course":null)"), std::string::npos);
  EXPECT_EQ(text.find("\"user\""), std::string::npos);
  EXPECT_EQ(text.find("\"progress\""), std::string::npos);
}

TEST(JsonWriterTest, EscapesTextAndReplacesInvalidUtf8) {
  auth::v1::Manager manager;
  manager.set_fullname("\"\\\n\x01 أكاديمية");
  EXPECT_NE(Json(manager).find(R"("fullname":"\"\\\n\u0001 أكاديمية")"), std::string::npos);
}

TEST(JsonWriterTest, WritesNumbersThatReadBackTheSameAndNullForNone) {
  catalog::v1::Part part;
  part.set_duration(0.1 + 0.2);
  EXPECT_NE(Json(part).find("\"duration\":0.30000000000000004"), std::string::npos);
  part.set_duration(std::numeric_limits<double>::infinity());
  EXPECT_NE(Json(part).find("\"duration\":null"), std::string::npos);
}

}  // namespace
}  // namespace academy::edge
