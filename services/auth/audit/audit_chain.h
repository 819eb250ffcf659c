// The arithmetic of the audit trail's chain: what an event's hash covers, and what seals the chain's end.
//
// Every function is pure and may be called from any thread. docs/operations.md says what the chain protects from.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "services/platform/audit/audit_entry.h"
#include "services/platform/base/clock.h"

namespace academy::auth {

// An event as it stands in the trail.
struct AuditRecord {
  std::string id;
  // From 1, without gaps.
  int64_t position = 0;
  UnixMillis at = 0;
  AuditParty actor;
  std::string action;
  AuditParty subject;
  std::string remote_address;
  std::string device;
  std::string request_id;
  std::map<std::string, std::string> details;
  // AuditHash of this event and of the one before it.
  std::string hash;
};

// How far the trail goes. Before the first event: 0 and an empty hash.
struct AuditHead {
  int64_t position = 0;
  std::string hash;
  // AuditSeal of both. Empty once the head was found changed by a stranger: it is never sealed again silently.
  std::string seal;
};

// SHA-256 in hex over these texts, each as `<length in bytes>:<bytes>`: "academy-audit-1", the position, `previous`
// (the hash of the event before, empty for the first), id, time (as FormatTime), kind, id and name of the actor,
// action, kind, id and name of the subject, peer, device, request id, the number of details, and each detail's key and
// value in the bytewise order of keys. `record.hash` is not looked at.
std::string AuditHash(const AuditRecord& record, std::string_view previous);

// What the head is sealed with: a key that is not in the database.
std::string AuditSealKey(std::string_view credential);
// HMAC-SHA-256 in hex of the head's position and hash.
std::string AuditSeal(std::string_view key, int64_t position, std::string_view hash);
bool IsSealed(std::string_view key, const AuditHead& head);

}  // namespace academy::auth
