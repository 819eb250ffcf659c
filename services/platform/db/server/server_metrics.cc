#include "services/platform/db/server/server_metrics.h"

#include "services/platform/db/server/server.h"
#include "services/platform/db/trouble.h"

namespace academy {

ServerMetrics::ServerMetrics(Metrics* metrics) {
  if (metrics == nullptr) return;
  auto reruns = [&](const char* cause) {
    return &metrics->Counter("academy_database_reruns_total",
                             "Transactions that the database server did not carry out and that ran again",
                             {{"cause", cause}});
  };
  conflict_ = reruns("conflict");
  connection_ = reruns("connection");
  standby_ = reruns("standby");
  alone_ = &metrics->Counter("academy_database_turns_alone_total",
                             "Transactions for which the writes of all other processes waited");
}

void ServerMetrics::CountRerun(const absl::Status& status) const {
  if (conflict_ == nullptr) return;
  MetricCounter* cause = IsConflict(status)                       ? conflict_
                         : TroubleOf(status) == trouble::kStandby ? standby_
                                                                  : connection_;
  cause->Add();
}

void ServerMetrics::CountTurnAlone() const {
  if (alone_ != nullptr) alone_->Add();
}

}  // namespace academy
