// What auth's services are made of; each service takes the bundle and keeps a reference.
#pragma once

#include "services/auth/abuse/abuse_guard.h"
#include "services/auth/abuse/visitor_executors.h"
#include "services/auth/audit/audit_trail.h"
#include "services/auth/mail/mail_texts.h"
#include "services/auth/mail/outbox.h"
#include "services/auth/passwords/password_rules.h"
#include "services/auth/passwords/passwords.h"
#include "services/auth/sessions/online_learners.h"
#include "services/auth/sessions/session_manager.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"
#include "services/platform/feed/change_feed.h"

namespace academy {
class RpcHandler;
}

namespace academy::auth {

// All of it outlives the services, and is thread-safe.
struct Deps {
  Database& database;
  ChangeFeed& feed;
  const Clock& clock;
  const Passwords& passwords;
  const PasswordRules& password_rules;
  const Altcha& altcha;
  AbuseGuard& guard;
  SessionManager& sessions;
  Outbox& outbox;
  const MailTexts& texts;
  OnlineLearners& online;
  AuditTrail& audit;
  // Its executor is for calls that read and commit.
  RpcHandler& rpc;
  // For calls that look at passwords: as many threads as cores and a short queue, so that sign-ins never hold up
  // others.
  Executor& hashing;
  // For files of accounts: one batch at a time.
  Executor& imports;
  // For calls of people who are not signed in.
  VisitorExecutors& visitors;
};

}  // namespace academy::auth
