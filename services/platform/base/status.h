// Errors with a machine-readable reason, and the macros that propagate them.
//
// All functions are pure and thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace academy {

// One refused field of a request; `field` is its JSON path (`parts[2].title`), `code` a stable snake_case word.
struct FieldViolation {
  std::string field;
  std::string code;
  std::string message;
};

// The machine-readable part of an error. `reason` becomes `code` in REST responses.
struct ErrorDetail {
  std::string reason;
  std::vector<FieldViolation> fields;
  // Seconds; 0 when unknown.
  int32_t retry_after_seconds = 0;
};

// Returns a status of `code` with a stable snake_case `reason` and a `message` for people.
absl::Status Error(absl::StatusCode code, std::string_view reason, std::string_view message);

// Returns INVALID_ARGUMENT validation_failed with the first violation's message.
absl::Status ValidationError(std::vector<FieldViolation> fields);

// Returns the same status with another reason.
absl::Status WithReason(absl::Status status, std::string_view reason);

// Returns the same status with a hint when to retry.
absl::Status WithRetryAfter(absl::Status status, int32_t seconds);

// Returns the detail attached by Error(). Without one, the reason is derived from the code (`internal`, `not_found`,
// ...).
ErrorDetail DetailOf(const absl::Status& status);

// Returns a status's message as std::string_view (Debian's Abseil has its own string_view type).
std::string_view MessageOf(const absl::Status& status);

// For passing errors between processes: converts the detail to and from a serialized academy.common.v1.ErrorDetail.
std::string SerializeDetail(const absl::Status& status);
void AttachSerializedDetail(absl::Status& status, std::string_view serialized);

}  // namespace academy

// Named as in other Abseil-based code bases.
#define RETURN_IF_ERROR(expression)                                         \
  do {                                                                      \
    if (absl::Status status_ = (expression); !status_.ok()) return status_; \
  } while (false)

#define ACADEMY_CONCAT_INNER(a, b) a##b
#define ACADEMY_CONCAT(a, b) ACADEMY_CONCAT_INNER(a, b)
#define ASSIGN_OR_RETURN(declaration, expression) \
  ACADEMY_ASSIGN_OR_RETURN(ACADEMY_CONCAT(status_or_, __LINE__), declaration, expression)
#define ACADEMY_ASSIGN_OR_RETURN(variable, declaration, expression) \
  auto variable = (expression);                                     \
  if (!variable.ok()) return std::move(variable).status();          \
  declaration = *std::move(variable)
