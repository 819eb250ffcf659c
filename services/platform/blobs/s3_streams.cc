#include "services/platform/blobs/s3_streams.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "services/platform/base/status.h"
#include "services/platform/base/steady_time.h"
#include "services/platform/blobs/blobs.h"
#include "services/platform/blobs/s3_request.h"

namespace academy {
namespace {

constexpr size_t kMaxKnown = 10'000;
constexpr absl::Duration kKnownFor = absl::Seconds(60);
// Bytes received but not yet read. libcurl keeps as much again in its own buffer, and as much of the data it was told
// to hold back.
constexpr size_t kBuffer = 10 * 1024;
constexpr size_t kErrorText = 4096;
constexpr absl::Duration kMaxPoll = absl::Seconds(1);

absl::Status Failed(std::string_view what) { return Error(absl::StatusCode::kUnavailable, "storage_error", what); }

}  // namespace

// One request with all its attempts. Unguarded members belong to the loop's thread once the transfer is added.
class S3Streams::Transfer {
 public:
  Transfer(std::string wanted, Described to_tell) : key(std::move(wanted)), described(std::move(to_tell)) {}
  Transfer(std::string wanted, BlobInfo of, int64_t from, int64_t size, Opened to_open)
      : key(std::move(wanted)), info(std::move(of)), offset(from), length(size), opened(std::move(to_open)) {}

  bool is_stream() const { return length > 0; }

  const std::string key;
  const BlobInfo info;
  const int64_t offset = 0;
  // 0 if the blob is only described.
  const int64_t length = 0;

  Described described;
  Opened opened;
  // Whether neither callback was called yet.
  bool waiting = true;
  absl::Duration answer_by;
  CurlPtr curl{nullptr, &curl_easy_cleanup};
  CurlList fields{nullptr, &curl_slist_free_all};
  S3Reply reply;
  int tried = 0;
  int64_t received = 0;
  int64_t received_before = 0;
  Loop* loop = nullptr;

  absl::Mutex mutex;
  std::string buffer ABSL_GUARDED_BY(mutex);
  bool paused ABSL_GUARDED_BY(mutex) = false;
  bool let_go ABSL_GUARDED_BY(mutex) = false;
  absl::Status end ABSL_GUARDED_BY(mutex);
  std::function<void()> ready ABSL_GUARDED_BY(mutex);
};

// Accepts orders from any thread; everything else runs on its own thread.
class S3Streams::Loop : public std::enable_shared_from_this<Loop> {
 public:
  using Shared = std::shared_ptr<Transfer>;
  enum class Order { kBegin, kResume, kEnd };

  Loop(S3Options options, std::shared_ptr<Memory> memory) : options_(std::move(options)), memory_(std::move(memory)) {
    CurlPtr initialises = NewCurl();
    multi_ = curl_multi_init();
    // Paused streams keep their connections.
    curl_multi_setopt(multi_, CURLMOPT_MAX_TOTAL_CONNECTIONS, static_cast<long>(options_.max_streams + 64));
  }
  ~Loop() { curl_multi_cleanup(multi_); }

  // Returns false once the loop has ended.
  bool Give(Order order, Shared transfer) {
    absl::MutexLock lock(&mutex_);
    if (stopping_) return false;
    inbox_.emplace_back(order, std::move(transfer));
    curl_multi_wakeup(multi_);
    return true;
  }

  // Returns false when the maximum number of streams is open.
  bool CountIn() {
    absl::MutexLock lock(&mutex_);
    if (streams_ >= options_.max_streams) return false;
    ++streams_;
    return true;
  }
  size_t streams() const {
    absl::MutexLock lock(&mutex_);
    return streams_;
  }

  void Stop() {
    absl::MutexLock lock(&mutex_);
    stopping_ = true;
    curl_multi_wakeup(multi_);
  }

