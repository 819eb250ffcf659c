// How far one service must have read another's feed for its answer to be right: what was answered at one place is then
// true at the other too.
#pragma once

#include <grpcpp/server_context.h>

#include <charconv>
#include <cstdint>

namespace academy {

// Metadata of a call: the position of the catalog's feed after the last change that the edge knows of.
inline constexpr char kCatalogPositionKey[] = "x-academy-catalog-position";

// The position in a call's metadata; 0 without one.
inline int64_t CatalogPositionOf(const grpc::CallbackServerContext& context) {
  const auto& metadata = context.client_metadata();
  auto found = metadata.find(kCatalogPositionKey);
  int64_t position = 0;
  if (found != metadata.end()) std::from_chars(found->second.begin(), found->second.end(), position);
  return position;
}

}  // namespace academy
