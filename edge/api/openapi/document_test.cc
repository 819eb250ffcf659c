#include "edge/api/openapi/document.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "edge/api/router.h"
#include "edge/api/routes.h"
#include "services/platform/base/status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::edge {
namespace {

class DocumentTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    comments_ = new Comments(*Comments::LoadOwn());
    document_ = new absl::StatusOr<Json>(MakeOpenApi(Router::Make(Routes())->routes(), *comments_));
  }

  void SetUp() override { ASSERT_TRUE(document_->ok()) << document_->status(); }

  static const Json& Document() { return **document_; }
  static const Json& Operation(const char* verb, const char* path) { return Document()["paths"][path][verb]; }
  static const Json& Schema(const char* name) { return Document()["components"]["schemas"][name]; }
  static std::vector<std::string> CodesOf(const Json& operation, const char* status) {
    if (!operation["responses"].contains(status)) return {};
    const Json* found = &operation["responses"][status];
    if (found->contains("$ref")) found = &Document()[Json::json_pointer((*found)["$ref"].get<std::string>().substr(1))];
    const Json& response = *found;
    return response["content"]["application/json"]["schema"]["allOf"][1]["properties"]["code"]["enum"];
  }
  static bool Requires(const char* schema, const char* member) {
    const Json& required = Schema(schema)["required"];
    return std::find(required.begin(), required.end(), member) != required.end();
  }

  static Comments* comments_;
  static absl::StatusOr<Json>* document_;
};

Comments* DocumentTest::comments_ = nullptr;
absl::StatusOr<Json>* DocumentTest::document_ = nullptr;

TEST_F(DocumentTest, EveryRowIsInIt) {
  for (const Route& route : Routes()) {
    std::string verb(VerbText(route.verb));
    std::transform(verb.begin(), verb.end(), verb.begin(), [](char c) { return static_cast<char>(c - 'A' + 'a'); });
    bool found = false;
    for (const auto& [path, item] : Document()["paths"].items()) {
      bool here = path == route.path || (route.subpaths && path.starts_with(route.path + "/{"));
      found = found || (here && item.contains(verb));
    }
    EXPECT_TRUE(found) << verb << " " << route.path;
  }
}

TEST_F(DocumentTest, EveryCallHasASummaryAndATag) {
  for (const auto& [path, item] : Document()["paths"].items()) {
    for (const auto& [verb, operation] : item.items()) {
      if (!operation.is_object()) continue;
      EXPECT_FALSE(operation["summary"].get<std::string>().empty()) << verb << " " << path;
      EXPECT_EQ(operation["tags"].size(), 1U) << verb << " " << path;
    }
  }
}

TEST_F(DocumentTest, AConflictSaysWhatIsThereNow) {
  const std::vector<std::vector<const char*>> calls = {
      {"put", "/api/cm/course/update-course", "Course"},          {"put", "/api/cm/course/set-part-video", "Course"},
      {"post", "/api/cm/course/update-image", "Course"},          {"put", "/api/cm/user/update-user", "Learner"},
      {"put", "/api/cm/user/update-activation", "Learner"},       {"post", "/api/user/update-user", "Learner"},
      {"put", "/api/cm/user-course/update-expdate", "Assignment"}};
  for (const auto& call : calls) {
    const Json& conflict = Operation(call[0], call[1])["responses"]["409"]["content"]["application/json"]["schema"];
    const Json& properties = conflict["allOf"][1]["properties"];
    ASSERT_TRUE(properties.contains("result")) << call[1];
    EXPECT_EQ(properties["result"]["allOf"][0]["$ref"], std::string("#/components/schemas/") + call[2]) << call[1];
  }
  // Another conflict says nothing more.
  EXPECT_FALSE(Document()["paths"]["/api/cm/user/create-user"]["post"]["responses"]["409"]["content"]
                         ["application/json"]["schema"]["allOf"][1]["properties"]
                             .contains("result"));
}

TEST_F(DocumentTest, EveryReferenceLeadsSomewhere) {
  std::string text = Document().dump();
  for (size_t at = text.find("\"$ref\":\""); at != text.npos; at = text.find("\"$ref\":\"", at + 1)) {
    size_t start = at + 8;
    std::string reference = text.substr(start, text.find('"', start) - start);
    ASSERT_TRUE(reference.starts_with("#/")) << reference;
    EXPECT_TRUE(Document().contains(Json::json_pointer(reference.substr(1)))) << reference;
  }
}

TEST_F(DocumentTest, TheErrorsOfAnRpcAreThoseOfItsComment) {
  const Json& login = Operation("post", "/api/auth/login");
  EXPECT_EQ(CodesOf(login, "401"), (std::vector<std::string>{"user_not_found", "wrong_password"}));
  EXPECT_EQ(CodesOf(login, "403"),
            (std::vector<std::string>{"not_activated", "account_inactive", "bot_check_missing"}));
  EXPECT_EQ(CodesOf(login, "429"), (std::vector<std::string>{"too_many_requests", "too_many_attempts"}));
  EXPECT_TRUE(login["responses"]["429"]["headers"].contains("Retry-After"));
}

