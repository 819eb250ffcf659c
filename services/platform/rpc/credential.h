// The proof that a call comes from a process of the academy: which one, and the key that only it and the called service
// share. Sent with every call, as `<caller>:<key id>:<secret in base64url>`.
//
// Thread-safe. Copies share their keys.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/platform/keys/key_folder.h"
#include "services/platform/keys/key_ring.h"
#include "services/platform/rpc/caller.h"

namespace academy {

// What a process proves itself with to one service.
class Credential {
 public:
  // Of `caller` for its calls to `service`. Errors of KeyFolder::Ring.
  static absl::StatusOr<Credential> Open(const KeyFolder& keys, const std::string& caller, const std::string& service);
  // Always sends `proof`; for tests.
  explicit Credential(std::string proof) : fixed_(std::move(proof)) {}

  std::string Proof() const;

 private:
  Credential(std::string caller, KeyRing ring) : caller_(std::move(caller)), ring_(std::move(ring)) {}

  std::string fixed_;
  std::string caller_;
  std::optional<KeyRing> ring_;
};

// Who may call a service, and for whom: the edge for anybody who uses the academy, and for itself; another service, and
// `tools`, for themselves.
class CallerCheck {
 public:
  // For the service's own use: the keys of all that may call it. Errors of KeyFolder::Ring.
  static absl::StatusOr<CallerCheck> Open(const KeyFolder& keys, std::string_view service);
  // Believes whoever sends `proof`; for tests. Not explicit, so that they can give the text.
  CallerCheck(std::string proof) : fixed_(std::move(proof)) {}  // NOLINT(google-explicit-constructor)
  CallerCheck(const char* proof) : fixed_(proof) {}             // NOLINT(google-explicit-constructor)

  // UNAUTHENTICATED internal_credential for a wrong proof; PERMISSION_DENIED forbidden where the process that it proves
  // may not be `caller`.
  absl::Status Check(std::string_view proof, const Caller& caller) const;

  // From now on callers over TCP need a certificate; for this object and its later copies.
  void RequireCertificates() { certificates_ = true; }
  bool requires_certificates() const { return certificates_; }
  // What Check leaves open: whether a certificate that names the processes `names` may come with `proof`, which it has
  // checked, for `caller`. It must name the process that the proof does; with the proof of `tools`, the program
  // `caller` does as well. PERMISSION_DENIED forbidden.
  static absl::Status CheckCertificate(const std::vector<std::string>& names, std::string_view proof,
                                       const Caller& caller);

 private:
  CallerCheck() = default;

  struct Peer {
    std::string name;
    KeyRing ring;
  };

  std::string fixed_;
  std::vector<Peer> peers_;
  bool certificates_ = false;
};

}  // namespace academy
