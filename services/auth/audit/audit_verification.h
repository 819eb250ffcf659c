// Verifies the whole audit trail: detects events that were changed, removed, inserted, moved or cut off.
//
// All functions are thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "services/auth/audit/audit_chain.h"
#include "services/platform/db/database.h"
#include "services/platform/keys/key_ring.h"

namespace academy::auth {

struct AuditVerdict {
  int64_t events = 0;
  // Hash of the newest event; empty if there is none.
  std::string head;
  // The first position that was tampered with; 0 if the trail is whole.
  int64_t broken_at = 0;
  // Human-readable description of the fault.
  std::string fault;

  bool whole() const { return broken_at == 0; }
};

// A head noted earlier, `<position>:<hash>`. INVALID_ARGUMENT for any other form.
struct NotedHead {
  int64_t position = 0;
  std::string hash;
};
absl::StatusOr<NotedHead> ReadNotedHead(std::string_view text);

// Reads every event on one snapshot, concurrently with writers. `keys` are those that seal; `noted`, if given, must
// still be in the chain. Errors as Database::Read.
absl::StatusOr<AuditVerdict> VerifyAudit(Database& database, const KeyRing& keys,
                                         const std::optional<NotedHead>& noted = std::nullopt);

}  // namespace academy::auth
