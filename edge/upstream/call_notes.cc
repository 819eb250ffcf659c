#include "edge/upstream/call_notes.h"

#include <utility>

namespace academy::edge {

void CallNotes::OnLongCall(LongCall call) {
  absl::MutexLock lock(&mutex_);
  auto [at, fresh] = by_request_.try_emplace(call.request_id);
  if (at->second.size() < kMaxCalls) at->second.push_back(std::move(call));
  if (!fresh) return;
  order_.push_back(at->first);
  if (order_.size() <= kMaxRequests) return;
  by_request_.erase(order_.front());
  order_.pop_front();
}

std::vector<LongCall> CallNotes::Take(const std::string& request_id) {
  absl::MutexLock lock(&mutex_);
  auto known = by_request_.extract(request_id);
  return known.empty() ? std::vector<LongCall>() : std::move(known.mapped());
}

}  // namespace academy::edge
