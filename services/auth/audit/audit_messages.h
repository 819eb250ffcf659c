// Converts between the audit trail's records and messages, and parses queries.
//
// All functions are pure and thread-safe.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "academy/auth/v1/audit.pb.h"
#include "services/auth/audit/audit_store.h"

namespace academy::auth {

v1::AuditEvent ToProto(const AuditRecord& event);

// INVALID_ARGUMENT validation_failed with the refused fields, such as `events[2].action`.
absl::StatusOr<std::vector<AuditRecord>> ReadEvents(const v1::AppendEventsRequest& request);

// Dates are days in `zone`. INVALID_ARGUMENT validation_failed with the refused fields.
absl::StatusOr<AuditQuery> ReadAuditQuery(const v1::ListEventsRequest& request, const absl::TimeZone& zone);

// Returns an opaque cursor to the page after `last`.
std::string MakeAuditCursor(const AuditRecord& last);

}  // namespace academy::auth
