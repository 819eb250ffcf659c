// The audit trail in the database. Events are only ever added; the tables reject updates and deletes.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "services/auth/audit/audit_chain.h"

namespace academy::auth {

AuditHead LoadAuditHead(soci::session& sql);
// The same, and nobody else can lock it until the transaction ends. Servers only.
AuditHead LockAuditHead(soci::session& sql);
void StoreAuditHead(soci::session& sql, const AuditHead& head);

// The events must have their position and hash.
void InsertAuditEvents(soci::session& sql, const std::vector<AuditRecord>& events);
bool HasAuditEvent(soci::session& sql, const std::string& id);

// Start of a page: events older than this one, or equally old and earlier in the chain.
struct AuditPlace {
  UnixMillis at = 0;
  int64_t position = 0;
};

struct AuditQuery {
  std::optional<std::string> actor_id;
  // Matches the subject, or a detail that names a learner or course.
  std::optional<std::string> subject_id;
  // `action` matches a whole action, `action_group` the part before the dot.
  std::optional<std::string> action;
  std::optional<std::string> action_group;
  // Both inclusive.
  UnixMillis from = std::numeric_limits<UnixMillis>::min();
  UnixMillis to = std::numeric_limits<UnixMillis>::max();
  std::optional<AuditPlace> before;
  int limit = 50;
};

// Newest first.
std::vector<AuditRecord> QueryAuditEvents(soci::session& sql, const AuditQuery& query);

// Returns at most `limit` events after a position, in chain order.
std::vector<AuditRecord> ReadAuditChain(soci::session& sql, int64_t after, int limit);

}  // namespace academy::auth
