// Statistics for managers, of a course and of the academy.
//
// Thread-safe.
#pragma once

#include "academy/enrollment/v1/reports.grpc.pb.h"
#include "services/enrollment/deps.h"
#include "services/enrollment/reports/kept_figures.h"
#include "services/platform/rpc/handler.h"

namespace academy::enrollment {

class ReportsService final : public v1::Reports::CallbackService {
 public:
  // Figures of more assignments are kept for a minute or more (kept_figures.h).
  static constexpr int64_t kLarge = 50'000;

  explicit ReportsService(const Deps& deps, int64_t large = kLarge)
      : deps_(deps),
        rpc_(deps.rpc),
        large_(large),
        courses_(deps.clock, deps.rpc.executor()),
        dashboards_(deps.clock, deps.rpc.executor()) {}

  ACADEMY_RPC(rpc_.executor(), GetCourseStatistics, v1::GetCourseStatisticsRequest, v1::GetCourseStatisticsResponse)
  ACADEMY_RPC(rpc_.executor(), GetDashboard, v1::GetDashboardRequest, v1::GetDashboardResponse)

  // Computes the large figures that are not kept yet or are older than a minute, so that no manager waits for them. To
  // be called at intervals, on a thread that may wait. Errors as Upstream::Call and Database::Read.
  absl::Status PrepareLarge(const Caller& caller);

 private:
  absl::StatusOr<v1::GetCourseStatisticsResponse> GetCourseStatistics(const Caller& caller,
                                                                      const v1::GetCourseStatisticsRequest& request);
  absl::StatusOr<v1::GetDashboardResponse> GetDashboard(const Caller& caller, const v1::GetDashboardRequest& request);

  using Statistics = v1::GetCourseStatisticsResponse::Result;
  using Dashboard = v1::GetDashboardResponse::Result;
  absl::StatusOr<Statistics> StatisticsOf(const catalog::v1::Course& course);
  absl::StatusOr<Dashboard> TheDashboard();
  absl::StatusOr<KeptFigures<Statistics>::Computed> ComputeStatistics(const catalog::v1::Course& course, int today,
                                                                      const absl::TimeZone& zone);
  absl::StatusOr<KeptFigures<Dashboard>::Computed> ComputeDashboard(int today);

  const Deps& deps_;
  RpcHandler& rpc_;
  const int64_t large_;
  KeptFigures<Statistics> courses_;
  KeptFigures<Dashboard> dashboards_;
};

}  // namespace academy::enrollment