  void Run() {
    while (TakeOrders()) {
      BeginDue();
      int running = 0;
      curl_multi_perform(multi_, &running);
      TakeEnds();
      EndLate();
      absl::Duration pause = kMaxPoll;
      if (!due_.empty()) pause = std::clamp(due_.begin()->first - SteadyNow(), absl::ZeroDuration(), pause);
      curl_multi_poll(multi_, nullptr, 0, static_cast<int>(absl::ToInt64Milliseconds(pause)) + 1, nullptr);
    }
    std::vector<Shared> left;
    for (const auto& [_, transfer] : transfers_) left.push_back(transfer);
    for (const Shared& transfer : left) Finish(*transfer, Failed("The server is ending"));
  }

 private:
  bool TakeOrders() {
    std::vector<std::pair<Order, Shared>> orders;
    bool stopping = false;
    {
      absl::MutexLock lock(&mutex_);
      orders.swap(inbox_);
      stopping = stopping_;
    }
    for (auto& [order, transfer] : orders) {
      if (order == Order::kBegin) {
        transfer->loop = this;
        transfer->answer_by = SteadyNow() + options_.answer_timeout;
        transfers_.emplace(transfer.get(), transfer);
        Begin(*transfer);
      } else if (transfers_.contains(transfer.get())) {
        if (order == Order::kEnd) {
          Finish(*transfer, Failed("Nobody reads any more"));
        } else if (transfer->curl != nullptr) {
          curl_easy_pause(transfer->curl.get(), CURLPAUSE_CONT);
        }
      }
    }
    return !stopping;
  }

