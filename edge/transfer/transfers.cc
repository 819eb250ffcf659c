#include "edge/transfer/transfers.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include "edge/transfer/import_call.h"
#include "edge/upstream/http_status.h"
#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

// What browsers call a CSV file: Windows takes it for Excel's.
constexpr std::array<std::string_view, 4> kCsvTypes = {"text/csv", "application/csv", "application/vnd.ms-excel",
                                                       "text/plain"};

bool IsCsv(std::string_view type) {
  return std::any_of(kCsvTypes.begin(), kCsvTypes.end(),
                     [&](std::string_view known) { return type.starts_with(known); });
}

}  // namespace

void Transfers::ImportUsers(const SharedExchange& exchange, const Route& route) {
  transcoder_.Authorize(exchange, route, [this, exchange, hold = in_flight_.Add()](const Session& session) {
    const http::Request& allowed = exchange->request();
    if (!IsCsv(allowed.Field("content-type"))) {
      return exchange->Send(FailureOf(
          Error(absl::StatusCode::kUnimplemented, "unsupported_media_type", "The request must be sent as text/csv"),
          allowed.id));
    }
    auto dry_run = allowed.query.find("dryRun");
    bool look = dry_run != allowed.query.end() && dry_run->second != "false" && dry_run->second != "0";
    exchange->ReadBody(std::make_shared<ImportCall>(ImportCall::Services{stubs_, sessions_},
                                                    IdentityOf(exchange, session), exchange, look, hold));
  });
}

}  // namespace academy::edge
