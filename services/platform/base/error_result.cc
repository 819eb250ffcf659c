#include "services/platform/base/error_result.h"

#include <utility>

#include "academy/common/v1/error.pb.h"
#include "services/platform/base/status.h"

namespace academy {
namespace {

common::v1::ErrorDetail DetailIn(const absl::Status& status) {
  common::v1::ErrorDetail detail;
  detail.ParseFromString(SerializeDetail(status));
  return detail;
}

}  // namespace

absl::Status WithResult(absl::Status status, std::string_view serialized) {
  common::v1::ErrorDetail detail = DetailIn(status);
  detail.set_result(std::string(serialized));
  AttachSerializedDetail(status, detail.SerializeAsString());
  return status;
}

std::string ResultOf(const absl::Status& status) { return std::move(*DetailIn(status).mutable_result()); }

}  // namespace academy
