// The audit trail's records and messages, and what a reader may ask for.
//
// Every function is pure and may be called from any thread.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "academy/auth/v1/audit.pb.h"
#include "services/auth/audit/audit_store.h"

namespace academy::auth {

v1::AuditEvent ToProto(const AuditRecord& event);

// INVALID_ARGUMENT validation_failed naming the fields, as `events[2].action`.
absl::StatusOr<std::vector<AuditRecord>> ReadEvents(const v1::AppendEventsRequest& request);

// Dates are days of `zone`. INVALID_ARGUMENT validation_failed naming the fields.
absl::StatusOr<AuditQuery> ReadAuditQuery(const v1::ListEventsRequest& request, const absl::TimeZone& zone);

// Opaque: where the page after `last` begins.
std::string MakeAuditCursor(const AuditRecord& last);

}  // namespace academy::auth
