#include "services/platform/audit/audit_entry.h"

#include <algorithm>
#include <utility>

#include "services/platform/encoding/utf8.h"

namespace academy {
namespace {

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

bool IsWord(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c == '_' || (c >= 'a' && c <= 'z'); });
}

AuditParty Clean(AuditParty party) {
  return {.kind = AuditText(party.kind), .id = AuditText(party.id), .name = AuditText(party.name)};
}

}  // namespace

AuditParty ActorOf(const Caller& caller) {
  switch (caller.kind) {
    case CallerKind::kManager:
      return {.kind = "manager", .id = caller.id, .name = {}};
    case CallerKind::kLearner:
      return {.kind = "learner", .id = caller.id, .name = {}};
    case CallerKind::kService:
      return {.kind = "service", .id = caller.id, .name = {}};
    case CallerKind::kAnonymous:
      break;
  }
  return {.kind = "anonymous", .id = {}, .name = {}};
}

std::string AuditText(std::string_view text) {
  size_t end = std::min(text.size(), kMaxAuditText);
  while (end < text.size() && end > 0 && IsContinuation(text[end])) --end;
  std::string clean(text.substr(0, end));
  // As most texts are.
  bool printable = std::all_of(clean.begin(), clean.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
  if (printable) return clean;
  bool utf8 = IsUtf8(clean);
  for (char& c : clean) {
    auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) c = ' ';
    if (byte >= 0x80 && !utf8) c = '?';
  }
  return clean;
}

AuditEntry CleanAuditEntry(AuditEntry entry) {
  entry.action = AuditText(entry.action);
  entry.subject = Clean(std::move(entry.subject));
  if (entry.actor.has_value()) entry.actor = Clean(*std::move(entry.actor));
  std::map<std::string, std::string> details;
  for (const auto& [key, value] : entry.details) {
    if (details.size() < kMaxAuditDetails) details[AuditText(key)] = AuditText(value);
  }
  entry.details = std::move(details);
  return entry;
}

bool IsAuditAction(std::string_view action) {
  size_t dot = action.find('.');
  return action.size() <= kMaxAuditText && dot != action.npos && IsWord(action.substr(0, dot)) &&
         IsWord(action.substr(dot + 1));
}

AuditFields& AuditFields::Add(std::string_view name, bool changed) {
  if (!changed) return *this;
  if (!text_.empty()) text_ += ",";
  text_ += name;
  return *this;
}

}  // namespace academy
