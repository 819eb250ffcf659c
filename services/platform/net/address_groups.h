// Groups of addresses for rate limits: a client is one IPv4 address or one IPv6 /64, which is one household. The larger
// blocks that one customer of a provider may have are counted with wider limits.
//
// All functions are pure and thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace academy {

struct AddressGroup {
  // Printable, at most 64 bytes, and unique to the group.
  std::string name;
  // Multiple of one client's limit that the group is allowed.
  size_t factor = 1;
};

struct AddressGroups {
  std::array<AddressGroup, 3> groups;
  size_t count = 0;

  const AddressGroup* begin() const { return groups.data(); }
  const AddressGroup* end() const { return groups.data() + count; }
};

// Returns the groups of an address without port, narrowest first. An IPv4-mapped IPv6 address counts as its IPv4
// address; any other text forms its own group.
AddressGroups GroupsOf(std::string_view address);

// Returns the name of the narrowest group, the client.
std::string ClientGroup(std::string_view address);

// Whether the address is a loopback address.
bool IsLoopback(std::string_view address);

}  // namespace academy
