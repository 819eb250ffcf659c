// Authenticated encryption: AES-256-GCM with a random nonce.
//
// Thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace academy {

// Bytes of a key.
inline constexpr size_t kAeadKey = 32;

// Returns nonce (12 bytes), ciphertext and tag (16 bytes). `associated` is not encrypted; Decrypt needs the same. `key`
// has kAeadKey bytes and may encrypt 2^32 texts. The process aborts if OpenSSL fails.
std::string AeadEncrypt(std::string_view key, std::string_view text, std::string_view associated);

// Returns nullopt unless AeadEncrypt made `sealed` with the same key and `associated`.
std::optional<std::string> AeadDecrypt(std::string_view key, std::string_view sealed, std::string_view associated);

}  // namespace academy
