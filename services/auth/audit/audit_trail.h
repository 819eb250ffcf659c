// The audit trail: who did what to whom, when and from where. Append-only and chained by hashes.
//
// Thread-safe. Its methods run in their callers' transactions and may throw as SOCI does; since writes run one at a
// time, positions have no gaps.
#pragma once

#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include "services/auth/accounts/learners/learner_store.h"
#include "services/auth/accounts/managers/manager_store.h"
#include "services/auth/audit/audit_store.h"
#include "services/platform/audit/audit_entry.h"
#include "services/platform/base/clock.h"
#include "services/platform/db/database.h"
#include "services/platform/rpc/caller.h"

namespace academy::auth {

class AuditTrail {
 public:
  // `credential` is the academy's internal one: the head's seal is derived from it.
  AuditTrail(const Clock& clock, std::string_view credential) : clock_(clock), key_(AuditSealKey(credential)) {}

  // Writes an event into the transaction of what it tells. The actor is the caller unless `entry` says otherwise;
  // names of people that are missing are looked up.
  void Record(Transaction& tx, const Caller& caller, AuditEntry entry);
  // Likewise of many, in their order, for little more than the cost of one.
  void Record(Transaction& tx, const Caller& caller, std::vector<AuditEntry> entries);

  // An event about a person: `verb` comes behind `manager.` or `learner.`.
  void Record(Transaction& tx, const Caller& caller, const ManagerRecord& subject, const std::string& verb,
              AuditDetails details = {});
  void Record(Transaction& tx, const Caller& caller, const LearnerRecord& subject, const std::string& verb,
              AuditDetails details = {});
  // The same by people who act upon themselves while the call does not know yet who they are: sign-ups, sign-ins.
  void RecordOwn(Transaction& tx, const Caller& caller, const ManagerRecord& person, const std::string& verb,
                 AuditDetails details = {});
  void RecordOwn(Transaction& tx, const Caller& caller, const LearnerRecord& person, const std::string& verb,
                 AuditDetails details = {});

  // Takes events of other services, in their order, but for those that are there already. Position and hash are given
  // here, and the names of people where they are missing.
  void Append(Transaction& tx, std::vector<AuditRecord> events);

 private:
  // Goes on with the chain.
  void Chain(Transaction& tx, std::vector<AuditRecord> events);

  const Clock& clock_;
  const std::string key_;
  // Whether the log was told of a head that this academy did not seal.
  std::atomic<bool> complained_ = false;
};

// Notes in the log how far the trail goes: what is known outside of the database cannot be taken back.
void LogAuditHead(Database& database);

// People as subjects and actors.
AuditParty PartyOf(const ManagerRecord& manager);
AuditParty PartyOf(const LearnerRecord& learner);

// An event about a learner, as AuditTrail::Record tells it.
AuditEntry EntryOf(const LearnerRecord& subject, const std::string& verb, AuditDetails details = {});

// What a change of a learner's account was: the fields' names, and the earlier address.
AuditDetails ChangesOf(const LearnerRecord& before, const LearnerRecord& after);

}  // namespace academy::auth
