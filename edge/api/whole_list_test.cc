#include "edge/api/whole_list.h"

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <future>
#include <optional>
#include <string>
#include <vector>

#include "academy/auth/v1/learners.grpc.pb.h"
#include "academy/enrollment/v1/assignments.grpc.pb.h"
#include "services/platform/base/status.h"
#include "services/platform/rpc/grpc_status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::edge {
namespace {

using Got = http::BodySource::Got;

// Pages of a course's learners, whose cursors are the number of rows before.
class FakeAssignments final : public enrollment::v1::Assignments::Service {
 public:
  grpc::Status ListCourseLearners(grpc::ServerContext*, const enrollment::v1::ListCourseLearnersRequest* request,
                                  enrollment::v1::CourseLearners* response) override {
    asked.push_back(request->list() + " of " + request->course_id() + " after " + request->cursor());
    if (asked.size() == fails_at) return ToGrpc(Error(absl::StatusCode::kUnavailable, "away", "Away"));
    const bool assigned = request->list() == "assigned";
    const int rows = assigned ? assigned_rows : other_rows;
    const int begin = request->cursor().empty() ? 0 : std::stoi(request->cursor());
    const int end = std::min(rows, begin + request->limit());
    for (int i = begin; i < end; ++i) {
      // As a walk that finds nothing in its portions.
      if (assigned && i < empty_before) continue;
      if (assigned) {
        response->add_result()->set_id("a" + std::to_string(i));
      } else {
        response->add_users()->set_id("u" + std::to_string(i));
      }
    }
    response->set_total(rows);
    response->set_message("Fetched");
    if (end < rows) response->set_next_cursor(std::to_string(end));
    return grpc::Status::OK;
  }

  int assigned_rows = 5;
  int other_rows = 3;
  int empty_before = 0;
  size_t fails_at = 0;
  std::vector<std::string> asked;
};

class WholeListTest : public testing::Test {
 protected:
  WholeListTest() : route_(Rpc(Verb::kPut, "/assign", Access::kSupport, "enrollment.v1.Assignments/AssignLearners")) {
    grpc::ServerBuilder builder;
    int port = 0;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
    stub_.emplace(MakeChannel("127.0.0.1:" + std::to_string(port)));
    const std::string rpc = "enrollment.v1.Assignments/ListCourseLearners";
    route_.lists = {{.field = "result", .rpc = rpc, .list = "assigned", .limit = 2},
                    {.field = "users", .rpc = rpc, .list = "unassigned", .limit = 2}};
    EXPECT_OK(ResolveRpc(route_));
    request_.set_course_id("c1");
    request_.set_start_date("2026-01-01");
  }

  absl::StatusOr<std::shared_ptr<http::BodySource>> Open() {
    std::promise<absl::StatusOr<std::shared_ptr<http::BodySource>>> opened;
    OpenWholeList({.stub = *stub_, .route = route_, .identity = {}, .metadata = {}, .hold = calls_.Add()}, request_,
                  message_, [&](auto list) { opened.set_value(std::move(list)); });
    return opened.get_future().get();
  }

  // Reads to the end; nullopt if the answer breaks off.
  static std::optional<std::string> ReadAll(http::BodySource& source) {
    std::string all;
    while (true) {
      std::string piece;
      std::promise<void> ready;
      switch (source.Read(piece, [&] { ready.set_value(); })) {
        case Got::kPiece:
          all += piece;
          break;
        case Got::kNothingYet:
          ready.get_future().wait();
          break;
        case Got::kEnd:
          return all;
        case Got::kBroken:
          return std::nullopt;
      }
    }
  }

  // Ids of the lists in their JSON.
  static std::vector<std::string> IdsIn(const std::string& json) {
    std::vector<std::string> ids;
    constexpr std::string_view kId = "{\"_id\":\"";
    for (size_t at = json.find(kId); at != json.npos; at = json.find(kId, at + 1)) {
      const size_t begin = at + kId.size();
      ids.push_back(json.substr(begin, json.find('"', begin) - begin));
    }
    return ids;
  }

