#include "edge/access/assignment_cache.h"

#include <utility>

#include "edge/unary_call.h"

namespace academy::edge {
namespace {

constexpr size_t kMaxWindows = 100'000;
constexpr absl::Duration kAskTimeout = absl::Seconds(1);

}  // namespace

AssignmentCache::AssignmentCache(enrollment::v1::Access::Stub& enrollment, std::string credential)
    : enrollment_(enrollment),
      identity_({.credential = std::move(credential), .caller = {.kind = CallerKind::kService, .id = "edge"}}),
      follower_("enrollment", identity_,
                {.open =
                     [this](grpc::ClientContext& context, int64_t after) {
                       enrollment::v1::WatchRequest request;
                       request.set_after(after);
                       return enrollment_.Watch(&context, request);
                     },
                 .position = [this]() -> absl::StatusOr<int64_t> {
                   absl::MutexLock lock(&mutex_);
                   return gate_.after();
                 },
                 .handle =
                     [this](const enrollment::v1::Event& event) {
                       OnEvent(event);
                       return absl::OkStatus();
                     },
                 .live = [this](bool live, int64_t position) { OnStream(live, position); },
                 .gap =
                     [this](int64_t) {
                       absl::MutexLock lock(&mutex_);
                       gate_.OnGap();
                       return absl::OkStatus();
                     }}) {}

void AssignmentCache::Find(const std::string& assignment_id, Found found) {
  int64_t changes = 0;
  AssignmentWindow window;
  {
    absl::MutexLock lock(&mutex_);
    changes = changes_;
    auto known = windows_.find(assignment_id);
    if (known != windows_.end() && gate_.caught_up()) window = known->second;
  }
  if (!window.learner_id.empty()) return found(std::move(window));

  using Async = enrollment::v1::Access::StubInterface::async_interface;
  enrollment::v1::GetAccessRequest request;
  request.set_assignment_id(assignment_id);
  CallUnary<Async, enrollment::v1::GetAccessRequest, enrollment::v1::GetAccessResponse>(
      enrollment_.async(), &Async::GetAccess, identity_, kAskTimeout, std::move(request),
      [this, assignment_id, changes, found = std::move(found),
       hold = pending_.Add()](const absl::StatusOr<enrollment::v1::GetAccessResponse>& access) {
        if (!access.ok()) return found(access.status());
        AssignmentWindow fresh{
            .learner_id = access->learner_id(), .start = access->start_ms(), .expiry = access->expiry_ms()};
        {
          absl::MutexLock lock(&mutex_);
          if (gate_.caught_up() && changes == changes_) {
            if (windows_.size() >= kMaxWindows) windows_.erase(windows_.begin());
            windows_[assignment_id] = fresh;
          }
        }
        found(std::move(fresh));
      });
}

bool AssignmentCache::live() const {
  absl::ReaderMutexLock lock(&mutex_);
  return gate_.caught_up();
}

void AssignmentCache::OnEvent(const enrollment::v1::Event& event) {
  absl::MutexLock lock(&mutex_);
  ++changes_;
  if (event.has_assignment_changed()) windows_.erase(event.assignment_changed().assignment_id());
  gate_.OnEvent(event.position());
}

void AssignmentCache::OnStream(bool live, int64_t position) {
  absl::MutexLock lock(&mutex_);
  ++changes_;
  if (gate_.OnStream(live, position)) windows_.clear();
}

}  // namespace academy::edge
