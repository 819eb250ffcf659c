// libpq's service file: what names a server in a file, so that no password is on a command line.
//
// Pure and thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace academy::backup {

// The name of the service in the file.
inline constexpr char kPgService[] = "academy";

// The file's text for an address, which is a URL or libpq's `name=value`s. INVALID_ARGUMENT address_invalid, without
// the address, if libpq does not understand it or the file cannot hold it.
absl::StatusOr<std::string> ServiceFileText(const std::string& address);

// The address of a database by a server's socket folder and port. Nothing of it is secret.
std::string SocketAddress(std::string_view folder, int port, std::string_view user, std::string_view database);

}  // namespace academy::backup
