// Where the calls of people who are not signed in run: never on a thread that answers other calls.
//
// Thread-safe. Where reCAPTCHA is the bot check, they first go over a lane of their own that waits for its answer;
// sign- ins of one account then go one after another.
#pragma once

#include <memory>
#include <string>

#include "services/auth/abuse_guard.h"
#include "services/auth/attempt_queue.h"
#include "services/common/executor.h"
#include "services/common/rpc/caller.h"

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

class VisitorLanes {
 public:
  struct Lanes {
    // For hashing; for short calls that wait for the disk only.
    Executor& hashing;
    Executor& short_calls;
    AttemptQueue& sign_ins;
    // For waiting on reCAPTCHA; null where it is not the bot check.
    Executor* proofs;
  };

  VisitorLanes(AbuseGuard& guard, Lanes lanes) : guard_(guard), lanes_(lanes) {}

  // Runs `job(OK)` on the lane of `visit` once `proof` has its verdict, or `job(status)`: RESOURCE_EXHAUSTED
  // too_many_attempts, UNAVAILABLE overloaded.
  void Take(const Caller& caller, Visit visit, std::shared_ptr<BotProof> proof, AttemptQueue::Job job);

 private:
  void Run(const Visit& visit, AttemptQueue::Job job);

  AbuseGuard& guard_;
  const Lanes lanes_;
};

}  // namespace academy::auth
