#include "services/auth/abuse/visitor_executors.h"

#include <utility>

#include "absl/time/time.h"
#include "services/auth/accounts/text.h"
#include "services/auth/errors.h"
#include "services/platform/base/steady_time.h"

namespace academy::auth {
namespace {

// No e-mail address is longer (RFC 5321 has 254). A longer text is refused later and needs no queue of its own.
constexpr size_t kMaxEmail = 512;
// Callers wait only a few seconds in all, so after this long a wait for an executor the response would be too late.
constexpr absl::Duration kMaxWait = absl::Milliseconds(1500);

void RunOn(Executor& executor, AttemptQueue::Job job) {
  auto shared = std::make_shared<AttemptQueue::Job>(std::move(job));
  if (!executor.TrySubmit([shared] { (*shared)(absl::OkStatus()); })) (*shared)(error::Overloaded());
}

}  // namespace

Visit Visit::SignIn(PersonKind kind, const std::string& email, const char* action) {
  return {.account = AccountSubject(kind, email.size() <= kMaxEmail ? EmailKey(email) : ""), .action = action};
}

void VisitorExecutors::Take(const Caller& caller, Visit visit, std::shared_ptr<BotProof> proof, AttemptQueue::Job job) {
  if (executors_.proofs == nullptr || proof->recaptcha.empty()) return Run(visit, std::move(job));
  auto ask = [this, caller, visit = std::move(visit), proof = std::move(proof), job = std::move(job),
              since = SteadyNow()](const absl::Status& admitted) {
    if (!admitted.ok()) return job(admitted);
    if (SteadyNow() - since > kMaxWait) return job(error::BotCheckUnavailable());
    guard_.AskRecaptcha(caller, visit.account, visit.action, visit.always_proves, *proof);
    Run(visit, job);
  };
  RunOn(*executors_.proofs, std::move(ask));
}

void VisitorExecutors::Run(const Visit& visit, AttemptQueue::Job job) {
  if (!visit.account.empty()) return executors_.sign_ins.Submit(visit.account, std::move(job));
  RunOn(visit.hashes ? executors_.hashing : executors_.short_calls, std::move(job));
}

}  // namespace academy::auth
