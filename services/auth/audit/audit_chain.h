// The hash chain of the audit trail: what an event's hash covers, and how the chain's head is sealed.
//
// All functions are pure and thread-safe. docs/operations.md describes what the chain protects against.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "services/platform/audit/audit_entry.h"
#include "services/platform/base/clock.h"
#include "services/platform/keys/key_ring.h"

namespace academy::auth {

// An event as stored in the trail.
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
  // AuditHash over this event and the previous event's hash.
  std::string hash;
};

// The end of the trail. Before the first event: position 0 and an empty hash.
struct AuditHead {
  int64_t position = 0;
  std::string hash;
  // AuditSeal of position and hash. Empty once the head was found to have been changed by someone else: it is never
  // silently sealed again.
  std::string seal;
};

// SHA-256 in hex over these texts, each written as `<length in bytes>:<bytes>`: "academy-audit-1", the position,
// `previous` (the previous event's hash, empty for the first), id, time (as FormatTime), kind, id and name of the
// actor, action, kind, id and name of the subject, peer, device, request id, the number of details, and each detail's
// key and value in bytewise order of keys. `record.hash` is ignored.
std::string AuditHash(const AuditRecord& record, std::string_view previous);

// The key's id, a colon, and the HMAC-SHA-256 in hex of the head's position and hash.
std::string AuditSeal(const Key& key, int64_t position, std::string_view hash);
// Whether the head has the seal of one of the keys. A seal without an id is one of the key that was imported.
bool IsSealed(const KeyRing& keys, const AuditHead& head);
// The id of the key of the head's seal.
std::string_view SealKeyId(const AuditHead& head);

}  // namespace academy::auth
