#include "edge/transfer/import_call.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/time/time.h"
#include "edge/http/response/compressed_text.h"
#include "edge/json/writer.h"
#include "edge/upstream/http_status.h"
#include "edge/upstream/unary_call.h"
#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

using LearnerImport = auth::v1::LearnerImport::StubInterface::async_interface;
using Transfer = enrollment::v1::Transfer::StubInterface::async_interface;

constexpr uint64_t kMaxBytes = 16 * 1024 * 1024;
constexpr int kMaxRows = 50'000;
// For one batch: its passwords are hashed after those of people signing in, and after the batches of other imports.
constexpr absl::Duration kBatchTimeout = absl::Seconds(60);

absl::Status Unreadable(std::string_view code, std::string_view message) {
  return ValidationError({{"file", std::string(code), std::string(message)}});
}

}  // namespace

ImportCall::ImportCall(const Services& services, CallIdentity identity, std::shared_ptr<http::Exchange> exchange,
                       bool dry_run, InFlightCalls::Hold hold)
    : services_(services),
      identity_(std::move(identity)),
      exchange_(std::move(exchange)),
      hold_(std::move(hold)),
      rows_(dry_run) {}

void ImportCall::OnPiece(std::string piece, std::function<void()> next) {
  bytes_ += piece.size();
  if (bytes_ > kMaxBytes && stopped_.ok()) {
    stopped_ = Unreadable("too_large", "The file is too large");
    stopped_line_ = rows_.line();
  } else {
    reader_.Add(piece);
  }
  next_ = std::move(next);
  Work();
}

void ImportCall::OnEnd() {
  ended_ = true;
  reader_.End();
  Work();
}

void ImportCall::OnLost() {
  lost_ = true;
  // The client is gone, but the metrics count the answer.
  http::Response nothing;
  nothing.status = 204;
  exchange_->Send(std::move(nothing));
}

void ImportCall::Work() {
  if (lost_) return;
  if (!rows_.begun()) {
    if (std::optional<CsvRow> names = reader_.Next()) {
      absl::Status begun =
          names->unreadable ? Unreadable("encoding", "The file's encoding is not known") : rows_.Begin(*names);
      if (!begun.ok()) return exchange_->Send(FailureOf(begun, exchange_->request().id));
    }
  }
  while (stopped_.ok() && !rows_.full()) {
    std::optional<CsvRow> row = reader_.Next();
    if (!row.has_value()) break;
    if (++rows_seen_ > kMaxRows) {
      stopped_ = Unreadable("too_many_rows", "A file may have 50000 rows");
      stopped_line_ = row->line;
    } else {
      rows_.Take(*std::move(row));
    }
  }
  if (rows_.full()) return Check();
  if (stopped_.ok() && reader_.fault() != CsvReader::Fault::kNone) TakeFault();
  bool over = ended_ || !stopped_.ok();
  if (!over) return std::exchange(next_, nullptr)();
  if (!rows_.empty()) return Check();
  if (!stopped_.ok()) return Break(stopped_line_, stopped_);
  rows_.Sort();
  if (!rows_.begun()) {
    return exchange_->Send(FailureOf(Unreadable("empty", "The file is empty"), exchange_->request().id));
  }
  Finish(/*complete=*/true);
}

void ImportCall::TakeFault() {
  stopped_line_ = reader_.fault_line();
  stopped_ = reader_.fault() == CsvReader::Fault::kUtf16
                 ? Unreadable("encoding", "UTF-16 cannot be read: please save the file as CSV UTF-8")
                 : Unreadable("unterminated_quote", "A quotation mark is opened and not closed");
}

void ImportCall::Check() {
  enrollment::v1::ImportAssignmentsRequest request = rows_.Checks();
  if (request.rows().empty()) return Store();
  CallUnary<Transfer, enrollment::v1::ImportAssignmentsRequest, enrollment::v1::ImportAssignmentsResponse>(
      services_.stubs.transfer.async(), &Transfer::ImportAssignments, identity_, kBatchTimeout, std::move(request),
      [self = shared_from_this()](const absl::StatusOr<enrollment::v1::ImportAssignmentsResponse>& response) {
        if (!response.ok()) return self->Break(self->rows_.line(), response.status());
        self->rows_.Checked(*response);
        self->Store();
      });
}

void ImportCall::Store() {
  auth::v1::ImportLearnersRequest request = rows_.Accounts();
  if (request.rows().empty()) {
    rows_.EndBatch();
    return Work();
  }
  CallUnary<LearnerImport, auth::v1::ImportLearnersRequest, auth::v1::ImportLearnersResponse>(
      services_.stubs.learner_import.async(), &LearnerImport::ImportLearners, identity_, kBatchTimeout,
      std::move(request),
      [self = shared_from_this()](const absl::StatusOr<auth::v1::ImportLearnersResponse>& response) {
        if (!response.ok()) return self->Break(self->rows_.line(), response.status());
        self->feed_position_ = std::max(self->feed_position_, response->feed_position());
        self->rows_.Stored(*response);
        self->Assign();
      });
}

void ImportCall::Assign() {
  enrollment::v1::ImportAssignmentsRequest request = rows_.Assignments();
  if (request.rows().empty()) {
    rows_.EndBatch();
    return Work();
  }
  CallUnary<Transfer, enrollment::v1::ImportAssignmentsRequest, enrollment::v1::ImportAssignmentsResponse>(
      services_.stubs.transfer.async(), &Transfer::ImportAssignments, identity_, kBatchTimeout, std::move(request),
      [self = shared_from_this()](const absl::StatusOr<enrollment::v1::ImportAssignmentsResponse>& response) {
        if (!response.ok()) return self->Break(self->rows_.line(), response.status());
        self->rows_.Assigned(*response);
        self->rows_.EndBatch();
        self->Work();
      });
}

void ImportCall::Break(int64_t line, const absl::Status& status) {
  // If no row was processed, the whole call has failed.
  if (rows_.rows() == 0) return exchange_->Send(FailureOf(status, exchange_->request().id));
  ErrorDetail detail = DetailOf(status);
  rows_.Sort();
  rows_.Break(line, detail.fields.empty() ? detail.reason : detail.fields[0].code, MessageOf(status));
  Finish(/*complete=*/false);
}

void ImportCall::Finish(bool complete) {
  v1::ImportUsersResponse response;
  response.mutable_result()->Swap(&rows_.report());
  v1::ImportReport& report = *response.mutable_result();
  report.set_complete(complete);
  report.set_encoding(std::string(reader_.encoding()));
  report.set_delimiter(std::string(1, reader_.delimiter()));
  report.mutable_assignments();
  response.set_message(report.dry_run() ? "Nothing is changed yet"
                       : complete       ? "Imported Successfully"
                                        : "The import broke off");
  http::Response answer;
  answer.headers.emplace_back("Content-Type", "application/json; charset=utf-8");
  answer.headers.emplace_back("Cache-Control", "no-store");
  std::string json;
  AppendJson(response, json);
  CompressedText(std::move(json), CompressedText::Kind::kData).AddTo(answer, exchange_->request());
  if (feed_position_ == 0) return exchange_->Send(std::move(answer));
  // Once the client has been told that sessions ended, this edge must refuse them.
  auto late = std::make_shared<http::Response>(std::move(answer));
  services_.sessions.WhenReached(feed_position_, [exchange = exchange_, late] { exchange->Send(std::move(*late)); });
}

}  // namespace academy::edge
