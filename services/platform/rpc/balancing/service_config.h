// How calls are spread over the servers that hold the same.
#pragma once

#include <string>
#include <string_view>

namespace academy {

// gRPC's service config (https://github.com/grpc/grpc/blob/master/doc/service_config.md) for calls to several servers
// of `service`: they go round those whose health (grpc.health.v1) is SERVING, so that one that stops, or has lost its
// database, is left out before calls fail there. The rpcs that only read are repeated on another server when one ends
// under them. Thread-safe.
std::string BalancedServiceConfig(std::string_view service);

}  // namespace academy
