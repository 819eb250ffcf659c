// A CSV file that is made page by page, as its client reads it.
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
  // Whole rows; only the last page may have none.
  std::string text;
  bool last = false;
};

// Where the pages come from. Asked for one page at a time, in order.
class CsvPages {
 public:
  virtual ~CsvPages() = default;
  // Calls `done` once, later, on another thread. The pages live until then.
  virtual void Next(std::function<void(absl::StatusOr<CsvPage>)> done) = 0;
};

// Answers with the file, an attachment called `<name>-<day>.csv`: a failure before the first page as any call's; after
// a later one the connection is broken off. `hold` is kept while a page is asked for.
void SendCsv(const std::shared_ptr<http::Exchange>& exchange, std::string_view name, std::shared_ptr<CsvPages> pages,
             const InFlightCalls::Hold& hold);

}  // namespace academy::edge
