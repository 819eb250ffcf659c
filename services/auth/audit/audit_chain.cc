#include "services/auth/audit/audit_chain.h"

#include <optional>

#include "services/platform/crypto/digest.h"
#include "services/platform/encoding/hex.h"

namespace academy::auth {
namespace {

// The length prefix makes the end of each text unambiguous.
void Put(std::string& out, std::string_view text) {
  out += std::to_string(text.size());
  out += ':';
  out += text;
}

void Put(std::string& out, const AuditParty& party) {
  Put(out, party.kind);
  Put(out, party.id);
  Put(out, party.name);
}

std::string Mac(const Key& key, int64_t position, std::string_view hash) {
  std::string text;
  Put(text, std::to_string(position));
  Put(text, hash);
  return Hex(HmacSha256(key.secret, text));
}

}  // namespace

std::string AuditHash(const AuditRecord& record, std::string_view previous) {
  std::string text;
  Put(text, "academy-audit-1");
  Put(text, std::to_string(record.position));
  Put(text, previous);
  Put(text, record.id);
  Put(text, FormatTime(record.at));
  Put(text, record.actor);
  Put(text, record.action);
  Put(text, record.subject);
  Put(text, record.remote_address);
  Put(text, record.device);
  Put(text, record.request_id);
  Put(text, std::to_string(record.details.size()));
  for (const auto& [key, value] : record.details) {
    Put(text, key);
    Put(text, value);
  }
  return Hex(Sha256(text));
}

std::string AuditSeal(const Key& key, int64_t position, std::string_view hash) {
  return key.id + ":" + Mac(key, position, hash);
}

std::string_view SealKeyId(const AuditHead& head) {
  size_t colon = head.seal.find(':');
  return colon == head.seal.npos ? kImportedKey : std::string_view(head.seal).substr(0, colon);
}

bool IsSealed(const KeyRing& keys, const AuditHead& head) {
  // The initial state is written by the migration, without a seal.
  if (head.position == 0 && head.hash.empty() && head.seal.empty()) return true;
  std::optional<Key> key = keys.Find(SealKeyId(head));
  if (!key.has_value()) return false;
  // npos + 1 is 0.
  std::string_view mac = std::string_view(head.seal).substr(head.seal.find(':') + 1);
  return ConstantTimeEquals(mac, Mac(*key, head.position, head.hash));
}

}  // namespace academy::auth
