// One import: reads the request's body and stores its rows in auth and enrollment, batch by batch.
//
// Needs no lock: the front door delivers one piece at a time and one gRPC call is in flight at a time, so only OnLost
// can run concurrently, and it only sets an atomic.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "edge/access/session_cache.h"
#include "edge/http/exchange.h"
#include "edge/transfer/csv_reader.h"
#include "edge/transfer/import_rows.h"
#include "edge/transfer/stubs.h"
#include "edge/upstream/in_flight_calls.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {

class ImportCall final : public http::BodySink, public std::enable_shared_from_this<ImportCall> {
 public:
  // Both must outlive the import.
  struct Services {
    TransferStubs& stubs;
    SessionCache& sessions;
  };

  ImportCall(const Services& services, CallIdentity identity, std::shared_ptr<http::Exchange> exchange, bool dry_run,
             InFlightCalls::Hold hold);

  void OnPiece(std::string piece, std::function<void()> next) override;
  void OnEnd() override;
  // The batch in flight is still stored; nothing more is.
  void OnLost() override;

 private:
  // Reads rows into the batch and stores it when it is full; asks for more bytes when no row is left.
  void Work();
  // The steps of a batch. Each starts the next when its answer arrives.
  void Check();
  void Store();
  void Assign();
  // The file cannot be read further: stores the rows read so far.
  void TakeFault();
  void Break(int64_t line, const absl::Status& status);
  void Finish(bool complete);

  const Services services_;
  const CallIdentity identity_;
  const std::shared_ptr<http::Exchange> exchange_;
  const InFlightCalls::Hold hold_;
  std::atomic<bool> lost_ = false;

  CsvReader reader_;
  ImportRows rows_;
  std::function<void()> next_;
  uint64_t bytes_ = 0;
  bool ended_ = false;
  // Why no more rows are read although the body continues; OK while they are.
  absl::Status stopped_;
  int64_t stopped_line_ = 0;
  int64_t feed_position_ = 0;
  int rows_seen_ = 0;
};

}  // namespace academy::edge
