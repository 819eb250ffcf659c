#include "edge/json/reader.h"

#include <gtest/gtest.h>

#include "academy/auth/v1/learner_auth.pb.h"
#include "academy/auth/v1/learners.pb.h"
#include "academy/catalog/v1/courses.pb.h"
#include "academy/enrollment/v1/watching.pb.h"
#include "services/common/status.h"

namespace academy::json {
namespace {

// The reason of the refusal and the field it names, as "reason field".
template <typename Message>
std::string Refusal(std::string_view text) {
  Message message;
  absl::Status status = ReadJson(text, message);
  if (status.ok()) return "accepted";
  ErrorDetail detail = DetailOf(status);
  return detail.reason + (detail.fields.empty() ? "" : " " + detail.fields[0].field);
}

TEST(ReaderTest, FieldsAreFoundByTheirJsonNames) {
  auth::v1::ChangeLearnerPasswordRequest request;
  ASSERT_TRUE(ReadJson(R"({"password":"old","newPassword":"جديدة","extra":[1,{}]})", request).ok());
  EXPECT_EQ(request.password(), "old");
  EXPECT_EQ(request.new_password(), "جديدة");
}

TEST(ReaderTest, NothingIsAnEmptyRequest) {
  auth::v1::FetchUsersRequest request;
  EXPECT_TRUE(ReadJson("", request).ok());
  EXPECT_TRUE(ReadJson(" \n", request).ok());
  EXPECT_FALSE(request.has_limit());
}

TEST(ReaderTest, NullIsAbsent) {
  auth::v1::FetchUsersRequest request;
  ASSERT_TRUE(ReadJson(R"({"search":null,"limit":20,"active":false})", request).ok());
  EXPECT_FALSE(request.has_search());
  EXPECT_EQ(request.limit(), 20);
  EXPECT_TRUE(request.has_active());
}

TEST(ReaderTest, NestedListsAndTuplesAreRead) {
  enrollment::v1::UpdateProgressRequest progress;
  ASSERT_TRUE(ReadJson(R"({"position":3,"watched":[[0,1.5],[2,3]]})", progress).ok());
  ASSERT_EQ(progress.watched_size(), 2);
  EXPECT_EQ(progress.watched(0).to(), 1.5);
  catalog::v1::UpdateCourseRequest update;
  ASSERT_TRUE(ReadJson(R"({"parts":[{"_id":"p1","title":"One","video":{"assetId":"a1"}}]})", update).ok());
  ASSERT_TRUE(update.has_parts());
  EXPECT_EQ(update.parts().parts(0).video().asset_id(), "a1");
}

TEST(ReaderTest, AWrongTypeNamesItsField) {
  EXPECT_EQ(Refusal<auth::v1::LoginLearnerRequest>(R"({"email":5})"), "wrong_type email");
  EXPECT_EQ(Refusal<auth::v1::FetchUsersRequest>(R"({"limit":"20"})"), "wrong_type limit");
  EXPECT_EQ(Refusal<auth::v1::FetchUsersRequest>(R"({"limit":1.5})"), "wrong_type limit");
  EXPECT_EQ(Refusal<auth::v1::FetchUsersRequest>(R"({"limit":99999999999})"), "wrong_type limit");
  EXPECT_EQ(Refusal<auth::v1::UpdateActivationRequest>(R"({"active":"yes"})"), "wrong_type active");
  EXPECT_EQ(Refusal<catalog::v1::UpdateCourseRequest>(R"({"parts":{}})"), "wrong_type parts");
  EXPECT_EQ(Refusal<catalog::v1::UpdateCourseRequest>(R"({"parts":[{"title":"a"},{"title":7}]})"),
            "wrong_type parts[1].title");
  EXPECT_EQ(Refusal<enrollment::v1::UpdateProgressRequest>(R"({"watched":[[1]]})"), "wrong_type watched[0]");
}

TEST(ReaderTest, WhatIsNotAJsonObjectIsRefused) {
  for (const char* text : {"{", "[]", "5", "\"x\"", "{\"a\":}", "{\"email\":\"\xff\"}", "{\"email\":\"\\ud800\"}"}) {
    EXPECT_EQ(Refusal<auth::v1::LoginLearnerRequest>(text), "invalid_json") << text;
  }
}

TEST(ReaderTest, AMillionBracketsAreRefusedWithoutHarm) {
  EXPECT_EQ(Refusal<auth::v1::LoginLearnerRequest>(std::string(1'000'000, '[')), "invalid_json");
  std::string deep = "{\"x\":" + std::string(kMaxDepth, '[') + std::string(kMaxDepth, ']') + "}";
  EXPECT_EQ(Refusal<auth::v1::LoginLearnerRequest>(deep), "invalid_json");
  std::string shallow = "{\"x\":" + std::string(kMaxDepth - 1, '[') + std::string(kMaxDepth - 1, ']') + "}";
  EXPECT_EQ(Refusal<auth::v1::LoginLearnerRequest>(shallow), "accepted");
  EXPECT_EQ(Refusal<auth::v1::LoginLearnerRequest>("{\"email\":\"" + std::string(100, '[') + "\"}"), "accepted");
}

TEST(ReaderTest, FormFieldsAreTextsBytesOrJson) {
  catalog::v1::CreateCourseRequest request;
  ASSERT_TRUE(SetFromText("title", "[not json]", request).ok());
  ASSERT_TRUE(SetFromText("image", std::string_view("\xff\xd8\0x", 4), request).ok());
  ASSERT_TRUE(SetFromText("parts", R"([{"title":"One"}])", request).ok());
  ASSERT_TRUE(SetFromText("unknown", "x", request).ok());
  EXPECT_EQ(request.title(), "[not json]");
  EXPECT_EQ(request.image().size(), 4u);
  EXPECT_EQ(request.parts(0).title(), "One");
  EXPECT_EQ(DetailOf(SetFromText("parts", "[", request)).reason, "wrong_type");
  EXPECT_EQ(DetailOf(SetFromText("title", "\xff", request)).reason, "wrong_type");
}

}  // namespace
}  // namespace academy::json
