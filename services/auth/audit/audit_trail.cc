#include "services/auth/audit/audit_trail.h"

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "services/auth/audit/audit_waiting.h"
#include "services/contracts/audit_details.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"

namespace academy::auth {
namespace {

// Events that wait and are chained in one transaction.
constexpr int kTogether = 500;

// Fills in people's current names, looking each one up once.
class Names {
 public:
  explicit Names(soci::session& sql) : sql_(sql) {}

  void FillIn(AuditParty& party) {
    if (!party.name.empty() || party.id.empty()) return;
    auto [known, added] = names_.try_emplace({party.kind, party.id});
    if (added) known->second = Find(party);
    party.name = known->second;
  }

 private:
  std::string Find(const AuditParty& party) {
    if (party.kind == "manager") {
      if (std::optional<ManagerRecord> manager = FindManager(sql_, party.id)) return AuditText(manager->fullname);
    } else if (party.kind == "learner") {
      if (std::optional<LearnerRecord> learner = FindLearner(sql_, party.id)) return AuditText(learner->fullname);
    }
    return "";
  }

  soci::session& sql_;
  std::map<std::pair<std::string, std::string>, std::string> names_;
};

}  // namespace

void AuditTrail::Record(Transaction& tx, const Caller& caller, AuditEntry entry) {
  std::vector<AuditEntry> entries;
  entries.push_back(std::move(entry));
  Record(tx, caller, std::move(entries));
}

void AuditTrail::Record(Transaction& tx, const Caller& caller, std::vector<AuditEntry> entries) {
  std::vector<AuditRecord> events;
  events.reserve(entries.size());
  for (AuditEntry& each : entries) {
    AuditEntry entry = CleanAuditEntry(std::move(each));
    AuditRecord& event = events.emplace_back();
    event.at = clock_.Now();
    event.id = NewId(event.at);
    event.actor = entry.actor.has_value() ? *std::move(entry.actor) : ActorOf(caller);
    event.action = std::move(entry.action);
    event.subject = std::move(entry.subject);
    event.remote_address = AuditText(caller.remote_address);
    event.device = AuditText(caller.device);
    event.request_id = AuditText(caller.request_id);
    event.details = std::move(entry.details);
  }
  Store(tx, std::move(events));
}

void AuditTrail::Append(Transaction& tx, std::vector<AuditRecord> events) {
  std::set<std::string> seen;
  std::erase_if(events, [&](const AuditRecord& event) {
    return !seen.insert(event.id).second || HasAuditEvent(tx.sql(), event.id);
  });
  Store(tx, std::move(events));
}

void AuditTrail::SealWithCurrentKey(Transaction& tx) {
  AuditHead head = LoadAuditHead(tx.sql());
  Key current = keys_.Current();
  if (head.position == 0 || SealKeyId(head) == current.id || !IsSealed(keys_, head)) return;
  head.seal = AuditSeal(current, head.position, head.hash);
  StoreAuditHead(tx.sql(), head);
}

void AuditTrail::Store(Transaction& tx, std::vector<AuditRecord> events) {
  if (events.empty()) return;
  Names names(tx.sql());
  for (AuditRecord& event : events) {
    names.FillIn(event.actor);
    names.FillIn(event.subject);
    if (event.details.contains(kAuditLearnerId) && !event.details.contains(kAuditLearnerName)) {
      AuditParty learner{.kind = "learner", .id = event.details[kAuditLearnerId], .name = {}};
      names.FillIn(learner);
      if (!learner.name.empty()) event.details[kAuditLearnerName] = learner.name;
    }
  }
  if (tx.engine() == Engine::kSqlite) return Chain(tx.sql(), LoadAuditHead(tx.sql()), std::move(events));
  AddWaiting(tx.sql(), events);
  tx.OnCommit(this, [this] { Notify(); });
}

void AuditTrail::Chain(soci::session& sql, const AuditHead& before, std::vector<AuditRecord> events) {
  // The chain continues from its head, even if earlier events are missing, so that the gap stays visible.
  AuditHead head = before;
  bool sealed = IsSealed(keys_, head);
  if (!sealed && !complained_.exchange(true)) {
    LogError("audit trail was tampered with", {{"position", static_cast<long long>(head.position)}});
  }
  for (AuditRecord& event : events) {
    event.position = ++head.position;
    event.hash = AuditHash(event, head.hash);
    head.hash = event.hash;
  }
  // A head written by someone else must not become trustworthy by appending to it.
  head.seal = sealed ? AuditSeal(keys_.Current(), head.position, head.hash) : "";
  InsertAuditEvents(sql, events);
  StoreAuditHead(sql, head);
}

absl::Status AuditTrail::ChainWaiting(Database& database) {
  if (database.engine() == Engine::kSqlite) return absl::OkStatus();
  while (true) {
    using Found = absl::StatusOr<bool>;
    ASSIGN_OR_RETURN(bool any, database.Read([](soci::session& sql) -> Found { return AnyWaiting(sql); }));
    if (!any) return absl::OkStatus();
    RETURN_IF_ERROR(database.WriteByLocks([&](Transaction& tx) -> absl::Status {
      AuditHead head = LockAuditHead(tx.sql());
      std::vector<AuditRecord> events = TakeWaiting(tx.sql(), kTogether);
      if (!events.empty()) Chain(tx.sql(), head, std::move(events));
      return absl::OkStatus();
    }));
  }
}

void AuditTrail::Listen(std::function<void()> listener) {
  absl::MutexLock lock(&mutex_);
  listener_ = std::move(listener);
}

void AuditTrail::Notify() {
  absl::MutexLock lock(&mutex_);
  if (listener_) listener_();
}

void AuditTrail::Record(Transaction& tx, const Caller& caller, const ManagerRecord& subject, const std::string& verb,
                        AuditDetails details) {
  Record(tx, caller, {.action = "manager." + verb, .subject = PartyOf(subject), .details = std::move(details)});
}

void AuditTrail::Record(Transaction& tx, const Caller& caller, const LearnerRecord& subject, const std::string& verb,
                        AuditDetails details) {
  Record(tx, caller, EntryOf(subject, verb, std::move(details)));
}

void AuditTrail::RecordOwn(Transaction& tx, const Caller& caller, const ManagerRecord& person, const std::string& verb,
                           AuditDetails details) {
  Record(tx, caller,
         {.action = "manager." + verb,
          .subject = PartyOf(person),
          .details = std::move(details),
          .actor = PartyOf(person)});
}

void AuditTrail::RecordOwn(Transaction& tx, const Caller& caller, const LearnerRecord& person, const std::string& verb,
                           AuditDetails details) {
  Record(tx, caller,
         {.action = "learner." + verb,
          .subject = PartyOf(person),
          .details = std::move(details),
          .actor = PartyOf(person)});
}

void LogAuditHead(Database& database) {
  absl::StatusOr<AuditHead> head =
      database.Read([](soci::session& sql) -> absl::StatusOr<AuditHead> { return LoadAuditHead(sql); });
  if (head.ok()) LogInfo("audit head", {{"position", static_cast<long long>(head->position)}, {"hash", head->hash}});
}

AuditParty MachineOwner() { return {.kind = "system", .id = {}, .name = {}}; }

AuditParty PartyOf(const ManagerRecord& manager) {
  return {.kind = "manager", .id = manager.id, .name = manager.fullname};
}

AuditParty PartyOf(const LearnerRecord& learner) {
  return {.kind = "learner", .id = learner.id, .name = learner.fullname};
}

AuditEntry EntryOf(const LearnerRecord& subject, const std::string& verb, AuditDetails details) {
  return {.action = "learner." + verb, .subject = PartyOf(subject), .details = std::move(details)};
}

AuditDetails ChangesOf(const LearnerRecord& before, const LearnerRecord& after) {
  AuditDetails details;
  details["changed"] = AuditFields()
                           .Add("email", before.email != after.email)
                           .Add("fullname", before.fullname != after.fullname)
                           .Add("phonenumber", before.phonenumber != after.phonenumber)
                           .Add("address", before.address != after.address)
                           .Add("password", before.password_hash != after.password_hash)
                           .text();
  if (before.email != after.email) {
    details["emailBefore"] = before.email;
    details["email"] = after.email;
  }
  if (before.fullname != after.fullname) details["fullnameBefore"] = before.fullname;
  return details;
}

}  // namespace academy::auth
