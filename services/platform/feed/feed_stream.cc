#include "services/platform/feed/feed_stream.h"

#include <utility>

#include "absl/time/time.h"
#include "services/platform/base/status.h"

namespace academy {
namespace {

constexpr int kBatch = 256;
// How often to poll for other processes' events, if there can be any.
constexpr absl::Duration kSharedInterval = absl::Milliseconds(100);

}  // namespace

FeedPump::FeedPump(ChangeFeed& feed) : feed_(feed) {
  listener_ = feed_.Listen([this] { Wake(); });
  thread_ = std::thread([this] { Run(); });
}

FeedPump::~FeedPump() {
  feed_.Unlisten(listener_);
  {
    absl::MutexLock lock(&mutex_);
    stopping_ = true;
    changed_.Changed();
  }
  thread_.join();
}

void FeedPump::Add(Stream* stream, const FeedPlace& after) {
  absl::MutexLock lock(&mutex_);
  readers_.push_back({.stream = stream, .after = after});
  dirty_ = true;
  changed_.Changed();
}

void FeedPump::Remove(Stream* stream) {
  absl::MutexLock lock(&mutex_);
  std::erase_if(readers_, [&](const Reader& reader) { return reader.stream == stream; });
}

void FeedPump::Wake() {
  absl::MutexLock lock(&mutex_);
  dirty_ = true;
  changed_.Changed();
}

void FeedPump::EndAll() {
  absl::MutexLock lock(&mutex_);
  for (Reader& reader : readers_) reader.stream->End(absl::UnavailableError("the server is stopping"));
}

void FeedPump::Run() {
  while (true) {
    absl::MutexLock lock(&mutex_);
    changed_.Await(mutex_, feed_.shared() ? kSharedInterval : absl::InfiniteDuration(),
                   [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return dirty_ || stopping_; });
    if (stopping_) return;
    dirty_ = false;
    for (Reader& reader : readers_) Advance(reader);
  }
}

void FeedPump::Advance(Reader& reader) {
  if (reader.stream->Busy()) return;
  if (!reader.greeted) return Greet(reader);
  if (reader.pending.empty()) {
    absl::StatusOr<std::vector<FeedEntry>> entries = feed_.ReadAfter(reader.position, kBatch);
    if (!entries.ok()) return reader.stream->End(entries.status());
    reader.pending.assign(std::make_move_iterator(entries->begin()), std::make_move_iterator(entries->end()));
  }
  if (reader.pending.empty()) return;
  FeedEntry entry = std::move(reader.pending.front());
  reader.pending.pop_front();
  reader.position = entry.position;
  reader.stream->Send(entry);
}

void FeedPump::Greet(Reader& reader) {
  absl::StatusOr<FeedStart> start = feed_.StartAfter(reader.after);
  if (!start.ok()) return reader.stream->End(start.status());
  bool from_head = reader.after.position() < 0 || start->restored();
  reader.position = from_head ? start->head().position() : reader.after.position();
  reader.greeted = true;
  reader.stream->Greet(*start);
}

}  // namespace academy
