// Where the calls of people who are not signed in run: never on a thread that answers other calls.
//
// Thread-safe. Where reCAPTCHA is the bot check, they first go to an executor of their own that waits for its answer;
// sign-ins of one account then go one after another.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "services/auth/abuse/abuse_guard.h"
#include "services/auth/abuse/attempt_queue.h"
#include "services/platform/background/executor.h"
#include "services/platform/rpc/caller.h"

namespace academy::auth {

// What a visitor wants.
struct Visit {
  // AccountSubject of a sign-in; empty for everything else.
  std::string account;
  // What the page called it when it asked for the proof.
  const char* action;
  // Whether a password is hashed on the way.
  bool hashes = true;
  // Whether it needs a proof whoever calls.
  bool always_proves = false;

  static Visit SignIn(PersonKind kind, const std::string& email, const char* action);
  static Visit SignUp(const char* action) { return {.account = {}, .action = action}; }
  static Visit Recovery() { return {.account = {}, .action = "recovery", .hashes = false}; }
  static Visit Message() { return {.account = {}, .action = "contact", .hashes = false, .always_proves = true}; }
};

class VisitorExecutors {
 public:
  struct Executors {
    // For hashing; for short calls that wait for the disk only.
    academy::Executor& hashing;
    academy::Executor& short_calls;
    AttemptQueue& sign_ins;
    // For waiting on reCAPTCHA; null where it is not the bot check.
    academy::Executor* proofs;
  };

  VisitorExecutors(AbuseGuard& guard, Executors executors) : guard_(guard), executors_(executors) {}

  // An executor for RpcHandler::Run; the rpc's method is given the proof that came with the request.
  class Executor {
   public:
    Executor(VisitorExecutors& visitors, Visit visit, std::shared_ptr<BotProof> proof)
        : visitors_(visitors), visit_(std::move(visit)), proof_(std::move(proof)) {}
    std::shared_ptr<const BotProof> argument() const { return proof_; }
    void Submit(const Caller& caller, AttemptQueue::Job job) {
      visitors_.Take(caller, std::move(visit_), std::move(proof_), std::move(job));
    }

   private:
    VisitorExecutors& visitors_;
    Visit visit_;
    std::shared_ptr<BotProof> proof_;
  };
  template <typename Request>
  Executor For(Visit visit, const Request& request) {
    auto proof = std::make_shared<BotProof>();
    proof->altcha = request.altcha();
    proof->recaptcha = request.recaptcha();
    return Executor(*this, std::move(visit), std::move(proof));
  }

  // Runs `job(OK)` on the executor of `visit` once `proof` has its verdict, or `job(status)`: RESOURCE_EXHAUSTED
  // too_many_attempts, UNAVAILABLE overloaded.
  void Take(const Caller& caller, Visit visit, std::shared_ptr<BotProof> proof, AttemptQueue::Job job);

 private:
  void Run(const Visit& visit, AttemptQueue::Job job);

  AbuseGuard& guard_;
  const Executors executors_;
};

}  // namespace academy::auth
