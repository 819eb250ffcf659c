#include "services/auth/audit/audit_chain.h"

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

std::string AuditSealKey(std::string_view credential) { return HmacSha256(credential, "academy-audit-seal-1"); }

std::string AuditSeal(std::string_view key, int64_t position, std::string_view hash) {
  std::string text;
  Put(text, std::to_string(position));
  Put(text, hash);
  return Hex(HmacSha256(key, text));
}

bool IsSealed(std::string_view key, const AuditHead& head) {
  // The initial state is written by the migration, without a seal.
  if (head.position == 0 && head.hash.empty() && head.seal.empty()) return true;
  return ConstantTimeEquals(head.seal, AuditSeal(key, head.position, head.hash));
}

}  // namespace academy::auth