  void Begin(Transfer& transfer) {
    ++transfer.tried;
    transfer.reply = S3Reply();
    transfer.received_before = transfer.received;
    if (transfer.curl == nullptr) transfer.curl = NewCurl();
    if (transfer.curl == nullptr) return Finish(transfer, Failed("libcurl has no memory"));
    CURL* curl = transfer.curl.get();
    std::vector<std::string> fields;
    if (transfer.is_stream()) {
      fields = {"If-Match: " + transfer.info.etag,
                "Range: bytes=" + std::to_string(transfer.offset + transfer.received) + "-" +
                    std::to_string(transfer.offset + transfer.length - 1)};
    }
    transfer.fields = PrepareS3(curl, options_, UrlOf(options_, transfer.key), kNoContent, fields);
    if (!transfer.is_stream()) curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);
    curl_easy_setopt(curl, CURLOPT_BUFFERSIZE, static_cast<long>(kBuffer));
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, &Loop::TakeLine);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, &transfer);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &Loop::TakeBody);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &transfer);
    curl_easy_setopt(curl, CURLOPT_PRIVATE, &transfer);
    curl_multi_add_handle(multi_, curl);
  }

  void BeginDue() {
    while (!due_.empty() && due_.begin()->first <= SteadyNow()) {
      Transfer* transfer = due_.begin()->second;
      due_.erase(due_.begin());
      Begin(*transfer);
    }
  }

  static size_t TakeLine(char* line, size_t size, size_t count, void* data) {
    static_cast<Transfer*>(data)->reply.TakeHeader({line, size * count});
    return size * count;
  }

  static size_t TakeBody(char* from, size_t size, size_t count, void* data) {
    auto& transfer = *static_cast<Transfer*>(data);
    size_t bytes = size * count;
    if (transfer.reply.status != 206 && transfer.reply.status != 200) {
      if (transfer.reply.body.size() < kErrorText) transfer.reply.body.append(from, bytes);
      return bytes;
    }
    // A store that ignores the range sends other bytes than requested.
    bool whole = transfer.offset + transfer.received_before == 0;
    if (transfer.reply.status == 200 && !whole) return 0;
    std::function<void()> ready;
    {
      absl::MutexLock lock(&transfer.mutex);
      if (!transfer.buffer.empty() && transfer.buffer.size() + bytes > kBuffer) {
        transfer.paused = true;
        return CURL_WRITEFUNC_PAUSE;
      }
      if (static_cast<int64_t>(bytes) > transfer.length - transfer.received) return 0;
      transfer.buffer.append(from, bytes);
      transfer.received += static_cast<int64_t>(bytes);
      ready = std::exchange(transfer.ready, nullptr);
    }
    if (transfer.waiting) transfer.loop->TellOpened(transfer);
    if (ready) ready();
    return bytes;
  }

  void TellOpened(Transfer& transfer);

  void TakeEnds() {
    int left = 0;
    while (CURLMsg* message = curl_multi_info_read(multi_, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      CURLcode result = message->data.result;
      Transfer* transfer = nullptr;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
      curl_multi_remove_handle(multi_, message->easy_handle);
      Ended(*transfer, result);
    }
  }

  void Ended(Transfer& transfer, CURLcode result) {
    bool whole = !transfer.is_stream() || transfer.received == transfer.length;
    absl::Status status;
    bool again = IsTransient(result, transfer.reply.status) || (result == CURLE_OK && !whole && transfer.received > 0);
    if (transfer.received > transfer.received_before) transfer.tried = 0;
    if (again && !whole && transfer.is_stream() && transfer.tried < options_.tries) return Retry(transfer);
    if (again && !transfer.is_stream() && transfer.tried < options_.tries) return Retry(transfer);
    if (!whole || !transfer.is_stream()) {
      status = StatusOf(result, transfer.reply, (transfer.is_stream() ? "GET " : "HEAD ") + transfer.key);
    }
    if (status.ok() && !whole) status = Failed("The store sent less than the file has");
    if (status.ok() && transfer.reply.length < 0 && !transfer.is_stream()) {
      status = Failed("The store does not say how large the file is");
    }
    Finish(transfer, std::move(status));
  }

  void Retry(Transfer& transfer) {
    absl::Duration pause = options_.first_pause * (1 << std::min(transfer.tried, 6)) / 2;
    due_.emplace(SteadyNow() + pause, &transfer);
  }

  // Removes the transfer and reports its end to its callback.
  void Finish(Transfer& transfer, absl::Status status) {
    Shared keep = transfers_.extract(&transfer).mapped();
    if (transfer.curl != nullptr) curl_multi_remove_handle(multi_, transfer.curl.get());
    transfer.curl.reset();
    for (auto it = due_.begin(); it != due_.end();) it = it->second == &transfer ? due_.erase(it) : std::next(it);
    std::function<void()> ready;
    {
      absl::MutexLock lock(&transfer.mutex);
      transfer.end = status;
      ready = std::exchange(transfer.ready, nullptr);
    }
    if (absl::IsNotFound(status) || absl::IsAborted(status)) memory_->Forget(transfer.key);
    if (transfer.is_stream()) {
      if (std::exchange(transfer.waiting, false)) transfer.opened(std::move(status));
      absl::MutexLock lock(&mutex_);
      --streams_;
    } else if (std::exchange(transfer.waiting, false)) {
      if (status.ok()) memory_->Keep(transfer.key, transfer.reply.info());
      if (status.ok()) {
        transfer.described(transfer.reply.info());
      } else {
        transfer.described(std::move(status));
      }
    }
    transfer.opened = nullptr;
    transfer.described = nullptr;
    if (ready) ready();
  }

  void EndLate() {
    absl::Duration now = SteadyNow();
    std::vector<Transfer*> late;
    for (const auto& [transfer, _] : transfers_) {
      if (transfer->waiting && transfer->answer_by < now) late.push_back(transfer);
    }
    for (Transfer* transfer : late) {
      Finish(*transfer,
             Error(absl::StatusCode::kDeadlineExceeded, "storage_timeout", "The file store does not respond in time"));
    }
  }

  const S3Options options_;
  const std::shared_ptr<Memory> memory_;
  CURLM* multi_ = nullptr;

  mutable absl::Mutex mutex_;
  std::vector<std::pair<Order, Shared>> inbox_ ABSL_GUARDED_BY(mutex_);
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  size_t streams_ ABSL_GUARDED_BY(mutex_) = 0;

  // Used only on the loop's thread.
  absl::flat_hash_map<Transfer*, Shared> transfers_;
  std::multimap<absl::Duration, Transfer*> due_;
};

