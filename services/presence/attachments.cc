#include "services/presence/attachments.h"

#include <algorithm>
#include <utility>

#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::presence {
namespace {

Connection FromProto(const v1::Connection& proto) {
  return {.id = proto.connection_id(),
          .manager = proto.manager(),
          .person_id = proto.person_id(),
          .session_id = proto.session_id(),
          .feed_position = proto.feed_position()};
}

absl::Status OutOfOrder() {
  return Error(absl::StatusCode::kInvalidArgument, "validation_failed",
               "An edge must send hello, then its snapshot, then changes");
}

}  // namespace

Attachments::Attachments(const Options& options) : options_(options) {
  thread_ = std::thread([this] { Run(); });
}

Attachments::~Attachments() {
  {
    absl::MutexLock lock(&mutex_);
    stopping_ = true;
    changed_.Changed();
  }
  thread_.join();
}

void Attachments::OnChange(std::function<void()> on_change) {
  absl::MutexLock lock(&mutex_);
  on_change_ = std::move(on_change);
}

void Attachments::Add(Stream* stream) {
  absl::MutexLock lock(&mutex_);
  edges_.emplace(stream, Edge{});
}

absl::Status Attachments::Receive(Stream* stream, const v1::AttachRequest& request) {
  absl::MutexLock lock(&mutex_);
  Edge& edge = edges_.at(stream);
  switch (request.event_case()) {
    case v1::AttachRequest::kHello:
      if (!edge.id.empty() || request.hello().edge_id().empty()) return OutOfOrder();
      Hello(stream, edge, request.hello().edge_id());
      break;
    case v1::AttachRequest::kSnapshot: {
      if (edge.id.empty()) return OutOfOrder();
      std::vector<Connection> connections;
      for (const v1::Connection& connection : request.snapshot().connections()) {
        connections.push_back(FromProto(connection));
      }
      edge.whole = true;
      Deliver(registry_.ReplaceEdge(edge.id, std::move(connections)));
      break;
    }
    case v1::AttachRequest::kOpened:
      if (!edge.whole) return OutOfOrder();
      Deliver(registry_.Open(edge.id, FromProto(request.opened())));
      break;
    case v1::AttachRequest::kClosed:
      if (!edge.whole) return OutOfOrder();
      registry_.Close(edge.id, request.closed().connection_id());
      break;
    case v1::AttachRequest::EVENT_NOT_SET:
      // A newer edge may send messages that this version does not know.
      break;
  }
  Changed();
  return absl::OkStatus();
}

// An edge may reconnect before its old stream is detected as broken: the new stream replaces it.
void Attachments::Hello(Stream* stream, Edge& edge, const std::string& edge_id) {
  for (auto& [other_stream, other] : edges_) {
    if (other_stream == stream || other.id != edge_id) continue;
    other.id.clear();
    other.whole = false;
    other_stream->End(absl::AbortedError("the edge has reconnected"));
  }
  edge.id = edge_id;
  LogInfo("edge attached", {{"edge", edge_id}});
}

void Attachments::End(Stream* stream, const absl::Status& status) {
  absl::MutexLock lock(&mutex_);
  stream->End(status);
}

void Attachments::OnSent(Stream* stream) {
  absl::MutexLock lock(&mutex_);
  auto edge = edges_.find(stream);
  if (edge == edges_.end()) return;
  edge->second.sending = false;
  SendNext(stream, edge->second);
}

void Attachments::Remove(Stream* stream) {
  absl::MutexLock lock(&mutex_);
  auto edge = edges_.extract(stream);
  if (edge.empty() || edge.mapped().id.empty()) return;
  LogInfo("edge detached", {{"edge", edge.mapped().id}});
  registry_.DropEdge(edge.mapped().id);
  Changed();
}

void Attachments::EndAll() {
  absl::MutexLock lock(&mutex_);
  for (auto& [stream, edge] : edges_) stream->End(absl::UnavailableError("the server is stopping"));
}

void Attachments::EndSession(const std::string& session_id, const std::string& reason, int64_t feed_position) {
  absl::MutexLock lock(&mutex_);
  Deliver(registry_.EndSession(session_id, reason, feed_position));
  Changed();
}

