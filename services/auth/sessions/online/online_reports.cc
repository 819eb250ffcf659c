#include "services/auth/sessions/online/online_reports.h"

#include <memory>
#include <utility>

#include "services/auth/sessions/online/online_store.h"
#include "services/platform/base/status.h"

namespace academy::auth {
namespace {

absl::Status Superseded() {
  return Error(absl::StatusCode::kAborted, "report_superseded", "A later report of who is online was taken");
}

}  // namespace

OnlineReports::OnlineReports(Database& database, OnlineLearners& online) : database_(database), online_(online) {
  if (database_.engine() == Engine::kSqlite) return;
  refreshing_.emplace(
      PeriodicTask::Options{.failure = "who is online not read", .interval = kInterval, .run_at_start = true},
      [this] { return Refresh(); });
}

OnlineLearners::Snapshot OnlineReports::Stored(soci::session& sql, const ReportOrder& order) const {
  if (order_ == order) return online_.Now();
  return std::make_shared<const OnlineLearners::Sockets>(LoadOnline(sql));
}

absl::Status OnlineReports::Take(std::string_view process, int64_t number, OnlineLearners::Sockets online) {
  absl::MutexLock lock(&mutex_);
  ReportOrder order;
  auto take = [&] {
    if (!process.empty()) return order.Take(process, number);
    // The other auths see by the number that the list is another one.
    ++order.number;
    return true;
  };
  if (database_.engine() == Engine::kSqlite) {
    order = order_.value_or(ReportOrder());
    if (!take()) return Superseded();
  } else {
    RETURN_IF_ERROR(database_.Write([&](Transaction& tx) ABSL_NO_THREAD_SAFETY_ANALYSIS -> absl::Status {
      order = LoadReportOrder(tx.sql());
      const OnlineLearners::Snapshot before = Stored(tx.sql(), order);
      if (!take()) return Superseded();
      StoreReportOrder(tx.sql(), order);
      StoreOnline(tx.sql(), *before, online);
      return absl::OkStatus();
    }));
  }
  order_ = std::move(order);
  online_.Replace(std::move(online));
  return absl::OkStatus();
}

absl::Status OnlineReports::Refresh() {
  absl::MutexLock lock(&mutex_);
  return database_.Read([&](soci::session& sql) ABSL_NO_THREAD_SAFETY_ANALYSIS -> absl::Status {
    ReportOrder order = LoadReportOrder(sql);
    if (order_ == order) return absl::OkStatus();
    online_.Replace(LoadOnline(sql));
    order_ = std::move(order);
    return absl::OkStatus();
  });
}

}  // namespace academy::auth
