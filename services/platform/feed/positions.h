// The feed position that one service must have reached for its response to reflect changes already visible at another
// service.
#pragma once

#include <grpcpp/server_context.h>

#include <charconv>
#include <cstdint>

namespace academy {

// Call metadata: the catalog feed's position after the last change known to the edge.
inline constexpr char kCatalogPositionKey[] = "x-academy-catalog-position";

// Returns the position in a call's metadata; 0 if there is none.
inline int64_t CatalogPositionOf(const grpc::CallbackServerContext& context) {
  const auto& metadata = context.client_metadata();
  auto found = metadata.find(kCatalogPositionKey);
  int64_t position = 0;
  if (found != metadata.end()) std::from_chars(found->second.begin(), found->second.end(), position);
  return position;
}

}  // namespace academy
