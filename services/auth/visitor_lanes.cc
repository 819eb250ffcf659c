#include "services/auth/visitor_lanes.h"

#include <utility>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "services/auth/errors.h"
#include "services/auth/text.h"

namespace academy::auth {
namespace {

// No address is longer (RFC 5321 has 254); what is longer is refused later and needs no place in a queue of its own.
constexpr size_t kLongestEmail = 512;
// Callers do not wait longer than some seconds in all: who waited as long for the lane is not worth asking for.
constexpr absl::Duration kLongestWait = absl::Milliseconds(1500);

void RunOn(Executor& executor, AttemptQueue::Job job) {
  auto shared = std::make_shared<AttemptQueue::Job>(std::move(job));
  if (!executor.TrySubmit([shared] { (*shared)(absl::OkStatus()); })) (*shared)(error::Overloaded());
}

}  // namespace

Visit Visit::SignIn(PersonKind kind, const std::string& email, const char* action) {
  return {.account = AccountSubject(kind, email.size() <= kLongestEmail ? EmailKey(email) : ""), .action = action};
}

void VisitorLanes::Take(const Caller& caller, Visit visit, std::shared_ptr<BotProof> proof, AttemptQueue::Job job) {
  if (lanes_.proofs == nullptr || proof->recaptcha.empty()) return Run(visit, std::move(job));
  auto ask = [this, caller, visit = std::move(visit), proof = std::move(proof), job = std::move(job),
              since = absl::Now()](const absl::Status& lane) {
    if (!lane.ok()) return job(lane);
    if (absl::Now() - since > kLongestWait) return job(error::BotCheckUnavailable());
    guard_.AskRecaptcha(caller, visit.account, visit.action, visit.always_proves, *proof);
    Run(visit, job);
  };
  RunOn(*lanes_.proofs, std::move(ask));
}

void VisitorLanes::Run(const Visit& visit, AttemptQueue::Job job) {
  if (!visit.account.empty()) return lanes_.sign_ins.Submit(visit.account, std::move(job));
  RunOn(visit.hashes ? lanes_.hashing : lanes_.short_calls, std::move(job));
}

}  // namespace academy::auth
