#include "services/auth/audit/audit_chainer.h"

namespace academy::auth {
namespace {

// For what a process left that was killed.
constexpr absl::Duration kInterval = absl::Seconds(1);

}  // namespace

AuditChainer::AuditChainer(Database& database, AuditTrail& trail) : database_(database), trail_(trail) {
  if (database_.engine() == Engine::kSqlite) return;
  task_.emplace(
      PeriodicTask::Options{.failure = "audit events not chained", .interval = kInterval, .run_at_start = true},
      [this] { return trail_.ChainWaiting(database_); });
  trail_.Listen([this] { task_->Wake(); });
}

AuditChainer::~AuditChainer() {
  if (!task_.has_value()) return;
  trail_.Listen(nullptr);
  task_->Stop();
  trail_.ChainWaiting(database_).IgnoreError();
}

}  // namespace academy::auth
