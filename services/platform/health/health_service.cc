#include "services/platform/health/health_service.h"

#include <utility>

namespace academy {

absl::StatusOr<common::v1::ReportHealthResponse> HealthService::ReportHealth(
    const Caller& caller, const common::v1::ReportHealthRequest& request) {
  common::v1::ReportHealthResponse response;
  for (common::v1::HealthItem& item : board_.Collect()) *response.add_items() = std::move(item);
  return response;
}

}  // namespace academy
