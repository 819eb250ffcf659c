#include "edge/http/connection/connection_host.h"

#include <algorithm>

#include "services/platform/net/address_groups.h"

namespace academy::http {

bool ConnectionHost::MayConnect(std::string_view address) const {
  AddressGroups groups = GroupsOf(address);
  return std::all_of(groups.begin(), groups.end(), [&](const AddressGroup& group) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
    auto held = by_group.find(group.name);
    return held == by_group.end() || held->second < options.max_per_address * group.factor;
  });
}

void ConnectionHost::CountIn(std::string_view address) {
  for (const AddressGroup& group : GroupsOf(address)) ++by_group[group.name];
}

void ConnectionHost::CountOut(std::string_view address) {
  for (const AddressGroup& group : GroupsOf(address)) {
    auto held = by_group.find(group.name);
    if (held != by_group.end() && --held->second == 0) by_group.erase(held);
  }
}

bool ConnectionHost::Succeed(const std::shared_ptr<OpenConnection>& successor, const std::string& peer) {
  absl::MutexLock lock(&mutex);
  if (draining) return false;
  CountIn(peer);
  open.emplace(successor.get(), successor);
  return true;
}

void ConnectionHost::Leave(OpenConnection* connection, const std::string& peer) {
  absl::MutexLock lock(&mutex);
  if (open.erase(connection) == 0) return;
  closed.Changed();
  CountOut(peer);
}

void ConnectionHost::CompleteRefusal(Response& answer, const std::string& id, const std::string& peer, const Head& head,
                                     bool secure) const {
  answer.headers.emplace_back("X-Request-Id", id);
  if (hooks.finish) hooks.finish(answer, secure);
  if (hooks.observe) hooks.observe("refused", answer.status, absl::ZeroDuration());
  if (hooks.served == nullptr || !hooks.served->Wants(answer.status, absl::ZeroDuration())) return;
  std::string_view path = std::string_view(head.target).substr(0, head.target.find('?'));
  answer.record =
      std::make_shared<ServedRecord>(hooks.served,
                                     Served{.request_id = id,
                                            .remote_address = options.proxies.ClientOf(peer, head.fields).address,
                                            .method = head.method,
                                            .path = std::string(path.substr(0, kMaxServedPath)),
                                            .route = "refused",
                                            .status = answer.status,
                                            .code = answer.code,
                                            .caller = {},
                                            .bytes = 0,
                                            .took = absl::ZeroDuration()},
                                     absl::Now());
}

}  // namespace academy::http
