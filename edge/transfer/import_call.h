// One import: its body on the way into auth and enrollment, batch by batch.
//
// The front door hands pieces over one at a time and gRPC answers one call at a time, so that only the client's loss
// comes between; it is safe at any time.
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
  // Both must outlive the call.
  struct Services {
    TransferStubs& stubs;
    SessionCache& sessions;
  };

  ImportCall(const Services& services, CallIdentity identity, std::shared_ptr<http::Exchange> exchange, bool dry_run,
             InFlightCalls::Hold hold);

  void OnPiece(std::string piece, std::function<void()> next) override;
  void OnEnd() override;
  // What is on its way is still stored, and no more.
  void OnLost() override;

 private:
  // Reads rows into the batch and sends it when it is full; asks for more bytes when there are none.
  void Work();
  // The steps of a batch. Each goes on with the next when it is answered.
  void Check();
  void Store();
  void Assign();
  // The file cannot be read on; what was read goes in.
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
  // Why no row is read any more, though the body goes on.
  absl::Status stopped_;
  int64_t stopped_line_ = 0;
  int64_t feed_position_ = 0;
  int rows_seen_ = 0;
};

}  // namespace academy::edge
