// Matchers for statuses: StatusIs, IsOk, IsOkAndHolds, HasReason, and ASSERT_OK_AND_ASSIGN.
//
// They match an absl::Status, a grpc::Status, an absl::StatusOr, and any type with a member `status`.
#pragma once

#include <gmock/gmock.h>
#include <grpcpp/support/status.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/platform/base/status.h"
#include "services/platform/rpc/grpc_status.h"

namespace academy {
namespace status_matchers {

inline absl::Status StatusOf(const absl::Status& status) { return status; }
inline absl::Status StatusOf(const grpc::Status& status) { return FromGrpc(status); }
template <typename T>
absl::Status StatusOf(const absl::StatusOr<T>& result) {
  return result.status();
}
template <typename T>
absl::Status StatusOf(const T& reply) {
  return reply.status;
}

inline std::string Describe(const absl::Status& status) {
  return status.ok() ? "which is OK" : "which is " + status.ToString() + " (" + DetailOf(status).reason + ")";
}

}  // namespace status_matchers

MATCHER(IsOk, negation ? "is not OK" : "is OK") {
  const absl::Status status = status_matchers::StatusOf(arg);
  *result_listener << status_matchers::Describe(status);
  return status.ok();
}

// Matches a status of `code`.
MATCHER_P(StatusIs, code, std::string(negation ? "is not " : "is ") + absl::StatusCodeToString(code)) {
  const absl::Status status = status_matchers::StatusOf(arg);
  *result_listener << status_matchers::Describe(status);
  return status.code() == code;
}

// Matches an error of `code` with the machine-readable `reason`.
MATCHER_P2(StatusIs, code, reason,
           std::string(negation ? "is not " : "is ") + absl::StatusCodeToString(code) + " " + reason) {
  const absl::Status status = status_matchers::StatusOf(arg);
  *result_listener << status_matchers::Describe(status);
  return status.code() == code && DetailOf(status).reason == reason;
}

// Matches an error with the machine-readable `reason`, which clients see as `code`.
MATCHER_P(HasReason, reason, std::string(negation ? "does not fail" : "fails") + " with " + reason) {
  const absl::Status status = status_matchers::StatusOf(arg);
  *result_listener << status_matchers::Describe(status);
  return !status.ok() && DetailOf(status).reason == reason;
}

// Matches an absl::StatusOr whose value matches.
MATCHER_P(IsOkAndHolds, matcher, negation ? "fails or holds another value" : "is OK and holds a value that matches") {
  if (!arg.ok()) {
    *result_listener << status_matchers::Describe(arg.status());
    return false;
  }
  return testing::ExplainMatchResult(matcher, *arg, result_listener);
}

}  // namespace academy

#define EXPECT_OK(expression) EXPECT_THAT(expression, academy::IsOk())
#define ASSERT_OK(expression) ASSERT_THAT(expression, academy::IsOk())

// Assigns the value of an absl::StatusOr to `declaration`, or ends the test.
#define ASSERT_OK_AND_ASSIGN(declaration, expression) \
  ACADEMY_ASSERT_OK_AND_ASSIGN(ACADEMY_CONCAT(status_or_, __LINE__), declaration, expression)
#define ACADEMY_ASSERT_OK_AND_ASSIGN(variable, declaration, expression) \
  auto variable = (expression);                                         \
  ASSERT_THAT(variable, academy::IsOk());                               \
  declaration = *std::move(variable)
