// How Argon2 fills its memory, which is nearly all of its work: the reference implementation, compiled for several
// instruction sets.
//
// Thread-safe.
#pragma once

#include <string_view>
#include <vector>

struct Argon2_instance_t;
struct Argon2_position_t;

namespace academy::auth {

struct Argon2Variant {
  std::string_view name;
  void (*fill)(const Argon2_instance_t* instance, Argon2_position_t position);
};

// Those that this processor can run.
const std::vector<Argon2Variant>& UsableArgon2Variants();

}  // namespace academy::auth
