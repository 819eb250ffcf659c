// Figures for managers: how a course is doing, and how the academy is.
#pragma once

#include "absl/time/time.h"
#include "academy/enrollment/v1/reports.grpc.pb.h"
#include "services/common/clock.h"
#include "services/common/rpc/handler.h"
#include "services/enrollment/peers.h"
#include "services/enrollment/report_store.h"

namespace academy::enrollment {

// Thread-safe.
class ReportsService final : public v1::Reports::CallbackService {
 public:
  // All must outlive the service.
  struct Parts {
    RpcHandler& rpc;
    ReportStore& reports;
    CatalogClient& catalog;
    const Clock& clock;
  };
  // `zone` is the academy's: the days that figures are counted by.
  ReportsService(const Parts& parts, absl::TimeZone zone)
      : rpc_(parts.rpc), reports_(parts.reports), catalog_(parts.catalog), clock_(parts.clock), zone_(zone) {}

  ACADEMY_RPC(Queued, FetchCourseStatistics, v1::FetchCourseStatisticsRequest, v1::FetchCourseStatisticsResponse)
  ACADEMY_RPC(Queued, FetchDashboard, v1::FetchDashboardRequest, v1::FetchDashboardResponse)

 private:
  absl::StatusOr<v1::FetchCourseStatisticsResponse> FetchCourseStatistics(
      const Caller& caller, const v1::FetchCourseStatisticsRequest& request);
  absl::StatusOr<v1::FetchDashboardResponse> FetchDashboard(const Caller& caller,
                                                            const v1::FetchDashboardRequest& request);

  RpcHandler& rpc_;
  ReportStore& reports_;
  CatalogClient& catalog_;
  const Clock& clock_;
  const absl::TimeZone zone_;
};

}  // namespace academy::enrollment