TEST_F(DocumentTest, EveryRowSaysThatItsCallsHaveARateAndMayFindTheAcademyBusy) {
  int rows = 0;
  for (const auto& [path, item] : Document()["paths"].items()) {
    if (!path.starts_with("/api/")) continue;
    for (const auto& [verb, operation] : item.items()) {
      if (!operation.is_object()) continue;
      ++rows;
      std::vector<std::string> limited = CodesOf(operation, "429");
      ASSERT_FALSE(limited.empty()) << verb << " " << path;
      EXPECT_EQ(limited.front(), "too_many_requests") << verb << " " << path;
      std::vector<std::string> unavailable = CodesOf(operation, "503");
      bool busy = std::find(unavailable.begin(), unavailable.end(), "busy") != unavailable.end();
      // What the edge answers itself, or streams, keeps no body in memory.
      bool keeps_none = path == "/api/auth/trylogin" || path == "/api/public/site" || path == "/api/cm/user/import" ||
                        path.starts_with("/api/cm/media/uploads");
      EXPECT_NE(busy, keeps_none) << verb << " " << path;
    }
  }
  EXPECT_GE(rows, static_cast<int>(Routes().size()));
}

TEST_F(DocumentTest, CallsThatNeedARecentSessionSaySo) {
  for (const Route& route : Routes()) {
    if (!route.recent) continue;
    std::vector<std::string> wanted = {"forbidden", "role_not_allowed", "second_factor_setup_required",
                                       "reauthentication_required"};
    const char* verb = route.verb == Verb::kPut ? "put" : "post";
    EXPECT_THAT(CodesOf(Operation(verb, route.path.c_str()), "403"), testing::UnorderedElementsAreArray(wanted))
        << route.path;
  }
}

TEST_F(DocumentTest, ErrorsAsAnotherRpcAreTakenOver) {
  const Json& update = Operation("put", "/api/user-course/update-progress");
  EXPECT_EQ(CodesOf(update, "403"), (std::vector<std::string>{"forbidden", "second_factor_setup_required",
                                                              "course_not_started", "course_expired"}));
  EXPECT_EQ(CodesOf(update, "404"), (std::vector<std::string>{"assignment_not_found", "part_not_found"}));
}

TEST_F(DocumentTest, ACallOfManagersWantsTheirToken) {
  EXPECT_EQ(Operation("post", "/api/cm/auth/check")["security"].dump(), R"([{"managerToken":[]}])");
  EXPECT_EQ(Operation("post", "/api/user/fetch-info")["security"].dump(), R"([{"learnerToken":[]}])");
  EXPECT_EQ(Operation("post", "/api/cm/auth/login")["security"].dump(), "[]");
}

TEST_F(DocumentTest, WhatIsCreatedIsAnsweredWith201) {
  EXPECT_TRUE(Operation("put", "/api/auth/signup")["responses"].contains("201"));
  EXPECT_FALSE(Operation("put", "/api/auth/signup")["responses"].contains("200"));
}

TEST_F(DocumentTest, PlainFieldsOfAnswersAreAlwaysThereAndOptionalOnesMayBeNull) {
  EXPECT_TRUE(Requires("Learner", "_id"));
  EXPECT_TRUE(Requires("Learner", "lastLogin"));
  EXPECT_EQ(Schema("Learner")["properties"]["lastLogin"]["type"].dump(), R"(["string","null"])");
  EXPECT_EQ(Schema("Learner")["properties"]["email"]["type"], "string");
}

TEST_F(DocumentTest, AMessageInAnAnswerIsNullOnlyWhereItsCommentSaysSo) {
  EXPECT_TRUE(Schema("Part")["properties"]["video"].contains("anyOf"));
  EXPECT_TRUE(Schema("GetProfileResponse")["properties"]["result"].contains("$ref"));
}

TEST_F(DocumentTest, WhatIsLeftOutWhenAbsentIsNotRequired) {
  EXPECT_FALSE(Requires("ListLearnersResponse", "total"));
  EXPECT_FALSE(Requires("ListLearnersResponse", "nextCursor"));
  EXPECT_EQ(Schema("ListLearnersResponse")["properties"]["total"]["type"], "integer");
  EXPECT_EQ(Schema("ListLearnersResponse")["properties"]["nextCursor"]["type"].dump(), R"(["string","null"])");
}

TEST_F(DocumentTest, ATupleIsAListOfItsFields) {
  const Json& interval = Schema("IntervalInput");
  EXPECT_EQ(interval["type"], "array");
  EXPECT_EQ(interval["prefixItems"].size(), 2U);
  EXPECT_EQ(interval["minItems"], 2);
}

