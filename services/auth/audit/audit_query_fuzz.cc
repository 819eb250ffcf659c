// Questions to the audit trail: a line each for action, first day and last day, then the cursor.
#include <string>

#include "absl/time/time.h"
#include "services/auth/audit/audit_messages.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/fuzzing/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  academy::fuzz::Input input(data, size);
  academy::auth::v1::ListEventsRequest request;
  request.set_action(std::string(input.Line()));
  request.set_from(std::string(input.Line()));
  request.set_to(std::string(input.Line()));
  std::string cursor(input.Rest());
  for (const std::string& sent : {cursor, academy::Base64Url(cursor)}) {
    request.set_cursor(sent);
    auto query = academy::auth::ReadAuditQuery(request, absl::UTCTimeZone());
    if (!query.ok() || !query->before.has_value()) continue;
    academy::auth::AuditRecord last;
    last.at = query->before->at;
    last.position = query->before->position;
    request.set_cursor(academy::auth::MakeAuditCursor(last));
    auto again = academy::auth::ReadAuditQuery(request, absl::UTCTimeZone());
    FUZZ_CHECK(again.ok() && again->before->at == last.at && again->before->position == last.position);
  }
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  return {
      {.name = "action", .head = "", .piece = "a.", .tail = "\n\n\n"},
      {.name = "day", .head = "\n", .piece = "2", .tail = "\n\n"},
      {.name = "cursor", .head = "\n\n\n", .piece = "1", .tail = "\n2"},
  };
}

}  // namespace academy::fuzz
