// Handler and status conversion, through a real gRPC server on a free port.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <thread>

#include "absl/synchronization/notification.h"
#include "absl/time/clock.h"
#include "services/platform/feed/testing/rpc_fixture.h"
#include "services/platform/rpc/grpc_status.h"
#include "services/platform/testing/status_matchers.h"

namespace academy {
namespace {

TEST_F(RpcTest, CallsAreCountedByMethodAndStatus) {
  v1::GetAccessResponse response;
  EXPECT_OK(Call(service_identity_, "a", response));
  EXPECT_THAT(Call(service_identity_, "none", response), testing::Not(IsOk()));
  std::string text = ToText(metrics_.Collect());
  EXPECT_NE(text.find("academy_rpc_calls_total{process=\"test\",code=\"OK\",rpc=\"GetAccess\"} 1\n"), text.npos)
      << text;
  EXPECT_NE(text.find("code=\"INVALID_ARGUMENT\",rpc=\"GetAccess\"} 1\n"), text.npos) << text;
  EXPECT_NE(text.find("academy_rpc_seconds_count{process=\"test\",rpc=\"GetAccess\"} 2\n"), text.npos) << text;
}

TEST_F(RpcTest, ACallWithoutTheInternalCredentialIsUnauthenticated) {
  v1::GetAccessResponse response;
  grpc::Status status = Call({"wrong", service_identity_.caller}, "a", response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_THAT(FromGrpc(status), HasReason("internal_credential"));
}

TEST_F(RpcTest, TheCallersIdentityArrives) {
  v1::GetAccessResponse response;
  ASSERT_OK(Call(service_identity_, "a", response));
  EXPECT_EQ(response.learner_id(), "edge//r1");
}

TEST_F(RpcTest, AnonymousCallersAndOtherKindsAreToldApart) {
  v1::GetAccessResponse response;
  EXPECT_EQ(Call({kCredential, {}}, "a", response).error_code(), grpc::StatusCode::UNAUTHENTICATED);
  CallIdentity learner{kCredential, {.kind = CallerKind::kLearner, .id = "l1", .session_id = "s1"}};
  EXPECT_EQ(Call(learner, "a", response).error_code(), grpc::StatusCode::PERMISSION_DENIED);
}

TEST_F(RpcTest, AnRpcWhoseProtoStatesNoAccessIsForServicesOnly) {
  v1::GetAccessResponse response;
  grpc::Status status = Call(owner_, "a", response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_THAT(FromGrpc(status), HasReason("forbidden"));
}

// Of two, each would wake the other for every event.
TEST_F(RpcTest, OneOfGrpcsThreadsForCallbacksIsNotInService) {
  constexpr int kCalls = 300;
  // As gRPC 1.51 counts them.
  const size_t started = std::clamp<size_t>(std::thread::hardware_concurrency() / 2, 2, 16);
  auto stub = NewStub();
  std::set<std::thread::id> threads;
  for (int i = 0; i < kCalls; ++i) {
    grpc::ClientContext context;
    PrepareContext(context, service_identity_, absl::Seconds(20));
    v1::GetAccessRequest request;
    v1::GetAccessResponse response;
    absl::Notification answered;
    stub->async()->GetAccess(&context, &request, &response, [&](const grpc::Status&) {
      threads.insert(std::this_thread::get_id());
      answered.Notify();
    });
    answered.WaitForNotification();
  }
  EXPECT_LT(threads.size(), started);
}

TEST_F(RpcTest, ALongCallTellsHowLongItHasWaitedForAThread) {
  ASSERT_TRUE(executor_.TrySubmit([&] {
    while (service_->arrived() == nullptr) std::this_thread::yield();
    absl::SleepFor(2 * kLongCall);
  }));
  grpc::ClientContext context;
  PrepareContext(context, service_identity_, absl::Seconds(20));
  v1::GetAccessRequest request;
  v1::GetAccessResponse response;
  EXPECT_OK(NewStub()->GetAccess(&context, request, &response));
  auto parts = context.GetServerTrailingMetadata().find(kCallPartsKey);
  ASSERT_NE(parts, context.GetServerTrailingMetadata().end());
  EXPECT_GT(ParseCallParts({parts->second.data(), parts->second.size()}).queued, absl::ZeroDuration());
}

TEST_F(RpcTest, ACallWhoseCallerHasGoneDoesNotBegin) {
  absl::Notification busy;
  ASSERT_TRUE(executor_.TrySubmit([&] { busy.WaitForNotification(); }));
  grpc::ClientContext context;
  PrepareContext(context, service_identity_);
  v1::GetAccessRequest request;
  v1::GetAccessResponse response;
  auto stub = NewStub();
  std::thread caller(
      [&] { EXPECT_EQ(stub->GetAccess(&context, request, &response).error_code(), grpc::StatusCode::CANCELLED); });
  while (service_->arrived() == nullptr) std::this_thread::yield();
  context.TryCancel();
  while (!service_->arrived()->IsCancelled()) std::this_thread::yield();
  caller.join();
  busy.Notify();
  ASSERT_OK(Call(service_identity_, "a", response));
  EXPECT_EQ(service_->handled(), 1) << "only the second";
}

TEST_F(RpcTest, AnErrorsFieldsCrossTheWire) {
  v1::GetAccessResponse response;
  absl::Status status = FromGrpc(Call(service_identity_, "none", response));
  EXPECT_THAT(status, StatusIs(absl::StatusCode::kInvalidArgument));
  ASSERT_EQ(DetailOf(status).fields.size(), 1u);
  EXPECT_EQ(DetailOf(status).fields[0].field, "assignmentId");
}

TEST_F(RpcTest, APositionedAnswerCarriesTheFeedPositionAsATrailer) {
  v1::GetAccessResponse response;
  std::string position;
  ASSERT_OK(Call(service_identity_, "a", response, &position));
  EXPECT_EQ(position, "42");
}

}  // namespace
}  // namespace academy
