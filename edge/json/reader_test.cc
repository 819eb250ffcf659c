#include "edge/json/reader.h"

#include <gtest/gtest.h>

#include <string>

#include "academy/auth/v1/learners.pb.h"
#include "academy/catalog/v1/courses.pb.h"
#include "academy/enrollment/v1/watching.pb.h"
#include "services/platform/base/status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::edge {
namespace {

template <typename Message>
Message Read(const std::string& text) {
  Message message;
  absl::Status status = ReadJson(text, message);
  EXPECT_OK(status);
  return message;
}

// "reason" or "reason at field".
template <typename Message>
std::string Failure(const std::string& text) {
  Message message;
  absl::Status status = ReadJson(text, message);
  if (status.ok()) return "ok";
  ErrorDetail detail = DetailOf(status);
  return detail.fields.empty() ? detail.reason : detail.reason + " at " + detail.fields[0].field;
}

TEST(JsonReaderTest, ReadsFieldsByTheirJsonNamesAndIgnoresUnknownOnes) {
  auto request = Read<auth::v1::UpdateLearnerRequest>(
      R"({"clientId":"c","nothing":{"deep":[1,{"x":null}]},"fullname":"سارة","password":"p"})");
  EXPECT_EQ(request.learner_id(), "c");
  EXPECT_EQ(request.fullname(), "سارة");
  EXPECT_FALSE(request.has_email());
}

TEST(JsonReaderTest, TakesEmptyTextAsAnEmptyObjectAndNullAsAbsent) {
  EXPECT_FALSE(Read<auth::v1::UpdateLearnerRequest>(" \n").has_email());
  EXPECT_FALSE(Read<auth::v1::UpdateLearnerRequest>(R"({"email":null,"clientId":null})").has_email());
  EXPECT_FALSE(Read<auth::v1::UpdateActivationRequest>(R"({"active":null})").has_active());
}

TEST(JsonReaderTest, ReadsListsTuplesAndListsThatMayBeAbsent) {
  auto progress =
      Read<enrollment::v1::UpdateProgressRequest>(R"({"position":3,"watched":[[0,1.5],[2,4]],"partId":"p"})");
  ASSERT_EQ(progress.watched_size(), 2);
  EXPECT_EQ(progress.watched(0).to(), 1.5);
  EXPECT_EQ(progress.watched(1).from(), 2);

  auto update = Read<catalog::v1::UpdateCourseRequest>(
      R"({"courseId":"c","parts":[{"_id":"1","title":"a","video":{"assetId":"v"}},{"title":"b","video":null}]})");
  ASSERT_TRUE(update.has_parts());
  ASSERT_EQ(update.parts().parts_size(), 2);
  EXPECT_EQ(update.parts().parts(0).video().asset_id(), "v");
  EXPECT_FALSE(update.parts().parts(1).has_video());
  EXPECT_TRUE(Read<catalog::v1::UpdateCourseRequest>(R"({"parts":[]})").has_parts());
  EXPECT_FALSE(Read<catalog::v1::UpdateCourseRequest>("{}").has_parts());
}

TEST(JsonReaderTest, NamesTheFieldOfAWrongType) {
  using catalog::v1::UpdateCourseRequest;
  EXPECT_EQ(Failure<UpdateCourseRequest>(R"({"courseId":1})"), "wrong_type at courseId");
  EXPECT_EQ(Failure<UpdateCourseRequest>(R"({"courseId":{}})"), "wrong_type at courseId");
  EXPECT_EQ(Failure<UpdateCourseRequest>(R"({"courseId":[]})"), "wrong_type at courseId");
  EXPECT_EQ(Failure<UpdateCourseRequest>(R"({"parts":{}})"), "wrong_type at parts");
  EXPECT_EQ(Failure<UpdateCourseRequest>(R"({"parts":[{"title":"a"},{"title":7}]})"), "wrong_type at parts[1].title");
  EXPECT_EQ(Failure<UpdateCourseRequest>(R"({"parts":[null]})"), "wrong_type at parts[0]");
  EXPECT_EQ(Failure<auth::v1::UpdateActivationRequest>(R"({"active":"yes"})"), "wrong_type at active");
  EXPECT_EQ(Failure<auth::v1::ListLearnersRequest>(R"({"limit":1.5})"), "wrong_type at limit");
  EXPECT_EQ(Failure<auth::v1::ListLearnersRequest>(R"({"limit":3000000000})"), "wrong_type at limit");
  EXPECT_EQ(Failure<auth::v1::ListLearnersRequest>(R"({"limit":18446744073709551615})"), "wrong_type at limit");
}

TEST(JsonReaderTest, RefusesTuplesOfTheWrongLength) {
  using enrollment::v1::UpdateProgressRequest;
  for (const char* watched : {"[[1]]", "[[1,2,3]]", "[[1,2,{}]]", "[[1,2,[]]]", "[[]]", "[1,2]", "[[null,2]]"}) {
    EXPECT_EQ(Failure<UpdateProgressRequest>(std::string(R"({"watched":)") + watched + "}").substr(0, 21),
              "wrong_type at watched")
        << watched;
  }
}

TEST(JsonReaderTest, RefusesWhatIsNoJsonObject) {
  using auth::v1::ListLearnersRequest;
  for (const char* text : {"[]", "7", "\"x\"", "null", "true", "{", "{}x", "{\"a\":}", "{'a':1}", "{\"a\":\"\xff\"}"}) {
    EXPECT_EQ(Failure<ListLearnersRequest>(text), "invalid_json") << text;
  }
}

TEST(JsonReaderTest, RefusesDeepNestingWithoutReadingItAll) {
  std::string deep = R"({"x":)" + std::string(1'000'000, '[');
  EXPECT_EQ(Failure<auth::v1::ListLearnersRequest>(deep), "invalid_json");
  std::string allowed = R"({"x":)" + std::string(31, '[') + std::string(31, ']') + "}";
  EXPECT_EQ(Failure<auth::v1::ListLearnersRequest>(allowed), "ok");
}

}  // namespace
}  // namespace academy::edge
