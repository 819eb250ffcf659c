// What auth's services are made of; each service takes the bundle and keeps a reference.
#pragma once

#include "services/auth/abuse_guard.h"
#include "services/auth/audit_trail.h"
#include "services/auth/mail_texts.h"
#include "services/auth/online_list.h"
#include "services/auth/outbox.h"
#include "services/auth/password_rules.h"
#include "services/auth/passwords.h"
#include "services/auth/session_keeper.h"
#include "services/auth/visitor_lanes.h"
#include "services/common/clock.h"
#include "services/common/db/change_feed.h"
#include "services/common/db/database.h"

namespace academy {
class RpcHandler;
}

namespace academy::auth {

// All of it outlives the services, and is thread-safe.
struct Parts {
  Database& database;
  ChangeFeed& feed;
  const Clock& clock;
  const Passwords& passwords;
  const PasswordRules& password_rules;
  const Altcha& altcha;
  AbuseGuard& guard;
  SessionKeeper& sessions;
  Outbox& outbox;
  const MailTexts& texts;
  OnlineList& online;
  AuditTrail& audit;
  // Where calls run: `rpc` for those that read and commit; `hashing`, with as many threads as cores and a short queue,
  // for those that look at passwords, so that sign-ins never hold up other calls.
  RpcHandler& rpc;
  RpcHandler& hashing;
  // For files of accounts: one batch at a time.
  RpcHandler& imports;
  // For calls of people who are not signed in.
  VisitorLanes& visitors;
};

// As ACADEMY_RPC's Queued lane, but on the handler `lane`, which may depend on `request->`.
#define AUTH_RPC_ON(lane, Method, Request, Response)                                                                 \
  grpc::ServerUnaryReactor* Method(grpc::CallbackServerContext* context, const Request* request, Response* response) \
      override {                                                                                                     \
    return (lane).Queued(                                                                                            \
        context, *request, *response,                                                                                \
        [this](const academy::Caller& caller, const Request& message) { return Method(caller, message); }, #Method); \
  }

// For calls that the bot check may guard, on the lane of `visit`, a Visit that may depend on `request->`; their method
// `Method(caller, request, proof)` takes the proof that came with the request.
#define AUTH_VISITOR_RPC(visit, Method, Request, Response)                                                           \
  grpc::ServerUnaryReactor* Method(grpc::CallbackServerContext* context, const Request* request, Response* response) \
      override {                                                                                                     \
    auto proof = std::make_shared<BotProof>();                                                                       \
    proof->altcha = request->altcha();                                                                               \
    proof->recaptcha = request->recaptcha();                                                                         \
    return rpc_.Submitted(                                                                                           \
        context, *request, *response,                                                                                \
        [&](const academy::Caller& caller, AttemptQueue::Job job) {                                                  \
          parts_.visitors.Take(caller, (visit), proof, std::move(job));                                              \
        },                                                                                                           \
        [this, proof](const academy::Caller& caller, const Request& message) {                                       \
          return Method(caller, message, *proof);                                                                    \
        },                                                                                                           \
        #Method);                                                                                                    \
  }

}  // namespace academy::auth
