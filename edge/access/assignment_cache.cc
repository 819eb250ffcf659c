#include "edge/access/assignment_cache.h"

#include <utility>

#include "edge/upstream/unary_call.h"

namespace academy::edge {
namespace {

constexpr size_t kMaxWindows = 100'000;
constexpr absl::Duration kAskTimeout = absl::Seconds(1);

}  // namespace

AssignmentCache::AssignmentCache(const std::shared_ptr<grpc::Channel>& enrollment)
    : enrollment_(enrollment),
      identity_({.caller = {.kind = CallerKind::kService, .id = "edge"}}),
      feed_(mutex_, "enrollment", identity_,
            {.open =
                 [this](grpc::ClientContext& context, const FeedPlace& after,
                        BlockingReader<enrollment::v1::Event>& reader) {
                   OpenWatch<enrollment::v1::WatchRequest>(enrollment_, context, after, reader);
                 },
             .drop =
                 [this](const enrollment::v1::Event& event) {
                   mutex_.AssertHeld();
                   if (event.has_assignment_changed()) windows_.erase(event.assignment_changed().assignment_id());
                 },
             .drop_all =
                 [this] {
                   mutex_.AssertHeld();
                   windows_.clear();
                 }}) {}

void AssignmentCache::Find(const std::string& assignment_id, Found found) {
  int64_t generation = 0;
  AssignmentWindow window;
  {
    absl::MutexLock lock(&mutex_);
    generation = feed_.generation();
    auto known = windows_.find(assignment_id);
    if (known != windows_.end() && feed_.caught_up()) window = known->second;
  }
  if (!window.learner_id.empty()) return found(std::move(window));

  using Async = enrollment::v1::Access::StubInterface::async_interface;
  enrollment::v1::GetAccessRequest request;
  request.set_assignment_id(assignment_id);
  CallUnary<Async, enrollment::v1::GetAccessRequest, enrollment::v1::GetAccessResponse>(
      enrollment_.async(), &Async::GetAccess, identity_, kAskTimeout, std::move(request),
      [this, assignment_id, generation, found = std::move(found),
       hold = in_flight_.Add()](const absl::StatusOr<enrollment::v1::GetAccessResponse>& access) {
        if (!access.ok()) return found(access.status());
        AssignmentWindow fresh{
            .learner_id = access->learner_id(), .start = access->start_ms(), .expiry = access->expiry_ms()};
        {
          absl::MutexLock lock(&mutex_);
          if (feed_.caught_up() && generation == feed_.generation()) {
            if (windows_.size() >= kMaxWindows) windows_.erase(windows_.begin());
            windows_[assignment_id] = fresh;
          }
        }
        found(std::move(fresh));
      });
}

bool AssignmentCache::live() const {
  absl::ReaderMutexLock lock(&mutex_);
  return feed_.caught_up();
}

}  // namespace academy::edge
