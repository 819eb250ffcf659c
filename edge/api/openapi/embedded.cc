#include "edge/api/openapi/embedded.h"

namespace academy::edge {
namespace {

constexpr unsigned char kDescriptors[] = {
#include "edge/api/openapi/descriptors.inc"
};

constexpr unsigned char kBase[] = {
#include "edge/api/openapi/base.inc"
};

template <size_t size>
std::string_view Text(const unsigned char (&bytes)[size]) {
  return {reinterpret_cast<const char*>(bytes), size};
}

}  // namespace

std::string_view EmbeddedDescriptors() { return Text(kDescriptors); }
std::string_view EmbeddedBase() { return Text(kBase); }

}  // namespace academy::edge
