// Records the reports that edges collect from many players.
//
// Thread-safe.
#pragma once

#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
#include "absl/synchronization/mutex.h"
#include "academy/enrollment/v1/progress_reports.grpc.pb.h"
#include "services/enrollment/deps.h"
#include "services/platform/background/executor.h"
#include "services/platform/base/metrics.h"
#include "services/platform/rpc/handler.h"

namespace academy::enrollment {

class ProgressReportsService final : public v1::ProgressReports::CallbackService {
 public:
  // Counts reports and batches in `metrics`; null for none (tests). Both must outlive the service.
  explicit ProgressReportsService(const Deps& deps, Metrics* metrics = nullptr);

  grpc::ServerBidiReactor<v1::ReportRequest, v1::ReportResponse>* Report(grpc::CallbackServerContext* context) override;

  // Ends every stream once the batch at work, if any, is answered, and each later one at once.
  void EndAll() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  class Stream;

  v1::ReportResponse Record(const v1::ReportRequest& request);
  // False once EndAll was called.
  bool Add(Stream* stream) ABSL_LOCKS_EXCLUDED(mutex_);
  void Remove(Stream* stream) ABSL_LOCKS_EXCLUDED(mutex_);

  const Deps& deps_;
  // One thread, because writes take turns anyway: its memory stays in the processor's cache.
  Executor executor_{{.threads = 1, .queue = 64}};
  MetricCounter* const reports_;
  MetricCounter* const batches_;
  absl::Mutex mutex_;
  bool ending_ ABSL_GUARDED_BY(mutex_) = false;
  absl::flat_hash_set<Stream*> streams_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy::enrollment