void Attachments::SignOut(const std::string& learner_id, const std::string& reason, int64_t feed_position) {
  absl::MutexLock lock(&mutex_);
  Deliver(registry_.SignOut(learner_id, reason, feed_position));
  Changed();
}

void Attachments::ForgetSignOuts() {
  absl::MutexLock lock(&mutex_);
  registry_.ForgetSignOuts();
}

bool Attachments::HasEdges() const {
  absl::MutexLock lock(&mutex_);
  return std::any_of(edges_.begin(), edges_.end(), [](const auto& edge) { return edge.second.whole; });
}

std::vector<OnlineLearner> Attachments::Online() const {
  absl::MutexLock lock(&mutex_);
  return registry_.Online();
}

size_t Attachments::OnlineCount() const {
  absl::MutexLock lock(&mutex_);
  return registry_.OnlineCount();
}

std::vector<OnlineChange> Attachments::TakeChanges() {
  absl::MutexLock lock(&mutex_);
  return registry_.TakeChanges();
}

std::vector<OnlineLearner> Attachments::TakeAll() {
  absl::MutexLock lock(&mutex_);
  return registry_.TakeAll();
}

void Attachments::Deliver(const std::vector<Push>& pushes) {
  for (const Push& push : pushes) {
    for (auto& [stream, edge] : edges_) {
      if (edge.id != push.edge_id) continue;
      auto response = std::make_shared<v1::AttachResponse>();
      response->mutable_push()->set_connection_id(push.connection_id);
      response->mutable_push()->set_event(push.event);
      response->mutable_push()->set_reason(push.reason);
      response->mutable_push()->set_feed_position(push.feed_position);
      edge.waiting.push_back(std::move(response));
      SendNext(stream, edge);
    }
  }
}

void Attachments::SendNext(Stream* stream, Edge& edge) {
  if (edge.sending) return;
  Response next;
  if (!edge.waiting.empty()) {
    next = std::move(edge.waiting.front());
    edge.waiting.pop_front();
  } else if (edge.online != nullptr) {
    next = std::exchange(edge.online, nullptr);
  } else {
    return;
  }
  edge.sending = true;
  stream->Send(std::move(next));
}

void Attachments::Changed() {
  behind_ = SomeoneIsBehind();
  if (behind_) changed_.Changed();
  if (registry_.online_version() == reported_) return;
  reported_ = registry_.online_version();
  if (on_change_) on_change_();
}

bool Attachments::SomeoneIsBehind() const {
  for (const auto& [stream, edge] : edges_) {
    if (edge.whole && edge.told != registry_.members_version()) return true;
  }
  return false;
}

void Attachments::TellAll() {
  auto response = std::make_shared<v1::AttachResponse>();
  v1::AttachResponse::OnlineLearners& list = *response->mutable_online();
  list.set_total(static_cast<int64_t>(registry_.OnlineCount()));
  if (registry_.OnlineCount() <= kMaxListed) {
    for (OnlineLearner& learner : registry_.Online()) list.add_learner_ids(std::move(learner.id));
  }
  for (auto& [stream, edge] : edges_) {
    if (!edge.whole || edge.told == registry_.members_version()) continue;
    edge.told = registry_.members_version();
    edge.online = response;
    SendNext(stream, edge);
  }
  behind_ = false;
}

void Attachments::Beat() {
  auto response = std::make_shared<v1::AttachResponse>();
  response->mutable_heartbeat();
  for (auto& [stream, edge] : edges_) {
    if (!edge.whole || edge.sending) continue;
    edge.sending = true;
    stream->Send(response);
  }
}

void Attachments::Run() {
  absl::MutexLock lock(&mutex_);
  auto stopping = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return stopping_; };
  auto due = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return behind_ || stopping_; };
  changed_.Await(mutex_, options_.settle, stopping);
  while (!stopping_) {
    if (!changed_.Await(mutex_, options_.heartbeat, due)) {
      Beat();
      continue;
    }
    if (stopping_) return;
    TellAll();
    // The pause combines many changes into one list.
    changed_.Await(mutex_, options_.online_interval, stopping);
  }
}

}  // namespace academy::presence
