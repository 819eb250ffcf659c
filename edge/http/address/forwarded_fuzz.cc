#include "edge/http/address/forwarded.h"
#include "services/platform/fuzzing/fuzz.h"
#include "services/platform/net/address_groups.h"

using academy::fuzz::Input;
using academy::http::ClientSide;
using academy::http::Fields;
using academy::http::TrustedProxies;

// Lines: X-Forwarded-Proto, a list as an operator would write it, then one X-Forwarded-For each.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const TrustedProxies& proxies = *new TrustedProxies(*TrustedProxies::Parse("127.0.0.1,10.0.0.0/8,fd00::/8"));
  Input input(data, size);
  Fields fields = {{"x-forwarded-proto", std::string(input.Line())}};
  std::string_view list = input.Line();
  if (absl::StatusOr<TrustedProxies> other = TrustedProxies::Parse(list); other.ok()) {
    other->ClientOf("10.0.0.1", fields);
  }
  while (!input.Rest().empty()) fields.emplace_back("x-forwarded-for", input.Line());

  // From anybody else the fields count for nothing.
  ClientSide stranger = proxies.ClientOf("203.0.113.7", fields);
  FUZZ_CHECK(stranger.address == "203.0.113.7" && !stranger.secure && !stranger.proxied);

  ClientSide client = proxies.ClientOf("10.0.0.1", fields);
  FUZZ_CHECK(client.proxied);
  // What is said of a client is an address, and reads as it is written.
  FUZZ_CHECK(client.address.find_first_not_of("0123456789abcdef.:") == std::string::npos);
  FUZZ_CHECK(proxies.ClientOf("10.0.0.1", {{"x-forwarded-for", client.address}}).address == client.address);
  academy::AddressGroups groups = academy::GroupsOf(client.address);
  FUZZ_CHECK(groups.count == 1 || groups.count == 3);
  // More to the left changes nothing once somebody else's address is found.
  if (!proxies.Trusts(client.address)) {
    Fields longer = fields;
    longer.insert(longer.begin(), {"x-forwarded-for", "198.51.100.1, nonsense"});
    FUZZ_CHECK(proxies.ClientOf("10.0.0.1", longer).address == client.address);
  }
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  return {
      {.name = "commas", .head = "https\n\n", .piece = ",", .tail = ""},
      {.name = "own_proxies", .head = "https\n\n", .piece = "10.0.0.1,", .tail = "10.0.0.2"},
      {.name = "white_space", .head = "https\n\n", .piece = " ", .tail = "10.0.0.2"},
      {.name = "colons", .head = "https\n\n", .piece = ":", .tail = ""},
      {.name = "fields", .head = "https\n\n", .piece = "10.0.0.1\n", .tail = ""},
      {.name = "list", .head = "https\n", .piece = "10.0.0.1,", .tail = "10.0.0.2\n"},
      {.name = "protocols", .head = "", .piece = "https,", .tail = "\n\n"},
  };
}

}  // namespace academy::fuzz
