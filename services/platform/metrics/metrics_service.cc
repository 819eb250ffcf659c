#include "services/platform/metrics/metrics_service.h"

#include <utility>

namespace academy {

absl::StatusOr<common::v1::CollectResponse> MetricsService::Collect(const Caller& caller,
                                                                    const common::v1::CollectRequest& request) {
  common::v1::CollectResponse response;
  for (MetricFamily& family : metrics_.Collect()) {
    common::v1::MetricFamily& told = *response.add_families();
    told.set_name(std::move(family.name));
    told.set_head(std::move(family.head));
    told.set_samples(std::move(family.samples));
  }
  return response;
}

}  // namespace academy