class S3Streams::Stream final : public BlobStream {
 public:
  Stream(std::shared_ptr<Loop> loop, std::shared_ptr<Transfer> transfer)
      : loop_(std::move(loop)), transfer_(std::move(transfer)) {}

  ~Stream() override {
    {
      absl::MutexLock lock(&transfer_->mutex);
      transfer_->ready = nullptr;
    }
    loop_->Give(Loop::Order::kEnd, transfer_);
  }

  absl::Status Read(std::string& piece, std::function<void()> ready) override {
    absl::MutexLock lock(&transfer_->mutex);
    if (!transfer_->buffer.empty()) {
      piece.swap(transfer_->buffer);
      return absl::OkStatus();
    }
    if (!transfer_->end.ok()) return transfer_->end;
    transfer_->ready = std::move(ready);
    // Resumed only now, so that a slow reader does not have twice as much buffered.
    if (std::exchange(transfer_->paused, false)) loop_->Give(Loop::Order::kResume, transfer_);
    return absl::OkStatus();
  }

 private:
  const std::shared_ptr<Loop> loop_;
  const std::shared_ptr<Transfer> transfer_;
};

void S3Streams::Loop::TellOpened(Transfer& transfer) {
  transfer.waiting = false;
  Opened opened = std::exchange(transfer.opened, nullptr);
  opened(std::make_unique<Stream>(shared_from_this(), transfers_.at(&transfer)));
}

bool S3Streams::Memory::Find(const std::string& key, BlobInfo& info) {
  absl::MutexLock lock(&mutex_);
  auto found = known_.find(key);
  if (found == known_.end() || found->second.until < SteadyNow()) return false;
  info = found->second.info;
  return true;
}

void S3Streams::Memory::Keep(const std::string& key, const BlobInfo& info) {
  absl::MutexLock lock(&mutex_);
  if (known_.size() >= kMaxKnown) known_.erase(known_.begin());
  known_[key] = {.info = info, .until = SteadyNow() + kKnownFor};
}

void S3Streams::Memory::Forget(const std::string& key) {
  absl::MutexLock lock(&mutex_);
  known_.erase(key);
}

S3Streams::S3Streams(S3Options options)
    : memory_(std::make_shared<Memory>()),
      loop_(std::make_shared<Loop>(std::move(options), memory_)),
      thread_([loop = loop_] { loop->Run(); }) {}

S3Streams::~S3Streams() {
  loop_->Stop();
  thread_.join();
}

void S3Streams::Describe(const std::string& key, Described described) {
  if (!IsBlobKey(key)) {
    return described(
        Error(absl::StatusCode::kInvalidArgument, "blob_key_invalid", "The name of the file is not valid"));
  }
  if (BlobInfo info; memory_->Find(key, info)) return described(std::move(info));
  auto transfer = std::make_shared<Transfer>(key, std::move(described));
  if (!loop_->Give(Loop::Order::kBegin, transfer)) transfer->described(Failed("The server is ending"));
}

void S3Streams::Open(const std::string& key, const BlobInfo& info, int64_t offset, int64_t length, Opened opened) {
  if (!loop_->CountIn()) {
    return opened(WithRetryAfter(
        Error(absl::StatusCode::kResourceExhausted, "too_many_streams", "Too many people are watching right now"), 5));
  }
  auto transfer = std::make_shared<Transfer>(key, info, offset, length, std::move(opened));
  if (!loop_->Give(Loop::Order::kBegin, transfer)) transfer->opened(Failed("The server is ending"));
}

size_t S3Streams::open() const { return loop_->streams(); }

}  // namespace academy
