// Enrollment's services behind a real gRPC server, over a fresh database, a clock that stands still and fake upstreams.
//
// Use from the test's thread.
#pragma once

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "services/enrollment/assignments/access_service.h"
#include "services/enrollment/assignments/assignments_service.h"
#include "services/enrollment/reports/reports_service.h"
#include "services/enrollment/schema.h"
#include "services/enrollment/testing/fake_upstreams.h"
#include "services/enrollment/transfer/transfer_service.h"
#include "services/enrollment/upstream_sync/feed_cleanup.h"
#include "services/enrollment/watching/course_cache.h"
#include "services/enrollment/watching/learner_store.h"
#include "services/enrollment/watching/watching_service.h"
#include "services/platform/background/executor.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/media_token.h"
#include "services/platform/feed/feed_stream.h"
#include "services/platform/rpc/channel.h"
#include "services/platform/rpc/grpc_status.h"
#include "services/platform/rpc/handler.h"
#include "services/platform/testing/fake_clock.h"
#include "services/platform/testing/test_database.h"

namespace academy::enrollment {

inline CallIdentity AsManager() {
  return {kTestCredential, {.kind = CallerKind::kManager, .id = "manager", .session_id = "ms", .request_id = "r"}};
}
inline CallIdentity AsLearner(const std::string& id) {
  return {kTestCredential, {.kind = CallerKind::kLearner, .id = id, .session_id = "session of " + id}};
}
inline CallIdentity AsService() { return {kTestCredential, {.kind = CallerKind::kService, .id = "enrollment"}}; }

class EnrollmentUnderTest : public testing::Test {
 protected:
  EnrollmentUnderTest()
      : database_(Engine::kSqlite, Migrations()),
        feed_(*database_, clock_),
        pump_(feed_),
        audit_(*database_, clock_),
        assignments_(*database_, feed_, audit_, clock_),
        progress_(*database_),
        learners_(*database_),
        reports_(*database_),
        removals_(*database_, feed_, clock_),
        auth_channel_(MakeChannel(upstreams_.auth_address())),
        catalog_channel_(MakeChannel(upstreams_.catalog_address())),
        auth_(auth_channel_, kTestCredential),
        catalog_(catalog_channel_, kTestCredential),
        courses_(catalog_, ProgressRules()),
        tokens_(kTestCredential),
        executor_({.threads = 4, .queue = 64}),
        rpc_(executor_, kTestCredential),
        assignments_service_({rpc_, assignments_, progress_, auth_, catalog_, clock_}, ProgressRules(), Riyadh()),
        watching_service_({rpc_, assignments_, progress_, learners_, catalog_, courses_, tokens_, clock_},
                          ProgressRules(), Riyadh()),
        reports_service_({rpc_, reports_, catalog_, clock_}, Riyadh()),
        transfer_service_({rpc_, assignments_, progress_, reports_, catalog_, clock_}, ProgressRules(), Riyadh()),
        access_service_(rpc_, assignments_, pump_) {
    grpc::ServerBuilder builder;
    int port = 0;
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    builder.RegisterService(&assignments_service_);
    builder.RegisterService(&watching_service_);
    builder.RegisterService(&reports_service_);
    builder.RegisterService(&transfer_service_);
    builder.RegisterService(&access_service_);
    server_ = builder.BuildAndStart();
    std::shared_ptr<grpc::Channel> channel = MakeChannel("127.0.0.1:" + std::to_string(port));
    assignments_stub_ = v1::Assignments::NewStub(channel);
    watching_stub_ = v1::Watching::NewStub(channel);
    reports_stub_ = v1::Reports::NewStub(channel);
    transfer_stub_ = v1::Transfer::NewStub(channel);
    access_stub_ = v1::Access::NewStub(channel);

    upstreams_.auth.Put("l1", "Amal");
    upstreams_.auth.Put("l2", "Basim");
    upstreams_.auth.Put("l3", "Dina");
    upstreams_.catalog.Put("c1", {100, 300});
    upstreams_.catalog.Put("c2", {60});
    upstreams_.catalog.Put("c3", {});
    clock_.Set(*ParseTime("2026-06-15T12:00:00Z"));
  }
  ~EnrollmentUnderTest() override {
    pump_.EndAll();
    server_->Shutdown();
    server_->Wait();
  }

