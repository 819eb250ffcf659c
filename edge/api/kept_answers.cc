#include "edge/api/kept_answers.h"

#include <iterator>
#include <string_view>
#include <utility>

#include "absl/hash/hash.h"

namespace academy::edge {
namespace {

std::string_view BytesOf(const grpc::Slice& wire) { return {reinterpret_cast<const char*>(wire.begin()), wire.size()}; }

}  // namespace

KeptAnswers::Answer KeptAnswers::Get(const void* type, const grpc::Slice& wire,
                                     absl::FunctionRef<std::optional<std::string>()> make) {
  uint64_t key = absl::HashOf(type, BytesOf(wire));
  // The bytes are compared without the lock.
  if (std::optional<Entry> found = Find(key); found && found->type == type && BytesOf(found->wire) == BytesOf(wire)) {
    return found->answer;
  }
  std::optional<std::string> json = make();
  if (!json) return nullptr;
  size_t bytes = wire.size() + json->size();
  auto answer = std::make_shared<const CompressedText>(*std::move(json), CompressedText::Kind::kData);
  if (!CameBefore(key) || bytes > max_bytes_) return answer;
  absl::MutexLock lock(&mutex_);
  if (auto at = by_key_.find(key); at != by_key_.end()) Drop(at->second);
  entries_.push_front({.key = key, .type = type, .wire = wire, .answer = answer, .bytes = bytes});
  by_key_[key] = entries_.begin();
  bytes_ += bytes;
  while (bytes_ > max_bytes_) Drop(std::prev(entries_.end()));
  return answer;
}

std::optional<KeptAnswers::Entry> KeptAnswers::Find(uint64_t key) {
  absl::MutexLock lock(&mutex_);
  auto found = by_key_.find(key);
  if (found == by_key_.end()) return std::nullopt;
  entries_.splice(entries_.begin(), entries_, found->second);
  return *found->second;
}

bool KeptAnswers::CameBefore(uint64_t key) {
  return came_[key % came_.size()].exchange(key, std::memory_order_relaxed) == key;
}

void KeptAnswers::Drop(Entries::iterator entry) {
  bytes_ -= entry->bytes;
  by_key_.erase(entry->key);
  entries_.erase(entry);
}

}  // namespace academy::edge
