// The keys of one purpose. A ring follows its file: a key that `./academy keys rotate` adds is known to every process
// within a second, and becomes current some seconds later, when all of them know it.
//
// Thread-safe. Copies share their state.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/platform/base/clock.h"
#include "services/platform/keys/key_file.h"
#include "services/platform/keys/key_purposes.h"

namespace academy {

class KeyRing {
 public:
  // Reads the ring. `purpose` and `clock` must outlive it. Errors of ReadKeys.
  static absl::StatusOr<KeyRing> Open(const KeyPurpose& purpose, const std::filesystem::path& file,
                                      const Clock& clock = Clock::System());
  // A ring with one key, `fixed`, that never changes; for tests.
  static KeyRing Fixed(std::string_view secret);

  // The key to sign and encrypt with.
  Key Current() const;
  // The key with this id; nullopt if the ring has none, or what it signed is no longer valid.
  std::optional<Key> Find(std::string_view id) const;
  // When the key was replaced as the current one; the end of time if it was not, or is unknown.
  UnixMillis ReplacedAt(std::string_view id) const;
  // All keys that Find finds: the current one first, then the others, newest first.
  std::vector<Key> Accepted() const;

  // Encrypts with the current key: `v1:<key id>:<base64url>`. `place` says what the text belongs to (its table and
  // row), so that it cannot be moved: Decrypt needs the same.
  std::string Encrypt(std::string_view text, std::string_view place) const;
  // INTERNAL key_unknown if the ring has no such key, sealed_text_invalid if the text is not one that Encrypt returned
  // for this purpose and place.
  absl::StatusOr<std::string> Decrypt(std::string_view sealed, std::string_view place) const;
  // The id of the key that encrypted the text; empty for any other text.
  static std::string_view KeyIdOf(std::string_view sealed);

 private:
  class State;
  explicit KeyRing(std::shared_ptr<State> state);

  std::shared_ptr<State> state_;
};

// The keys of `keys` that are accepted at `now`, in Accepted's order. Pure.
std::vector<Key> AcceptedKeys(const std::vector<Key>& keys, absl::Duration accepted, UnixMillis now);

}  // namespace academy
