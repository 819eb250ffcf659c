#include "services/auth/audit_trail.h"

#include <set>
#include <utility>

#include "services/common/ids.h"
#include "services/common/log.h"

namespace academy::auth {
namespace {

// Fills in what the person is called now.
void Name(soci::session& sql, AuditParty& party) {
  if (!party.name.empty() || party.id.empty()) return;
  if (party.kind == "manager") {
    if (std::optional<ManagerRecord> manager = FindManager(sql, party.id)) party.name = AuditText(manager->fullname);
  } else if (party.kind == "learner") {
    if (std::optional<LearnerRecord> learner = FindLearner(sql, party.id)) party.name = AuditText(learner->fullname);
  }
}

}  // namespace

void AuditTrail::Record(Transaction& tx, const Caller& caller, AuditEntry entry) {
  entry = CleanAuditEntry(std::move(entry));
  AuditRecord event;
  event.at = clock_.Now();
  event.id = NewId(event.at);
  event.actor = entry.actor.has_value() ? *std::move(entry.actor) : ActorOf(caller);
  event.action = std::move(entry.action);
  event.subject = std::move(entry.subject);
  event.peer = AuditText(caller.peer);
  event.device = AuditText(caller.device);
  event.request_id = AuditText(caller.request_id);
  event.details = std::move(entry.details);
  Append(tx, {std::move(event)});
}

void AuditTrail::Append(Transaction& tx, std::vector<AuditRecord> events) {
  std::set<std::string> seen;
  std::erase_if(events, [&](const AuditRecord& event) {
    return !seen.insert(event.id).second || HasAuditEvent(tx.sql(), event.id);
  });
  if (events.empty()) return;
  // The chain goes on from where its head says, even if events before that are missing: so the gap stays visible.
  AuditHead head = LoadAuditHead(tx.sql());
  bool sealed = IsSealed(key_, head);
  if (!sealed && !complained_.exchange(true)) {
    LogError("audit trail changed by a stranger", {{"position", static_cast<long long>(head.position)}});
  }
  for (AuditRecord& event : events) {
    Name(tx.sql(), event.actor);
    Name(tx.sql(), event.subject);
    event.position = ++head.position;
    event.hash = AuditHash(event, head.hash);
    head.hash = event.hash;
  }
  // A head that someone else wrote must not become trustworthy by going on from it.
  head.seal = sealed ? AuditSeal(key_, head.position, head.hash) : "";
  InsertAuditEvents(tx.sql(), events);
  StoreAuditHead(tx.sql(), head);
}

AuditParty PartyOf(const ManagerRecord& manager) {
  return {.kind = "manager", .id = manager.id, .name = manager.fullname};
}

AuditParty PartyOf(const LearnerRecord& learner) {
  return {.kind = "learner", .id = learner.id, .name = learner.fullname};
}

}  // namespace academy::auth
