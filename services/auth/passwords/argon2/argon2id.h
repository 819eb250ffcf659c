// Argon2id in its standard encoded form (RFC 9106), computed by the reference implementation with the instructions that
// are fastest on this processor.
//
// Thread-safe. Memory stays mapped for some seconds after a computation (see hash_memory.h), and is wiped at its end.
#pragma once

#include <memory>

#include "services/auth/passwords/argon2/hash_memory.h"
#include "services/auth/passwords/argon2/variants.h"
#include "services/auth/passwords/password_function.h"

namespace academy::auth {

// The fastest of the usable variants, measured once, which takes some milliseconds.
const Argon2Variant& FastestArgon2Variant();

// `memory` null for its own.
std::shared_ptr<const PasswordFunction> MakeArgon2id(PasswordCost cost,
                                                     const Argon2Variant& variant = FastestArgon2Variant(),
                                                     std::shared_ptr<HashMemory> memory = nullptr);

}  // namespace academy::auth
