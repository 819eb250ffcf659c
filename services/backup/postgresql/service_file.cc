#include "services/backup/postgresql/service_file.h"

#include <libpq-fe.h>

#include <cctype>
#include <memory>

#include "services/platform/base/status.h"

namespace academy::backup {
namespace {

absl::Status Invalid() {
  return Error(absl::StatusCode::kInvalidArgument, "address_invalid",
               "the address of a service's PostgreSQL database cannot be used for a backup: it has an unknown part, a"
               " service, or a value with a space at its end or a line break");
}

// What the file cannot hold: it is read line by line, without the space at lines' ends.
bool Holds(std::string_view value) {
  return value.find('\n') == value.npos && std::isspace(static_cast<unsigned char>(value.back())) == 0;
}

std::string PercentEncoded(std::string_view text) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string encoded;
  for (unsigned char c : text) {
    if (c < 0x80 && (std::isalnum(c) != 0 || std::string_view("-._~").find(static_cast<char>(c)) != text.npos)) {
      encoded += static_cast<char>(c);
    } else {
      encoded += {'%', kDigits[c >> 4], kDigits[c & 15]};
    }
  }
  return encoded;
}

}  // namespace

absl::StatusOr<std::string> ServiceFileText(const std::string& address) {
  std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options(PQconninfoParse(address.c_str(), nullptr),
                                                                       &PQconninfoFree);
  if (options == nullptr) return Invalid();
  std::string text = "[" + std::string(kPgService) + "]\n";
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    std::string_view value = option->val == nullptr ? "" : option->val;
    if (value.empty()) continue;
    std::string_view name = option->keyword;
    if (name == "service" || !Holds(value)) return Invalid();
    text.append(name).append("=").append(value).append("\n");
  }
  return text;
}

std::string SocketAddress(std::string_view folder, int port, std::string_view user, std::string_view database) {
  return "postgresql://" + PercentEncoded(user) + "@/" + PercentEncoded(database) + "?host=" + PercentEncoded(folder) +
         "&port=" + std::to_string(port);
}

}  // namespace academy::backup
