#include "services/platform/base/status.h"

#include "academy/common/v1/error.pb.h"

namespace academy {
namespace {

constexpr absl::string_view kDetailUrl = "academy/common.v1.ErrorDetail";

absl::string_view Abseil(std::string_view text) { return {text.data(), text.size()}; }

// The reason of a status that has none attached, by its code.
std::string_view DefaultReason(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kInvalidArgument:
      return "validation_failed";
    case absl::StatusCode::kUnauthenticated:
      return "unauthenticated";
    case absl::StatusCode::kPermissionDenied:
      return "forbidden";
    case absl::StatusCode::kNotFound:
      return "not_found";
    case absl::StatusCode::kAlreadyExists:
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kAborted:
      return "conflict";
    case absl::StatusCode::kResourceExhausted:
      return "too_many_requests";
    case absl::StatusCode::kUnavailable:
      return "unavailable";
    case absl::StatusCode::kDeadlineExceeded:
      return "timeout";
    case absl::StatusCode::kOutOfRange:
      return "too_large";
    case absl::StatusCode::kUnimplemented:
      return "unsupported";
    default:
      return "internal";
  }
}

common::v1::ErrorDetail ReadDetail(const absl::Status& status) {
  common::v1::ErrorDetail detail;
  if (auto payload = status.GetPayload(kDetailUrl); payload.has_value()) detail.ParseFromString(std::string(*payload));
  if (detail.reason().empty()) detail.set_reason(std::string(DefaultReason(status.code())));
  return detail;
}

void WriteDetail(absl::Status& status, const common::v1::ErrorDetail& detail) {
  status.SetPayload(kDetailUrl, absl::Cord(detail.SerializeAsString()));
}

}  // namespace

absl::Status Error(absl::StatusCode code, std::string_view reason, std::string_view message) {
  absl::Status status(code, Abseil(message));
  common::v1::ErrorDetail detail;
  detail.set_reason(std::string(reason));
  WriteDetail(status, detail);
  return status;
}

absl::Status ValidationError(std::vector<FieldViolation> fields) {
  absl::Status status(absl::StatusCode::kInvalidArgument,
                      fields.empty() ? "The request is not valid" : fields.front().message);
  common::v1::ErrorDetail detail;
  detail.set_reason("validation_failed");
  for (FieldViolation& field : fields) {
    common::v1::FieldViolation* out = detail.add_fields();
    out->set_field(std::move(field.field));
    out->set_code(std::move(field.code));
    out->set_message(std::move(field.message));
  }
  WriteDetail(status, detail);
  return status;
}

absl::Status WithReason(absl::Status status, std::string_view reason) {
  common::v1::ErrorDetail detail = ReadDetail(status);
  detail.set_reason(std::string(reason));
  WriteDetail(status, detail);
  return status;
}

absl::Status WithRetryAfter(absl::Status status, int32_t seconds) {
  common::v1::ErrorDetail detail = ReadDetail(status);
  detail.set_retry_after_seconds(seconds);
  WriteDetail(status, detail);
  return status;
}

ErrorDetail DetailOf(const absl::Status& status) {
  common::v1::ErrorDetail detail = ReadDetail(status);
  ErrorDetail result{.reason = detail.reason(), .fields = {}, .retry_after_seconds = detail.retry_after_seconds()};
  for (const common::v1::FieldViolation& field : detail.fields()) {
    result.fields.push_back({field.field(), field.code(), field.message()});
  }
  return result;
}

std::string_view MessageOf(const absl::Status& status) { return {status.message().data(), status.message().size()}; }

std::string SerializeDetail(const absl::Status& status) { return ReadDetail(status).SerializeAsString(); }

void AttachSerializedDetail(absl::Status& status, std::string_view serialized) {
  common::v1::ErrorDetail detail;
  if (serialized.empty() || !detail.ParseFromArray(serialized.data(), static_cast<int>(serialized.size()))) return;
  WriteDetail(status, detail);
}

}  // namespace academy
