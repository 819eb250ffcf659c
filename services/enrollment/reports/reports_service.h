// Figures for managers: how a course is doing, and how the academy is.
#pragma once

#include "absl/time/time.h"
#include "academy/enrollment/v1/reports.grpc.pb.h"
#include "services/enrollment/reports/report_store.h"
#include "services/enrollment/upstream_sync/upstream_clients.h"
#include "services/platform/base/clock.h"
#include "services/platform/rpc/handler.h"

namespace academy::enrollment {

// Thread-safe.
class ReportsService final : public v1::Reports::CallbackService {
 public:
  // All must outlive the service.
  struct Deps {
    RpcHandler& rpc;
    ReportStore& reports;
    CatalogClient& catalog;
    const Clock& clock;
  };
  // `zone` is the academy's: the days that figures are counted by.
  ReportsService(const Deps& deps, absl::TimeZone zone)
      : rpc_(deps.rpc), reports_(deps.reports), catalog_(deps.catalog), clock_(deps.clock), zone_(zone) {}

  ACADEMY_RPC(rpc_.executor(), GetCourseStatistics, v1::GetCourseStatisticsRequest, v1::GetCourseStatisticsResponse)
  ACADEMY_RPC(rpc_.executor(), GetDashboard, v1::GetDashboardRequest, v1::GetDashboardResponse)

 private:
  absl::StatusOr<v1::GetCourseStatisticsResponse> GetCourseStatistics(const Caller& caller,
                                                                      const v1::GetCourseStatisticsRequest& request);
  absl::StatusOr<v1::GetDashboardResponse> GetDashboard(const Caller& caller, const v1::GetDashboardRequest& request);

  RpcHandler& rpc_;
  ReportStore& reports_;
  CatalogClient& catalog_;
  const Clock& clock_;
  const absl::TimeZone zone_;
};

}  // namespace academy::enrollment