TEST_F(DocumentTest, AListThatMayBeAbsentIsAList) {
  const Json& parts = Schema("UpdateCourseRequest")["properties"]["parts"];
  EXPECT_EQ(parts["type"], "array");
  EXPECT_EQ(parts["items"]["$ref"], "#/components/schemas/PartInput");
  EXPECT_FALSE(Requires("UpdateCourseRequest", "parts"));
}

TEST_F(DocumentTest, AFormHasFilesAndJsonTexts) {
  const Json& create = Operation("put", "/api/cm/course/create-course");
  const Json& properties = create["requestBody"]["content"]["multipart/form-data"]["schema"]["properties"];
  EXPECT_EQ(properties["image"]["format"], "binary");
  EXPECT_EQ(properties["title"]["type"], "string");
  EXPECT_EQ(properties["parts"]["contentMediaType"], "application/json");
}

TEST_F(DocumentTest, ADeletionMayHaveItsFieldsInTheQuery) {
  const Json& parameters = Operation("delete", "/api/cm/course/delete-course")["parameters"];
  ASSERT_EQ(parameters.size(), 2U);
  EXPECT_EQ(parameters[0]["name"], "courseId");
  EXPECT_EQ(parameters[0]["in"], "query");
}

TEST_F(DocumentTest, CallsThatWriteTakeAKeyAndSayWhatItMayAnswer) {
  const Json& create = Operation("post", "/api/cm/user/create-user");
  EXPECT_EQ(create["parameters"][0]["$ref"], "#/components/parameters/Idempotency-Key");
  EXPECT_EQ(CodesOf(create, "400").back(), "idempotency_key_invalid");
  EXPECT_EQ(CodesOf(create, "409"), (std::vector<std::string>{"email_taken", "in_progress"}));
  EXPECT_TRUE(create["responses"]["409"]["headers"].contains("Retry-After"));
  EXPECT_EQ(CodesOf(create, "422").back(), "idempotency_key_reused");
  EXPECT_TRUE(create["responses"]["201"]["headers"].contains("Idempotency-Replayed"));
  const Json& fetch = Operation("post", "/api/cm/course/fetch-courses");
  EXPECT_FALSE(fetch.contains("parameters"));
  EXPECT_FALSE(fetch["responses"].contains("409"));
}

TEST_F(DocumentTest, AReportOfProgressIsToldWhenTheNextIsWanted) {
  const Json& success = Operation("put", "/api/user-course/update-progress")["responses"]["200"];
  EXPECT_EQ(success["headers"]["Report-Interval"]["$ref"], "#/components/headers/Report-Interval");
  EXPECT_FALSE(
      Operation("post", "/api/user-course/fetch-courses")["responses"]["200"]["headers"].contains("Report-Interval"));
}

TEST_F(DocumentTest, AFlaggedCallFailsWithTheFlag) {
  const Json& change = Operation("put", "/api/cm/auth/update-password")["responses"]["401"];
  EXPECT_EQ(change["content"]["application/json"]["schema"]["allOf"][0]["$ref"], "#/components/schemas/FlaggedFailure");
}

TEST_F(DocumentTest, ARowThatNothingDescribesIsRefused) {
  std::vector<Route> rows;
  rows.push_back(Local(Verb::kPut, "/api/public/site", Access::kPublic, LocalHandler::kSite));
  absl::StatusOr<Json> document = MakeOpenApi(rows, *comments_);
  EXPECT_THAT(document, HasReason("undescribed_route"));
}

TEST(CommentsTest, ProseIsWhatIsNotAboutErrors) {
  EXPECT_EQ(ProseOf("Gets a course. Returns NOT_FOUND course_not_found. Managers only. It is whole."),
            "Gets a course. It is whole.");
  EXPECT_EQ(ProseOf("Required. The e-mail address."), "The e-mail address.");
  EXPECT_EQ(ProseOf("Required."), "");
  EXPECT_EQ(FirstSentence("Gets a course. Managers only."), "Gets a course");
}

TEST(CommentsTest, AFieldIsRequiredOrNullWhereItsCommentSaysSo) {
  EXPECT_TRUE(SaysRequired("Required; absent is INVALID_ARGUMENT."));
  EXPECT_FALSE(SaysRequired("Not required."));
  EXPECT_TRUE(SaysNull("Null at the end."));
  EXPECT_TRUE(SaysNull("URL path of the picture, or null."));
  EXPECT_FALSE(SaysNull("Nullable things are elsewhere."));
}

TEST(CommentsTest, TheWordsOfATextAreListed) {
  EXPECT_EQ(WordsOf("One of `waiting`, `sent` or `failed`."), (std::vector<std::string>{"waiting", "sent", "failed"}));
  EXPECT_EQ(WordsOf("Whatever. One of a or b; as presence says."), (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(WordsOf("`online` or `offline`.").empty());
}

}  // namespace
}  // namespace academy::edge
