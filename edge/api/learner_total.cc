#include "edge/api/learner_total.h"

#include <utility>

#include "edge/upstream/timeouts.h"
#include "edge/upstream/unary_call.h"
#include "services/platform/base/steady_time.h"

namespace academy::edge {

using Async = auth::v1::Learners::StubInterface::async_interface;

void LearnerTotal::Get(const CallIdentity& manager, std::function<void(int64_t)> done) {
  int64_t known = -1;
  {
    absl::MutexLock lock(&mutex_);
    if (SteadyNow() - asked_ < kKept) known = total_;
  }
  if (known >= 0) return done(known);
  auth::v1::ListLearnersRequest page;
  page.set_limit(1);
  CallUnary<Async, auth::v1::ListLearnersRequest, auth::v1::ListLearnersResponse>(
      learners_.async(), &Async::ListLearners, manager, kOrdinaryTimeout, std::move(page),
      [this, done = std::move(done)](const absl::StatusOr<auth::v1::ListLearnersResponse>& first) {
        if (!first.ok()) return done(0);
        {
          absl::MutexLock lock(&mutex_);
          total_ = first->total();
          asked_ = SteadyNow();
        }
        done(first->total());
      });
}

}  // namespace academy::edge
