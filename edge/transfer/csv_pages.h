// Sends a CSV file that is made page by page, as fast as its client reads it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "edge/http/exchange.h"
#include "edge/upstream/in_flight_calls.h"

namespace academy::edge {

struct CsvPage {
  // Complete rows; only the last page may be empty.
  std::string text;
  bool last = false;
};

// The source of the pages, which are requested one at a time, in order.
class CsvPages {
 public:
  virtual ~CsvPages() = default;
  // Calls `done` once, later, on another thread. Implementations keep themselves alive until then.
  virtual void Next(std::function<void(absl::StatusOr<CsvPage>)> done) = 0;
  // Records the export in the audit trail, after the first page was made. Calls `done` once, later, on another thread.
  virtual void Record(std::function<void(const absl::Status&)> done) = 0;
};

// Answers with the file as an attachment called `<name>-<day>.csv`. If the first page or the audit trail's record
// fails, answers with the failure; if a later page fails, breaks the connection off. `hold` is kept until the last page
// has arrived.
void SendCsv(const std::shared_ptr<http::Exchange>& exchange, std::string_view name, std::shared_ptr<CsvPages> pages,
             const InFlightCalls::Hold& hold);

}  // namespace academy::edge
