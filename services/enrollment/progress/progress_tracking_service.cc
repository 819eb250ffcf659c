#include "services/enrollment/progress/progress_tracking_service.h"

#include "services/enrollment/progress/recorded_reports.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {

absl::StatusOr<v1::UpdateProgressResponse> ProgressTrackingService::UpdateProgress(
    const Caller& caller, const v1::UpdateProgressRequest& request) {
  RETURN_IF_ERROR(RequireLearner(caller));
  return RecordReport(deps_, caller, request);
}

}  // namespace academy::enrollment