  static absl::TimeZone Riyadh() {
    absl::TimeZone zone;
    EXPECT_TRUE(absl::LoadTimeZone("Asia/Riyadh", &zone));
    return zone;
  }

  // Calls `method` of `stub`; its status comes back as the services made it.
  template <typename Response, typename Stub, typename Request>
  absl::StatusOr<Response> Call(Stub& stub,
                                grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
                                const CallIdentity& identity, const Request& request) {
    grpc::ClientContext context;
    PrepareContext(context, identity);
    Response response;
    absl::Status status = FromGrpc((stub.*method)(&context, request, &response));
    if (!status.ok()) return status;
    return response;
  }

  absl::StatusOr<v1::CourseLearners> Assign(const std::string& course, const std::vector<std::string>& learners,
                                            const std::string& start = "2026-06-01",
                                            const std::string& expiry = "2026-06-30") {
    v1::AssignLearnersRequest request;
    request.set_course_id(course);
    request.mutable_user_ids()->Assign(learners.begin(), learners.end());
    request.set_start_date(start);
    request.set_expiry_date(expiry);
    return Call(*assignments_stub_, &v1::Assignments::Stub::AssignLearners, AsManager(), request);
  }

  absl::StatusOr<v1::UpdateProgressResponse> ReportOf(const std::string& learner, const std::string& course,
                                                      const std::string& part, double position,
                                                      const std::vector<std::pair<double, double>>& watched) {
    v1::UpdateProgressRequest request;
    request.set_course_id(course);
    request.set_part_id(part);
    request.set_position(position);
    for (const auto& [from, to] : watched) {
      request.add_watched()->set_from(from);
      request.mutable_watched()->rbegin()->set_to(to);
    }
    return Call(*watching_stub_, &v1::Watching::Stub::UpdateProgress, AsLearner(learner), request);
  }

  // Cleans up by the feeds while it lives.
  std::unique_ptr<FeedCleanup> Follow() {
    return std::make_unique<FeedCleanup>(
        removals_, courses_, FeedCleanup::Upstreams{auth_channel_, catalog_channel_, auth_, catalog_}, AsService());
  }

  std::string IdOf(const std::string& course, const std::string& learner) {
    auto found = assignments_.Find({course, learner});
    return found.ok() ? found->id : "";
  }

  FakeClock clock_;
  FakeUpstreams upstreams_;
  TestDatabase database_;
  ChangeFeed feed_;
  FeedPump pump_;
  AuditOutbox audit_;
  AssignmentStore assignments_;
  ProgressStore progress_;
  LearnerStore learners_;
  ReportStore reports_;
  RemovalStore removals_;
  std::shared_ptr<grpc::Channel> auth_channel_;
  std::shared_ptr<grpc::Channel> catalog_channel_;
  AuthClient auth_;
  CatalogClient catalog_;
  CourseCache courses_;
  MediaTokens tokens_;
  Executor executor_;
  RpcHandler rpc_;
  AssignmentsService assignments_service_;
  WatchingService watching_service_;
  ReportsService reports_service_;
  TransferService transfer_service_;
  AccessService access_service_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<v1::Assignments::Stub> assignments_stub_;
  std::unique_ptr<v1::Watching::Stub> watching_stub_;
  std::unique_ptr<v1::Reports::Stub> reports_stub_;
  std::unique_ptr<v1::Transfer::Stub> transfer_stub_;
  std::unique_ptr<v1::Access::Stub> access_stub_;
};

}  // namespace academy::enrollment
