#include "services/auth/sessions/online/online_reports.h"

#include <utility>

#include "services/platform/base/status.h"

namespace academy::auth {
namespace {

// Who has gone is remembered for so many changes, a quarter of an hour at least; a process that was away for longer
// reads the whole list.
constexpr int64_t kRemembered = 1000;

absl::Status Superseded() {
  return Error(absl::StatusCode::kAborted, "report_superseded", "Another process reports now, or a report is missing");
}

}  // namespace

OnlineReports::OnlineReports(Database& database, const Clock& clock, OnlineLearners& online)
    : database_(database), clock_(clock), online_(online) {
  if (database_.engine() == Engine::kSqlite) return;
  refreshing_.emplace(
      PeriodicTask::Options{.failure = "who is online not read", .interval = kInterval, .run_at_start = true},
      [this] { return Refresh(); });
}

absl::StatusOr<int64_t> OnlineReports::Grant(const std::string& process, bool alone) {
  absl::MutexLock lock(&mutex_);
  const UnixMillis now = clock_.Now();
  if (database_.engine() == Engine::kSqlite) {
    if (!alone && !term_.IsFreeFor(process, now)) return 0;
    term_.Grant(process, now);
    listed_.clear();
    return term_.term;
  }
  // Who waits for the right asks often, and must not write for that.
  ASSIGN_OR_RETURN(bool free, database_.Read([&](soci::session& sql) -> absl::StatusOr<bool> {
    return alone || LoadReport(sql).term.IsFreeFor(process, now);
  }));
  if (!free) return 0;
  return database_.Write([&](Transaction& tx) -> absl::StatusOr<int64_t> {
    StoredReport stored = LoadReport(tx.sql());
    if (!alone && !stored.term.IsFreeFor(process, now)) return 0;
    stored.term.Grant(process, now);
    stored.base = stored.revision;
    StoreReport(tx.sql(), stored);
    return stored.term.term;
  });
}

absl::Status OnlineReports::Take(const OnlineReport& report) {
  absl::MutexLock lock(&mutex_);
  if (database_.engine() == Engine::kSqlite) return TakeInMemory(report);
  RETURN_IF_ERROR(Store(report));
  return Read();
}

absl::Status OnlineReports::TakeInMemory(const OnlineReport& report) {
  switch (term_.Take(report.process, report.term, report.number, clock_.Now())) {
    case ReportTerm::Report::kSuperseded:
      return Superseded();
    case ReportTerm::Report::kRepeated:
      return absl::OkStatus();
    case ReportTerm::Report::kNext:
      break;
  }
  if (report.last) term_.Release();
  if (term_.whole) {
    online_.Apply(report.changes);
    return absl::OkStatus();
  }
  for (const OnlineLearners::Change& change : report.changes) listed_.insert(change.learner_id);
  OnlineLearners::Changes changes = report.changes;
  if (report.whole) {
    term_.whole = true;
    for (const auto& [learner, socket] : *online_.Now()) {
      if (!listed_.contains(learner)) changes.push_back({.learner_id = learner, .socket_id = {}});
    }
    listed_.clear();
  }
  online_.Apply(changes);
  return absl::OkStatus();
}

absl::Status OnlineReports::Store(const OnlineReport& report) {
  const UnixMillis now = clock_.Now();
  return database_.Write([&](Transaction& tx) -> absl::Status {
    StoredReport stored = LoadReport(tx.sql());
    const ReportTerm::Report taken = stored.term.Take(report.process, report.term, report.number, now);
    if (taken == ReportTerm::Report::kSuperseded) return Superseded();
    if (taken == ReportTerm::Report::kNext) {
      const bool completes = report.whole && !stored.term.whole;
      if (completes || !report.changes.empty()) ++stored.revision;
      StoreOnlineChanges(tx.sql(), report.changes, stored.revision);
      if (completes) {
        stored.term.whole = true;
        EndOnlineBefore(tx.sql(), stored.base, stored.revision);
      }
      if (stored.revision > stored.swept + 2 * kRemembered) {
        stored.swept = stored.revision - kRemembered;
        SweepOnline(tx.sql(), stored.swept);
      }
    }
    if (report.last) stored.term.Release();
    StoreReport(tx.sql(), stored);
    return absl::OkStatus();
  });
}

absl::Status OnlineReports::Refresh() {
  absl::MutexLock lock(&mutex_);
  return Read();
}

absl::Status OnlineReports::Read() {
  return database_.Read([&](soci::session& sql) ABSL_NO_THREAD_SAFETY_ANALYSIS -> absl::Status {
    const StoredReport stored = LoadReport(sql);
    if (known_ == stored.revision) return absl::OkStatus();
    // The revision goes back when the database is restored.
    if (known_.has_value() && *known_ >= stored.swept && *known_ < stored.revision) {
      online_.Apply(LoadOnlineChanges(sql, *known_));
    } else {
      online_.Replace(LoadOnline(sql));
    }
    known_ = stored.revision;
    return absl::OkStatus();
  });
}

}  // namespace academy::auth
