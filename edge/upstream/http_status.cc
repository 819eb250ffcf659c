#include "edge/upstream/http_status.h"

#include <algorithm>
#include <string>

#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/encoding/json_text.h"
#include "services/platform/rpc/grpc_status.h"

namespace academy::edge {

int HttpStatusOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return 200;
    case absl::StatusCode::kInvalidArgument: {
      std::string reason = DetailOf(status).reason;
      bool unreadable = reason == "invalid_json" || reason == "wrong_type" || reason == "bad_request" ||
                        reason == "idempotency_key_invalid";
      return unreadable ? 400 : 422;
    }
    case absl::StatusCode::kUnauthenticated:
      return 401;
    case absl::StatusCode::kPermissionDenied:
      return 403;
    case absl::StatusCode::kNotFound:
      return 404;
    case absl::StatusCode::kAlreadyExists:
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kAborted:
      return 409;
    case absl::StatusCode::kOutOfRange:
      return 413;
    case absl::StatusCode::kUnimplemented:
      return 415;
    case absl::StatusCode::kResourceExhausted:
      return 429;
    case absl::StatusCode::kUnavailable:
      return 503;
    case absl::StatusCode::kDeadlineExceeded:
      return 504;
    default:
      return 500;
  }
}

absl::Status FromService(const grpc::Status& status) {
  if (status.ok() || !status.error_details().empty()) return FromGrpc(status);
  switch (status.error_code()) {
    case grpc::StatusCode::UNAVAILABLE:
    case grpc::StatusCode::CANCELLED:
      // The service is down or stopping, or we cancelled the call because it hangs.
      return WithRetryAfter(
          Error(absl::StatusCode::kUnavailable, "unavailable", "The service is not available, please try again later"),
          1);
    case grpc::StatusCode::DEADLINE_EXCEEDED:
      return Error(absl::StatusCode::kDeadlineExceeded, "timeout", "The service took too long, please try again");
    case grpc::StatusCode::RESOURCE_EXHAUSTED:
      // gRPC itself: a message beyond its size limit.
      return Error(absl::StatusCode::kOutOfRange, "too_large", "The request is too large");
    default:
      LogError("rpc failed without detail",
               {{"code", static_cast<int>(status.error_code())}, {"error", status.error_message()}});
      return Error(absl::StatusCode::kInternal, "internal", "There are a system error, please try again later");
  }
}

http::Response FailureOf(const absl::Status& status, std::string_view request_id, bool success_flag,
                         std::string_view result) {
  ErrorDetail detail = DetailOf(status);
  int code = HttpStatusOf(status);
  // Internal details go to the log, not to clients.
  std::string_view message = code == 500 ? "There are a system error, please try again later" : MessageOf(status);
  http::Response answer = http::FailureResponse(code, detail.reason, message, request_id);
  answer.body.pop_back();
  if (!detail.fields.empty()) {
    answer.body += ",\"data\":[";
    for (const FieldViolation& field : detail.fields) {
      answer.body += "{\"field\":";
      AppendJsonString(answer.body, field.field);
      answer.body += ",\"code\":";
      AppendJsonString(answer.body, field.code);
      answer.body += ",\"message\":";
      AppendJsonString(answer.body, field.message);
      answer.body += "},";
    }
    answer.body.back() = ']';
  }
  if (success_flag) {
    answer.body += ",\"success\":false,\"msg\":";
    AppendJsonString(answer.body, message);
  }
  if (!result.empty()) answer.body.append(",\"result\":").append(result);
  answer.body += '}';
  if (code == 401) answer.headers.emplace_back("WWW-Authenticate", "Bearer");
  if (code == 429 || code == 503 || detail.retry_after_seconds > 0) {
    answer.headers.emplace_back("Retry-After", std::to_string(std::max(1, detail.retry_after_seconds)));
  }
  return answer;
}

}  // namespace academy::edge
