// The dependencies shared by auth's services; each service keeps a reference to the bundle.
#pragma once

#include "services/auth/abuse/abuse_guard.h"
#include "services/auth/abuse/visitor_executors.h"
#include "services/auth/audit/audit_trail.h"
#include "services/auth/factors/passkeys/passkeys.h"
#include "services/auth/factors/second_factors.h"
#include "services/auth/keys/auth_keys.h"
#include "services/auth/mail/mail_texts.h"
#include "services/auth/mail/outbox.h"
#include "services/auth/passwords/password_rules.h"
#include "services/auth/passwords/passwords.h"
#include "services/auth/sessions/online/online_learners.h"
#include "services/auth/sessions/session_manager.h"
#include "services/auth/site/academy_zone.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"
#include "services/platform/feed/change_feed.h"

namespace academy {
class RpcHandler;
}

namespace academy::auth {

// All members must outlive the services and are thread-safe.
struct Deps {
  Database& database;
  ChangeFeed& feed;
  const Clock& clock;
  const Passwords& passwords;
  const PasswordRules& password_rules;
  const Altcha& altcha;
  AbuseGuard& guard;
  SessionManager& sessions;
  const SecondFactors& factors;
  const Passkeys& passkeys;
  Outbox& outbox;
  const MailTexts& texts;
  const AcademyZone& zone;
  OnlineLearners& online;
  AuditTrail& audit;
  const AuthKeys& keys;
  // Its executor runs calls that read and commit.
  RpcHandler& rpc;
  // For calls that verify or hash passwords: twice as many threads as cores and a short queue, so that sign-ins never
  // delay other calls.
  Executor& hashing;
  // For signed-in people who change their passwords: one at a time, so that they never delay sign-ins.
  Executor& password_changes;
  // For account imports: one batch at a time.
  Executor& imports;
  // For calls of people who are not signed in.
  VisitorExecutors& visitors;
};

}  // namespace academy::auth
