// The folder `keys/` of a data folder: one file for each purpose, made at the first start.
//
// Thread-safe. Several processes may use one folder: those that change a ring take turns.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "services/platform/base/clock.h"
#include "services/platform/keys/key_ring.h"

namespace academy {

struct KeyName {
  std::string purpose;
  std::string id;
  // SHA-256 of the secret, in hexadecimal: tells keys apart without giving anything away.
  std::string fingerprint;

  bool operator==(const KeyName&) const = default;
};

class KeyFolder {
 public:
  enum class Missing {
    // Makes keys that this data folder never had. From an academy without a key ring, it imports the keys that were
    // derived from `run/credential`, and then removes that file.
    kMake,
    // For a process whose peers are on other machines, where its keys come from.
    kRefuse,
  };

  // Opens `data`/keys. FAILED_PRECONDITION key_missing if keys that were made once are gone, key_unwritable. `clock`
  // must outlive the folder and its rings.
  static absl::StatusOr<KeyFolder> Open(const std::filesystem::path& data, Missing missing,
                                        const Clock& clock = Clock::System());

  // The purposes whose keys Open would make in `data` with kMake.
  static std::vector<std::string> ToMake(const std::filesystem::path& data);

  // Errors of ReadKeys; NOT_FOUND key_purpose_unknown.
  absl::StatusOr<KeyRing> Ring(std::string_view purpose) const;

  // The keys of all rings that are here, ring by ring, oldest first. Errors of ReadKeys but for key_missing.
  absl::StatusOr<std::vector<KeyName>> Names() const;

  // Adds a key that is current after `after`. Returns it. Errors as Ring; FAILED_PRECONDITION key_unwritable.
  absl::StatusOr<Key> Rotate(std::string_view purpose, absl::Duration after) const;

  // Removes keys that are accepted no more; of an encrypting purpose those not in `used` that were replaced more than a
  // day ago. Rotate leaves them, so that who follows the rings sees every key.
  absl::Status RemoveUnused(std::string_view purpose, const std::vector<std::string>& used) const;

  const std::filesystem::path& path() const { return path_; }

 private:
  KeyFolder(std::filesystem::path path, const Clock& clock) : path_(std::move(path)), clock_(&clock) {}

  absl::Status MakeMissing(const std::filesystem::path& data) const;

  std::filesystem::path path_;
  const Clock* clock_;
};

}  // namespace academy
