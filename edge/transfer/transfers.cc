#include "edge/transfer/transfers.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include "academy/edge/v1/transfer.pb.h"
#include "edge/json/reader.h"
#include "edge/transfer/course_export.h"
#include "edge/transfer/import_call.h"
#include "edge/transfer/user_export.h"
#include "edge/upstream/http_status.h"
#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

// The content types that browsers send for CSV files; on Windows it is Excel's.
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

void Transfers::ExportUsers(const SharedExchange& exchange, const Route& route) {
  Export<v1::ExportUsersRequest>(exchange, route, "learners", PagesOfUsers);
}

void Transfers::ExportCourse(const SharedExchange& exchange, const Route& route) {
  Export<v1::ExportCourseRequest>(exchange, route, "course", PagesOfCourse);
}

template <typename Request>
void Transfers::Export(const SharedExchange& exchange, const Route& route, const char* name,
                       std::shared_ptr<CsvPages> (*pages)(TransferStubs&, CallIdentity, const Request&)) {
  transcoder_.AuthorizeWhole(exchange, route,
                             [this, exchange, name, pages, hold = in_flight_.Add()](const Session& session) {
                               Request asked;
                               absl::Status read = ReadJson(exchange->request().body, asked);
                               if (!read.ok()) return exchange->Send(FailureOf(read, exchange->request().id));
                               SendCsv(exchange, name, pages(stubs_, IdentityOf(exchange, session), asked), hold);
                             });
}

}  // namespace academy::edge
