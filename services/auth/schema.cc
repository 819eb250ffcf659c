#include "services/auth/schema.h"

#include "services/auth/abuse/attempt_store.h"
#include "services/auth/accounts/learners/bin/learner_bin_store.h"
#include "services/auth/accounts/learners/whole_list/learners_revision.h"
#include "services/auth/audit/audit_waiting.h"
#include "services/auth/keys/database_keys.h"
#include "services/auth/schema/audit_tables.h"
#include "services/auth/schema/mail_tables.h"
#include "services/auth/schema/people_tables.h"
#include "services/auth/schema/sign_in_tables.h"
#include "services/auth/sessions/online/online_store.h"
#include "services/auth/site/site_store.h"
#include "services/platform/feed/change_feed.h"
#include "services/platform/health/heartbeat.h"
#include "services/platform/idempotency/idempotent_calls.h"

namespace academy::auth {

const std::vector<Migration>& Migrations() {
  static const std::vector<Migration> migrations = {
      {1, "people", kPeople},
      {2, "sessions", kSessions},
      {3, "tokens", kTokens},
      {4, "mails", kMails},
      {5, "abuse", kAbuse},
      {6, "change feed", kChangeFeedSchema},
      {7, "audit", kAudit},
      {8, "mail kinds", kMailKinds},
      {9, "people's languages and sessions", kPeopleMore},
      {10, "counters", kCountersSchema},
      {11, "bank details", kBanks},
      {12, "mails to answer", kMailAnswers},
      {13, "learners' stamp", kLearnersStamp},
      {14, "known addresses", kKnownAddresses},
      {15, "use of sessions", kSessionUse},
      {16, "recent sessions", kRecentSessions},
      {17, "paused accounts", kPausedAccounts},
      {18, "encrypted bank details", kEncryptedBanks},
      {19, "roles", kRoles},
      {20, "two factors", kTwoFactor},
      {21, "passkeys", kPasskeys},
      {22, "followed keys", kFollowedKeys},
      {23, "feed event ids", kFeedEventIdsSchema},
      {24, "heartbeats", kHeartbeatSchema},
      {26, "counted time", kCountedTime},
      {27, "bin of learners", kLearnerBinSchema},
      {28, "idempotent calls", kIdempotentCallsSchema},
      {29, "revisions of learners", kRevisions},
      {30, "audit events that wait", kAuditWaitingSchema},
      {31, "learners' stamps", kLearnersStampsSchema},
      {32, "fingerprints of keys", kFingerprintsSchema},
      {33, "online learners", kOnlineSchema},
      // Programs of before do not know how old they may be.
      {.version = 34, .name = "terms of reports", .sql = kOnlineTermsSchema, .oldest = 34},
      {.version = 35, .name = "indexes for large lists", .sql = kLargeLists, .online = true},
      {.version = 36, .name = "names for searches", .sql = kNamesForSearch, .online = true},
      {37, "site", kSiteSchema},
      {38, "time zone of the site", kSiteTimezoneSchema},
      {.version = 39, .name = "numbers of ids", .sql = kNumbersOfIds, .online = true},
  };
  return migrations;
}

}  // namespace academy::auth
