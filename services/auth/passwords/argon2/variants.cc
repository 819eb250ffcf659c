#include "services/auth/passwords/argon2/variants.h"

#include <cstdint>

extern "C" {
#include <core.h>

void argon2_fill_plain(const argon2_instance_t* instance, argon2_position_t position);
#if defined(__x86_64__)
void argon2_fill_ssse3(const argon2_instance_t* instance, argon2_position_t position);
void argon2_fill_avx2(const argon2_instance_t* instance, argon2_position_t position);
void argon2_fill_avx512(const argon2_instance_t* instance, argon2_position_t position);
#endif
}

namespace academy::auth {

const std::vector<Argon2Variant>& UsableArgon2Variants() {
  static const std::vector<Argon2Variant>& usable = *[] {
    auto* found = new std::vector<Argon2Variant>;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) found->push_back({"avx512", argon2_fill_avx512});
    if (__builtin_cpu_supports("avx2")) found->push_back({"avx2", argon2_fill_avx2});
    if (__builtin_cpu_supports("ssse3")) found->push_back({"ssse3", argon2_fill_ssse3});
#endif
    found->push_back({"plain", argon2_fill_plain});
    return found;
  }();
  return usable;
}

}  // namespace academy::auth
