#include "services/platform/keys/key_command.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <vector>

#include "services/platform/base/clock.h"
#include "services/platform/base/status.h"
#include "services/platform/keys/key_folder.h"

namespace academy {
namespace {

absl::Status Failed(const std::string& message) {
  return Error(absl::StatusCode::kFailedPrecondition, "keys_not_found", message);
}

absl::StatusOr<KeyFolder> OpenFolder(const std::filesystem::path& data) {
  std::error_code error;
  if (!std::filesystem::is_directory(data, error)) return Failed("there is no folder " + data.string());
  ASSIGN_OR_RETURN(KeyFolder folder, KeyFolder::Open(data, KeyFolder::Missing::kRefuse));
  if (!std::filesystem::is_directory(folder.path(), error)) {
    return Failed(data.string() +
                  " has no folder keys: it is no academy's data folder, or one that was not started yet");
  }
  return folder;
}

std::string StateOf(const Key& key, const std::vector<Key>& accepted, UnixMillis now) {
  if (key.id == accepted.front().id) return "current";
  if (key.current_from > now) return "next";
  bool kept = std::any_of(accepted.begin(), accepted.end(), [&](const Key& other) { return other.id == key.id; });
  return kept ? "accepted" : "ended";
}

absl::Status List(const KeyFolder& folder) {
  UnixMillis now = Clock::System().Now();
  std::printf("%-19s%-14s%-10s%-26s%s\n", "NAME", "ID", "STATE", "MADE", "FOR");
  for (const KeyPurpose& purpose : KeyPurposes()) {
    absl::StatusOr<std::vector<Key>> keys = ReadKeys(folder.path() / purpose.name, purpose.name);
    // Another machine has only the keys that its processes need.
    if (!keys.ok() && DetailOf(keys.status()).reason == "key_missing") continue;
    if (!keys.ok()) return keys.status();
    std::vector<Key> accepted = AcceptedKeys(*keys, purpose.accepted, now);
    for (const Key& key : *keys) {
      std::printf("%-19s%-14s%-10s%-26s%s\n", std::string(purpose.name).c_str(), key.id.c_str(),
                  StateOf(key, accepted, now).c_str(), FormatTime(key.created_at).c_str(),
                  std::string(purpose.text).c_str());
    }
  }
  return absl::OkStatus();
}

std::vector<std::string_view> NamesOf(const std::string& what) {
  std::vector<std::string_view> names;
  for (const KeyPurpose& purpose : KeyPurposes()) {
    if (what == purpose.name || what == "all" || (what == "calls" && purpose.use == KeyUse::kCall)) {
      names.push_back(purpose.name);
    }
  }
  return names;
}

absl::Status Rotate(const KeyFolder& folder, const KeyCommand& command) {
  if (command.after < absl::ZeroDuration()) return Failed("a key cannot be current before it is made");
  std::vector<std::string_view> names = NamesOf(command.rotate);
  if (names.empty()) {
    std::string known;
    for (const KeyPurpose& purpose : KeyPurposes()) known.append(purpose.name).append(", ");
    return Failed("there is no key '" + command.rotate + "'. Known: " + known + "calls, all");
  }
  for (std::string_view name : names) {
    ASSIGN_OR_RETURN(Key key, folder.Rotate(name, command.after));
    std::printf("%s: new key %s, current from %s\n", std::string(name).c_str(), key.id.c_str(),
                FormatTime(key.current_from).c_str());
  }
  return absl::OkStatus();
}

}  // namespace

int RunKeyCommand(const KeyCommand& command) {
  absl::StatusOr<KeyFolder> folder = OpenFolder(command.data);
  absl::Status status = folder.status();
  if (status.ok()) status = command.rotate.empty() ? List(*folder) : Rotate(*folder, command);
  if (status.ok()) return 0;
  std::cerr << MessageOf(status) << std::endl;
  return 1;
}

}  // namespace academy
