// Files embedded in this program by the build.
//
// Constants, so thread-safe.
#pragma once

#include <string_view>

namespace academy::edge {

// A serialized FileDescriptorSet of the academy's protos, comments included.
std::string_view EmbeddedDescriptors();

// base.json.
std::string_view EmbeddedBase();

}  // namespace academy::edge
