#include "services/catalog/removals/removals_service.h"

#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

constexpr int kMaxSeconds = 600;

}  // namespace

absl::StatusOr<v1::HoldResponse> RemovalsService::Hold(const Caller& caller, const v1::HoldRequest& request) {
  if (request.id().empty() || request.seconds() < 1 || request.seconds() > kMaxSeconds) {
    return ValidationError(
        {{.field = "seconds", .code = "invalid", .message = "A hold has a name and 1 to 600 seconds"}});
  }
  absl::Duration time = absl::Seconds(request.seconds());
  RETURN_IF_ERROR(request.continued() ? hold_.Continue(request.id(), time) : hold_.Begin(request.id(), time));
  return v1::HoldResponse();
}

absl::StatusOr<v1::ReleaseResponse> RemovalsService::Release(const Caller& caller, const v1::ReleaseRequest& request) {
  RETURN_IF_ERROR(hold_.End(request.id()));
  return v1::ReleaseResponse();
}

}  // namespace academy::catalog
