// Runs the calls of people who are not signed in, never on a thread that serves other calls.
//
// Thread-safe. If reCAPTCHA is the bot check, calls first go to a separate executor that waits for its response.
// Sign-ins of one account then run one after another.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "services/auth/abuse/abuse_guard.h"
#include "services/auth/abuse/attempt_queue.h"
#include "services/platform/background/executor.h"
#include "services/platform/rpc/caller.h"

namespace academy::auth {

// The kind of a visitor's call.
struct Visit {
  // AccountSubject of a sign-in; otherwise empty.
  std::string account;
  // The action that the page named when it requested the proof.
  const char* action;
  // Whether the call hashes a password.
  bool hashes = true;
  // Whether every caller needs a proof.
  bool always_proves = false;

  static Visit SignIn(PersonKind kind, const std::string& email, const char* action);
  static Visit SignUp(const char* action) { return {.account = {}, .action = action}; }
  static Visit Recovery() { return {.account = {}, .action = "recovery", .hashes = false}; }
  static Visit Message() { return {.account = {}, .action = "contact", .hashes = false, .always_proves = true}; }
};

class VisitorExecutors {
 public:
  struct Executors {
    // For calls that hash, and for short calls that wait only for the disk.
    academy::Executor& hashing;
    academy::Executor& short_calls;
    AttemptQueue& sign_ins;
    // For waiting on reCAPTCHA; null if it is not the bot check.
    academy::Executor* proofs;
  };

  VisitorExecutors(AbuseGuard& guard, Executors executors) : guard_(guard), executors_(executors) {}

  // An executor for RpcHandler::Run. The rpc's method also receives the proof from the request.
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

  // Runs `job(OK)` on the executor for `visit` once `proof` has its verdict, otherwise `job(status)`:
  // RESOURCE_EXHAUSTED too_many_attempts, UNAVAILABLE overloaded.
  void Take(const Caller& caller, Visit visit, std::shared_ptr<BotProof> proof, AttemptQueue::Job job);

 private:
  void Run(const Visit& visit, AttemptQueue::Job job);

  AbuseGuard& guard_;
  const Executors executors_;
};

}  // namespace academy::auth
