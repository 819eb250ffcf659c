// The audit trail: who did what to whom, when and from where. Append-only and hash-chained.
//
// Thread-safe. Methods that take a transaction run in it and may throw as SOCI does. On SQLite, where writes run one at
// a time, they chain their events at once; on a server they leave them to ChainWaiting (audit_waiting.h).
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/audit/audit_store.h"
#include "services/platform/audit/audit_entry.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"
#include "services/platform/keys/key_ring.h"
#include "services/platform/rpc/caller.h"

namespace academy::auth {

class AuditTrail {
 public:
  // `keys` seal the head.
  AuditTrail(const Clock& clock, KeyRing keys) : clock_(clock), keys_(std::move(keys)) {}

  // Records an event in the transaction of the change it describes. The actor is the caller unless `entry` names one;
  // missing names of people are looked up.
  void Record(Transaction& tx, const Caller& caller, AuditEntry entry);
  // Records many events in order, at little more than the cost of one.
  void Record(Transaction& tx, const Caller& caller, std::vector<AuditEntry> entries);

  // Records an event about a person. The action is `manager.` or `learner.` followed by `verb`.
  void Record(Transaction& tx, const Caller& caller, const ManagerRecord& subject, const std::string& verb,
              AuditDetails details = {});
  void Record(Transaction& tx, const Caller& caller, const LearnerRecord& subject, const std::string& verb,
              AuditDetails details = {});
  // The same for people who act on themselves in calls that do not identify them yet: sign-ups and sign-ins.
  void RecordOwn(Transaction& tx, const Caller& caller, const ManagerRecord& person, const std::string& verb,
                 AuditDetails details = {});
  void RecordOwn(Transaction& tx, const Caller& caller, const LearnerRecord& person, const std::string& verb,
                 AuditDetails details = {});

  // Appends events of other services in order, skipping those already stored. Assigns position and hash, and fills in
  // missing names of people.
  void Append(Transaction& tx, std::vector<AuditRecord> events);

  // Chains what transactions of any process have left to be chained; nothing on SQLite. Processes take turns by the
  // head's row, so that it does not matter how many call it, or where one of them ends. Errors as Database::Write.
  absl::Status ChainWaiting(Database& database);
  // Calls `listener` after each commit that left events, on the committing thread. It must not block. An empty function
  // removes it.
  void Listen(std::function<void()> listener) ABSL_LOCKS_EXCLUDED(mutex_);

  // Seals the head with the current key where an earlier one sealed it.
  void SealWithCurrentKey(Transaction& tx);

 private:
  // Appends the events to the chain, or leaves them to ChainWaiting.
  void Store(Transaction& tx, std::vector<AuditRecord> events);
  void Chain(soci::session& sql, const AuditHead& before, std::vector<AuditRecord> events);
  void Notify() ABSL_LOCKS_EXCLUDED(mutex_);

  const Clock& clock_;
  const KeyRing keys_;
  // Whether a head that this academy did not seal was already logged.
  std::atomic<bool> complained_ = false;
  absl::Mutex mutex_;
  std::function<void()> listener_ ABSL_GUARDED_BY(mutex_);
};

// Logs the trail's head: a copy outside the database cannot be tampered with there.
void LogAuditHead(Database& database);

// Whoever runs the academy's commands on its machine, as an actor.
AuditParty MachineOwner();

// A person as a subject or an actor.
AuditParty PartyOf(const ManagerRecord& manager);
AuditParty PartyOf(const LearnerRecord& learner);

// Returns the entry that AuditTrail::Record writes about a learner.
AuditEntry EntryOf(const LearnerRecord& subject, const std::string& verb, AuditDetails details = {});

// Returns the details of a change to a learner's account: names of the changed fields, and the earlier e-mail address.
AuditDetails ChangesOf(const LearnerRecord& before, const LearnerRecord& after);

}  // namespace academy::auth
