// Statistics for managers, of a course and of the academy.
//
// Thread-safe.
#pragma once

#include "academy/enrollment/v1/reports.grpc.pb.h"
#include "services/enrollment/deps.h"
#include "services/platform/rpc/handler.h"

namespace academy::enrollment {

class ReportsService final : public v1::Reports::CallbackService {
 public:
  explicit ReportsService(const Deps& deps) : deps_(deps), rpc_(deps.rpc) {}

  ACADEMY_RPC(rpc_.executor(), GetCourseStatistics, v1::GetCourseStatisticsRequest, v1::GetCourseStatisticsResponse)
  ACADEMY_RPC(rpc_.executor(), GetDashboard, v1::GetDashboardRequest, v1::GetDashboardResponse)

 private:
  absl::StatusOr<v1::GetCourseStatisticsResponse> GetCourseStatistics(const Caller& caller,
                                                                      const v1::GetCourseStatisticsRequest& request);
  absl::StatusOr<v1::GetDashboardResponse> GetDashboard(const Caller& caller, const v1::GetDashboardRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
};

}  // namespace academy::enrollment
