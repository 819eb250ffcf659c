#include "edge/transfer/csv_pages.h"

#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "edge/transfer/csv_writer.h"
#include "edge/upstream/http_status.h"
#include "services/platform/base/clock.h"

namespace academy::edge {
namespace {

// Thread-safe. Requests one page ahead of the client.
class PageSource final : public http::BodySource, public std::enable_shared_from_this<PageSource> {
 public:
  PageSource(CsvPage first, std::shared_ptr<CsvPages> pages, InFlightCalls::Hold hold)
      : pages_(std::move(pages)), hold_(std::move(hold)), page_(std::move(first.text)), last_(first.last) {
    page_.insert(0, kCsvBom);
  }

  Got Read(std::string& piece, std::function<void()> ready) override ABSL_LOCKS_EXCLUDED(mutex_) {
    {
      absl::MutexLock lock(&mutex_);
      if (broken_) return Got::kBroken;
      if (page_.empty() && last_) return Got::kEnd;
      if (page_.empty()) {
        ready_ = std::move(ready);
        return Got::kNothingYet;
      }
      piece.swap(page_);
      page_.clear();
      if (last_) return Got::kPiece;
    }
    Ask();
    return Got::kPiece;
  }

 private:
  void Ask() {
    pages_->Next([self = shared_from_this()](absl::StatusOr<CsvPage> page) { self->Take(std::move(page)); });
  }

  void Take(absl::StatusOr<CsvPage> page) ABSL_LOCKS_EXCLUDED(mutex_) {
    std::function<void()> ready;
    {
      absl::MutexLock lock(&mutex_);
      broken_ = !page.ok() || (page->text.empty() && !page->last);
      if (page.ok()) {
        page_ = std::move(page->text);
        last_ = page->last;
      }
      ready.swap(ready_);
    }
    if (ready) ready();
  }

  const std::shared_ptr<CsvPages> pages_;
  const InFlightCalls::Hold hold_;
  absl::Mutex mutex_;
  // The next page's text.
  std::string page_ ABSL_GUARDED_BY(mutex_);
  bool last_ ABSL_GUARDED_BY(mutex_);
  bool broken_ ABSL_GUARDED_BY(mutex_) = false;
  std::function<void()> ready_ ABSL_GUARDED_BY(mutex_);
};

http::Response AnswerOf(const std::string& name, std::shared_ptr<http::BodySource> source) {
  std::string day = FormatTime(Clock::System().Now()).substr(0, 10);
  http::Response answer;
  answer.headers.emplace_back("Content-Type", "text/csv; charset=utf-8");
  answer.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + name + "-" + day + ".csv\"");
  answer.headers.emplace_back("Cache-Control", "no-store");
  answer.source = std::move(source);
  answer.source_length = http::Response::kUnknownLength;
  return answer;
}

}  // namespace

void SendCsv(const std::shared_ptr<http::Exchange>& exchange, std::string_view name, std::shared_ptr<CsvPages> pages,
             const InFlightCalls::Hold& hold) {
  CsvPages& from = *pages;
  from.Next([exchange, name = std::string(name), pages = std::move(pages), hold](absl::StatusOr<CsvPage> page) {
    if (!page.ok()) return exchange->Send(FailureOf(page.status(), exchange->request().id));
    auto first = std::make_shared<CsvPage>(*std::move(page));
    // Nothing leaves before it is on record.
    pages->Record([exchange, name, pages, hold, first](const absl::Status& recorded) {
      if (!recorded.ok()) return exchange->Send(FailureOf(recorded, exchange->request().id));
      exchange->Send(AnswerOf(name, std::make_shared<PageSource>(std::move(*first), pages, hold)));
    });
  });
}

}  // namespace academy::edge