  FakeAssignments service_;
  std::unique_ptr<grpc::Server> server_;
  std::optional<RawStub> stub_;
  Route route_;
  enrollment::v1::AssignLearnersRequest request_;
  std::string message_ = "a \"result\":[ of \\";
  // Last, so that the calls end first.
  InFlightCalls calls_;
};

TEST_F(WholeListTest, ARequestWithoutFieldsOfAPageAsksForWholeLists) {
  EXPECT_TRUE(IsWhole(request_));
  request_.set_search("");
  EXPECT_FALSE(IsWhole(request_));
  auth::v1::ListLearnersRequest users;
  EXPECT_TRUE(IsWhole(users));
  users.mutable_learner_ids();
  EXPECT_FALSE(IsWhole(users));
}

TEST_F(WholeListTest, ThePagesMakeTheJsonOfTheWholeAnswer) {
  auto list = Open();
  ASSERT_OK(list);
  std::optional<std::string> json = ReadAll(**list);
  ASSERT_TRUE(json.has_value());
  EXPECT_TRUE(json->starts_with(R"({"message":"a \"result\":[ of \\","result":[{"_id":"a0",)")) << *json;
  EXPECT_NE(json->find(R"(}],"users":[{"_id":"u0",)"), json->npos) << *json;
  EXPECT_TRUE(json->ends_with("}]}")) << *json;
  EXPECT_EQ(json->find("nextCursor"), json->npos);
  EXPECT_EQ(IdsIn(*json), (std::vector<std::string>{"a0", "a1", "a2", "a3", "a4", "u0", "u1", "u2"}));
  EXPECT_EQ(service_.asked,
            (std::vector<std::string>{"assigned of c1 after ", "assigned of c1 after 2", "assigned of c1 after 4",
                                      "unassigned of c1 after ", "unassigned of c1 after 2"}));
}

TEST_F(WholeListTest, ListsAndPagesMayBeEmpty) {
  service_.empty_before = 4;
  service_.other_rows = 0;
  auto list = Open();
  ASSERT_OK(list);
  std::optional<std::string> json = ReadAll(**list);
  ASSERT_TRUE(json.has_value());
  EXPECT_EQ(IdsIn(*json), (std::vector<std::string>{"a4"}));
  EXPECT_TRUE(json->ends_with(R"("users":[]})")) << *json;

  service_.assigned_rows = 0;
  message_.clear();
  list = Open();
  ASSERT_OK(list);
  EXPECT_EQ(ReadAll(**list), R"({"message":"Fetched","result":[],"users":[]})") << "the pages' own message";
}

TEST_F(WholeListTest, AFirstPageThatFailsIsAFailureAndALaterOneBreaksTheAnswerOff) {
  service_.fails_at = 1;
  EXPECT_THAT(Open().status(), HasReason("away"));
  service_.fails_at = 4;
  service_.asked.clear();
  auto list = Open();
  ASSERT_OK(list);
  EXPECT_EQ(ReadAll(**list), std::nullopt);
}

TEST_F(WholeListTest, NoPageIsAskedForBeforeTheOneBeforeItIsTaken) {
  auto list = Open();
  ASSERT_OK(list);
  EXPECT_EQ(service_.asked.size(), 1u);
  list->reset();
  EXPECT_EQ(service_.asked.size(), 1u);
}

TEST_F(WholeListTest, ARowWithListsThatItsRpcsDoNotMakeIsRefused) {
  auto resolve = [&](const PagedList& list) {
    Route route = Rpc(Verb::kPut, "/users", Access::kSupport, "auth.v1.Learners/ListLearners");
    route.lists = {list};
    return ResolveRpc(route);
  };
  const std::string rpc = "auth.v1.Learners/ListLearners";
  EXPECT_OK(resolve({.field = "result", .rpc = rpc, .list = ""}));
  EXPECT_THAT(resolve({.field = "users", .rpc = rpc, .list = ""}), HasReason("invalid_route"));
  EXPECT_THAT(resolve({.field = "result", .rpc = rpc, .list = "assigned"}), HasReason("invalid_route"));
  EXPECT_THAT(resolve({.field = "result", .rpc = "auth.v1.Learners/GetLearner", .list = ""}),
              HasReason("invalid_route"));
}

}  // namespace
}  // namespace academy::edge
