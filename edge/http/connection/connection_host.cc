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

}  // namespace academy::http
