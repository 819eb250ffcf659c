#include "services/presence/registry.h"

#include <string_view>
#include <utility>

namespace academy::presence {
namespace {

std::string EventFor(std::string_view reason) { return reason == "signed_in_elsewhere" ? "anotherDevice" : "logout"; }

void EraseFrom(std::unordered_map<std::string, std::unordered_set<std::string>>& index, const std::string& key,
               const std::string& value) {
  auto found = index.find(key);
  found->second.erase(value);
  if (found->second.empty()) index.erase(found);
}

}  // namespace

std::vector<Push> Registry::ReplaceEdge(const std::string& edge_id, std::vector<Connection> connections) {
  DropEdge(edge_id);
  std::vector<Push> pushes;
  for (Connection& connection : connections) Add(edge_id, std::move(connection), pushes);
  return pushes;
}

std::vector<Push> Registry::Open(const std::string& edge_id, Connection connection) {
  std::vector<Push> pushes;
  Add(edge_id, std::move(connection), pushes);
  return pushes;
}

void Registry::Add(const std::string& edge_id, Connection connection, std::vector<Push>& pushes) {
  if (const End* end = EndOf(connection); end != nullptr) {
    pushes.push_back({edge_id, connection.id, EventFor(end->reason), end->reason, end->feed_position});
    return;
  }
  std::string id = connection.id;
  Remove(id);
  by_edge_[edge_id].insert(id);
  by_session_[connection.session_id].insert(id);
  if (!connection.manager) {
    std::vector<std::string>& ids = learners_[connection.person_id];
    if (ids.empty()) ++members_version_;
    ++online_version_;
    changed_.insert(connection.person_id);
    ids.push_back(id);
  }
  connections_.emplace(std::move(id), Place{std::move(connection), edge_id});
}

void Registry::Remove(const std::string& connection_id) {
  auto found = connections_.find(connection_id);
  if (found == connections_.end()) return;
  const Place place = std::move(found->second);
  connections_.erase(found);
  EraseFrom(by_edge_, place.edge_id, place.connection.id);
  EraseFrom(by_session_, place.connection.session_id, place.connection.id);
  if (place.connection.manager) return;
  auto learner = learners_.find(place.connection.person_id);
  ++online_version_;
  changed_.insert(place.connection.person_id);
  std::erase(learner->second, place.connection.id);
  if (learner->second.empty()) {
    learners_.erase(learner);
    ++members_version_;
  }
}

void Registry::Close(const std::string& edge_id, const std::string& connection_id) {
  auto found = connections_.find(connection_id);
  if (found != connections_.end() && found->second.edge_id == edge_id) Remove(std::string(connection_id));
}

void Registry::DropEdge(const std::string& edge_id) {
  auto edge = by_edge_.find(edge_id);
  if (edge == by_edge_.end()) return;
  for (const std::string& id : std::vector<std::string>(edge->second.begin(), edge->second.end())) Remove(id);
}

std::vector<Push> Registry::EndSession(const std::string& session_id, const std::string& reason,
                                       int64_t feed_position) {
  sessions_.Add(session_id, {reason, feed_position});
  auto session = by_session_.find(session_id);
  if (session == by_session_.end()) return {};
  return PushAll({session->second.begin(), session->second.end()}, {reason, feed_position});
}

std::vector<Push> Registry::SignOut(const std::string& learner_id, const std::string& reason, int64_t feed_position) {
  sign_outs_.Add(learner_id, {reason, feed_position});
  auto learner = learners_.find(learner_id);
  if (learner == learners_.end()) return {};
  std::vector<std::string> before;
  for (const std::string& id : learner->second) {
    if (connections_.at(id).connection.feed_position < feed_position) before.push_back(id);
  }
  return PushAll(std::move(before), {reason, feed_position});
}

const Registry::End* Registry::EndOf(const Connection& connection) const {
  if (const End* end = sessions_.Find(connection.session_id); end != nullptr) return end;
  if (connection.manager || connection.feed_position == 0) return nullptr;
  const End* end = sign_outs_.Find(connection.person_id);
  return end != nullptr && connection.feed_position < end->feed_position ? end : nullptr;
}

void Registry::Ends::Add(const std::string& id, const End& end) {
  auto [known, fresh] = ends_.try_emplace(id, end);
  if (!fresh) {
    if (known->second.feed_position < end.feed_position) known->second = end;
    return;
  }
  order_.push_back(id);
  if (order_.size() <= kept_) return;
  ends_.erase(order_.front());
  order_.pop_front();
}

const Registry::End* Registry::Ends::Find(const std::string& id) const {
  auto found = ends_.find(id);
  return found == ends_.end() ? nullptr : &found->second;
}

void Registry::Ends::Clear() {
  ends_.clear();
  order_.clear();
}

std::vector<Push> Registry::PushAll(std::vector<std::string> connection_ids, const End& end) {
  std::vector<Push> pushes;
  for (const std::string& id : connection_ids) {
    pushes.push_back({connections_.at(id).edge_id, id, EventFor(end.reason), end.reason, end.feed_position});
    Remove(id);
  }
  return pushes;
}

std::vector<OnlineChange> Registry::TakeChanges() {
  std::vector<OnlineChange> changes;
  changes.reserve(changed_.size());
  for (const std::string& id : changed_) {
    auto learner = learners_.find(id);
    changes.push_back({id, learner == learners_.end() ? std::string() : learner->second.back()});
  }
  changed_.clear();
  return changes;
}

std::vector<OnlineLearner> Registry::TakeAll() {
  changed_.clear();
  return Online();
}

std::vector<OnlineLearner> Registry::Online() const {
  std::vector<OnlineLearner> online;
  online.reserve(learners_.size());
  for (const auto& [id, connection_ids] : learners_) online.push_back({id, connection_ids.back()});
  return online;
}

}  // namespace academy::presence
