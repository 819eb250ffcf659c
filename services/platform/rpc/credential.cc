#include "services/platform/rpc/credential.h"

#include <algorithm>

#include "services/platform/base/status.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/encoding/base64.h"

namespace academy {
namespace {

std::string ProofOf(std::string_view caller, const Key& key) {
  std::string proof(caller);
  return proof.append(":").append(key.id).append(":").append(Base64Url(key.secret));
}

absl::Status Unproved() {
  return Error(absl::StatusCode::kUnauthenticated, "internal_credential",
               "Calls need the credential of a process of the academy");
}

// Whether the process `peer` may call as `caller`.
bool MayBe(std::string_view peer, const Caller& caller) {
  if (caller.kind != CallerKind::kService) return peer == kEdge;
  // The owner's programs choose their names.
  return peer == key::kTools ? !IsProcess(caller.id) : caller.id == peer;
}

}  // namespace

absl::StatusOr<Credential> Credential::Open(const KeyFolder& keys, const std::string& caller,
                                            const std::string& service) {
  ASSIGN_OR_RETURN(KeyRing ring, keys.Ring(caller + "-" + service));
  return Credential(caller, std::move(ring));
}

std::string Credential::Proof() const { return ring_.has_value() ? ProofOf(caller_, ring_->Current()) : fixed_; }

absl::StatusOr<CallerCheck> CallerCheck::Open(const KeyFolder& keys, std::string_view service) {
  CallerCheck check;
  for (const KeyPurpose& purpose : KeyPurposes()) {
    if (purpose.use != KeyUse::kCall) continue;
    std::string_view name = purpose.name;
    if (name != key::kTools) {
      size_t dash = name.find('-');
      if (name.substr(dash + 1) != service) continue;
      name = name.substr(0, dash);
    }
    ASSIGN_OR_RETURN(KeyRing ring, keys.Ring(purpose.name));
    check.peers_.push_back({.name = std::string(name), .ring = std::move(ring)});
  }
  return check;
}

absl::Status CallerCheck::Check(std::string_view proof, const Caller& caller) const {
  if (peers_.empty()) return ConstantTimeEquals(proof, fixed_) ? absl::OkStatus() : Unproved();
  std::string_view name = proof.substr(0, proof.find(':'));
  auto peer = std::find_if(peers_.begin(), peers_.end(), [&](const Peer& each) { return each.name == name; });
  if (peer == peers_.end()) return Unproved();
  std::vector<Key> keys = peer->ring.Accepted();
  bool proved = std::any_of(keys.begin(), keys.end(),
                            [&](const Key& key) { return ConstantTimeEquals(proof, ProofOf(peer->name, key)); });
  if (!proved) return Unproved();
  if (MayBe(name, caller)) return absl::OkStatus();
  return Error(absl::StatusCode::kPermissionDenied, "forbidden", "This process may not call for that caller");
}

absl::Status CallerCheck::CheckCertificate(const std::vector<std::string>& names, std::string_view proof,
                                           const Caller& caller) {
  std::string_view peer = proof.substr(0, proof.find(':'));
  bool named = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return name == peer || (peer == key::kTools && name == caller.id);
  });
  if (named) return absl::OkStatus();
  return Error(absl::StatusCode::kPermissionDenied, "forbidden", "The certificate is another process's");
}

}  // namespace academy
