#include "edge/api/request/form_body.h"

#include <string>
#include <utility>

#include "absl/time/time.h"
#include "edge/upstream/http_status.h"
#include "services/platform/base/steady_time.h"

namespace academy::edge {
namespace {

// The largest form takes less than this at 32 KiB a second. The front door drops a client that sends nothing much
// earlier.
constexpr absl::Duration kFormTimeout = absl::Minutes(4);

class FormBody final : public http::BodySink {
 public:
  FormBody(std::shared_ptr<http::Exchange> exchange, http::FormReader reader, uint64_t max_bytes,
           std::function<void(std::vector<http::FormPart>)> done)
      : exchange_(std::move(exchange)),
        max_bytes_(max_bytes),
        deadline_(SteadyNow() + kFormTimeout),
        done_(std::move(done)),
        reader_(std::move(reader)) {}

  void OnPiece(std::string piece, std::function<void()> next) override {
    bytes_ += piece.size();
    if (bytes_ > max_bytes_) return exchange_->Send(http::RefusalAnswer(413, exchange_->request().id));
    if (!exchange_->KeepBody(bytes_)) return exchange_->Send(http::RefusalAnswer(503, exchange_->request().id));
    if (SteadyNow() > deadline_) return exchange_->Send(http::RefusalAnswer(408, exchange_->request().id));
    if (absl::Status read = reader_.Add(piece); !read.ok()) return Fail(read);
    next();
  }

  void OnEnd() override {
    absl::StatusOr<std::vector<http::FormPart>> parts = std::move(reader_).Finish();
    if (!parts.ok()) return Fail(parts.status());
    done_(*std::move(parts));
  }

  void OnLost() override {
    // The client is gone, but the metrics count the answer.
    http::Response nothing;
    nothing.status = 204;
    exchange_->Send(std::move(nothing));
  }

 private:
  void Fail(const absl::Status& status) { exchange_->Send(FailureOf(status, exchange_->request().id)); }

  const std::shared_ptr<http::Exchange> exchange_;
  const uint64_t max_bytes_;
  const absl::Duration deadline_;
  const std::function<void(std::vector<http::FormPart>)> done_;
  http::FormReader reader_;
  uint64_t bytes_ = 0;
};

}  // namespace

void ReadForm(const std::shared_ptr<http::Exchange>& exchange, uint64_t max_bytes,
              std::function<void(std::vector<http::FormPart> parts)> done) {
  absl::StatusOr<http::FormReader> reader = http::FormReader::Make(exchange->request().Field("content-type"));
  if (!reader.ok()) return exchange->Send(FailureOf(reader.status(), exchange->request().id));
  exchange->ReadBody(std::make_shared<FormBody>(exchange, *std::move(reader), max_bytes, std::move(done)));
}

}  // namespace academy::edge
