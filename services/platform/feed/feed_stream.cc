#include "services/platform/feed/feed_stream.h"

#include <algorithm>
#include <utility>

#include "services/platform/base/status.h"
#include "services/platform/base/steady_time.h"

namespace academy {
namespace {

constexpr int kBatch = 256;
// How often to poll for other processes' events, if there can be any.
constexpr absl::Duration kSharedInterval = absl::Milliseconds(100);

}  // namespace

FeedPump::FeedPump(ChangeFeed& feed, absl::Duration heartbeat) : feed_(feed), heartbeat_(heartbeat) {
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
    changed_.Await(mutex_, Pause(), [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return dirty_ || stopping_; });
    if (stopping_) return;
    dirty_ = false;
    for (Reader& reader : readers_) Advance(reader);
  }
}

absl::Duration FeedPump::Pause() const {
  absl::Duration pause = feed_.shared() ? kSharedInterval : absl::InfiniteDuration();
  const absl::Duration now = SteadyNow();
  for (const Reader& reader : readers_) {
    // Whoever is busy wakes this thread when it no longer is.
    if (reader.greeted && !reader.stream->Busy()) pause = std::min(pause, reader.spoke + heartbeat_ - now);
  }
  return std::max(pause, absl::ZeroDuration());
}

void FeedPump::Advance(Reader& reader) {
  if (reader.stream->Busy()) return;
  if (!reader.greeted) return Greet(reader);
  if (reader.pending.empty()) {
    absl::StatusOr<std::vector<FeedEntry>> entries = feed_.ReadAfter(reader.place.position(), kBatch);
    if (!entries.ok()) return reader.stream->End(entries.status());
    reader.pending.assign(std::make_move_iterator(entries->begin()), std::make_move_iterator(entries->end()));
  }
  if (reader.pending.empty()) return Beat(reader);
  FeedEntry entry = std::move(reader.pending.front());
  reader.pending.pop_front();
  reader.place.set_position(entry.position);
  reader.place.set_event_id(entry.event_id);
  reader.spoke = SteadyNow();
  reader.stream->Send(entry);
}

void FeedPump::Beat(Reader& reader) {
  if (SteadyNow() < reader.spoke + heartbeat_) return;
  if (feed_.shared()) {
    // The server may have been replaced by one that does not have what was sent.
    absl::StatusOr<FeedStart> start = feed_.StartAfter(reader.place);
    if (!start.ok()) return reader.stream->End(start.status());
    if (start->restored()) return reader.stream->End(absl::UnavailableError("the feed's database was replaced"));
  }
  reader.spoke = SteadyNow();
  reader.stream->Beat(reader.place);
}

void FeedPump::Greet(Reader& reader) {
  absl::StatusOr<FeedStart> start = feed_.StartAfter(reader.after);
  if (!start.ok()) return reader.stream->End(start.status());
  bool from_head = reader.after.position() < 0 || start->restored();
  reader.place = from_head ? start->head() : reader.after;
  reader.place.set_database_id(start->head().database_id());
  reader.greeted = true;
  reader.spoke = SteadyNow();
  start->set_heartbeat_ms(absl::ToInt64Milliseconds(heartbeat_));
  reader.stream->Greet(*start);
}

}  // namespace academy
