#include "services/platform/audit/audit_event.h"

#include <utility>

#include "services/platform/crypto/random.h"

namespace academy {
namespace {

void Fill(auth::v1::AuditParty& out, AuditParty party) {
  out.set_kind(std::move(party.kind));
  out.set_id(std::move(party.id));
  out.set_name(std::move(party.name));
}

}  // namespace

auth::v1::AuditEvent MakeAuditEvent(const Caller& caller, AuditEntry entry, UnixMillis now) {
  entry = CleanAuditEntry(std::move(entry));
  auth::v1::AuditEvent event;
  event.set_id(NewId(now));
  event.set_at(FormatTime(now));
  Fill(*event.mutable_actor(), entry.actor.has_value() ? *std::move(entry.actor) : ActorOf(caller));
  event.set_action(std::move(entry.action));
  Fill(*event.mutable_subject(), std::move(entry.subject));
  event.set_remote_address(AuditText(caller.remote_address));
  event.set_device(AuditText(caller.device));
  event.set_request_id(AuditText(caller.request_id));
  event.mutable_details()->insert(entry.details.begin(), entry.details.end());
  return event;
}

}  // namespace academy
