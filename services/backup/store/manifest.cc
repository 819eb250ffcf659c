#include "services/backup/store/manifest.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "absl/time/time.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/encoding/hex.h"

namespace academy::backup {
namespace {

using nlohmann::json;

constexpr int kFormat = 1;
// Of manifests with PostgreSQL clusters, which older programs must not restore without them.
constexpr int kFormatWithClusters = 2;
constexpr int kMaxVersion = 1000;
constexpr size_t kHash = 64;
constexpr size_t kTimeInId = 19;
constexpr size_t kHashInId = 20;

absl::Status Invalid() {
  return Error(absl::StatusCode::kDataLoss, "manifest_invalid", "The backup's manifest was altered or is incomplete");
}

bool IsHex(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

// A relative path without any step out of the folder.
bool IsInside(std::string_view path) {
  if (path.empty() || path.find('\0') != path.npos) return false;
  for (std::string_view rest = path;;) {
    std::string_view segment = rest.substr(0, rest.find('/'));
    if (segment.empty() || segment == "." || segment == "..") return false;
    if (segment.size() == rest.size()) return true;
    rest.remove_prefix(segment.size() + 1);
  }
}

// Empty or -1 if there is no such member.
std::string TextOf(const json& object, const char* name) {
  auto member = object.find(name);
  return member != object.end() && member->is_string() ? member->get<std::string>() : std::string();
}
int64_t NumberOf(const json& object, const char* name) {
  auto member = object.find(name);
  return member != object.end() && member->is_number_integer() ? member->get<int64_t>() : -1;
}

std::vector<std::string> TextsOf(const json& object, const char* name) {
  auto member = object.find(name);
  std::vector<std::string> texts;
  if (member == object.end() || !member->is_array()) return texts;
  for (const json& text : *member) texts.push_back(text.is_string() ? text.get<std::string>() : std::string());
  return texts;
}

json WriteCluster(const ManifestCluster& cluster) {
  json databases = json::array();
  for (const ManifestDatabase& database : cluster.databases) {
    databases.push_back({{"service", database.service}, {"name", database.name}, {"user", database.user}});
  }
  return {{"folder", cluster.folder},
          {"version", cluster.version},
          {"databases", databases},
          {"emptyFolders", cluster.empty_folders}};
}

absl::StatusOr<ManifestCluster> ReadCluster(const json& text) {
  if (!text.is_object()) return Invalid();
  int64_t version = NumberOf(text, "version");
  ManifestCluster cluster{.folder = TextOf(text, "folder"), .empty_folders = TextsOf(text, "emptyFolders")};
  bool inside =
      IsInside(cluster.folder) && std::all_of(cluster.empty_folders.begin(), cluster.empty_folders.end(), &IsInside);
  auto databases = text.find("databases");
  if (!inside || version < 1 || version > kMaxVersion || databases == text.end() || !databases->is_array()) {
    return Invalid();
  }
  cluster.version = static_cast<int>(version);
  for (const json& database : *databases) {
    if (!database.is_object()) return Invalid();
    cluster.databases.push_back(
        {.service = TextOf(database, "service"), .name = TextOf(database, "name"), .user = TextOf(database, "user")});
  }
  return cluster;
}

}  // namespace

std::string WriteManifest(const Manifest& manifest) {
  json entries = json::array();
  for (const ManifestEntry& entry : manifest.entries) {
    entries.push_back({{"path", entry.path}, {"size", entry.size}, {"sha256", entry.sha256}, {"object", entry.object}});
  }
  json text = {{"format", kFormat}, {"at", manifest.at}, {"auditHead", manifest.audit_head}, {"files", entries}};
  if (!manifest.clusters.empty()) {
    text["format"] = kFormatWithClusters;
    for (const ManifestCluster& cluster : manifest.clusters) text["postgresql"].push_back(WriteCluster(cluster));
  }
  return text.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

absl::StatusOr<Manifest> ReadManifest(std::string_view text) {
  json parsed = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!parsed.is_object()) return Invalid();
  int64_t format = NumberOf(parsed, "format");
  if (format > kFormatWithClusters) {
    return Error(absl::StatusCode::kFailedPrecondition, "manifest_too_new",
                 "A newer program made this backup: restore it with that");
  }
  Manifest manifest{.at = NumberOf(parsed, "at"), .audit_head = TextOf(parsed, "auditHead")};
  auto files = parsed.find("files");
  if (format < kFormat || manifest.at < 0 || files == parsed.end() || !files->is_array()) return Invalid();
  for (const json& file : *files) {
    if (!file.is_object()) return Invalid();
    ManifestEntry entry{.path = TextOf(file, "path"),
                        .size = NumberOf(file, "size"),
                        .sha256 = TextOf(file, "sha256"),
                        .object = TextOf(file, "object")};
    bool hash = entry.sha256.size() == kHash && IsHex(entry.sha256);
    if (!IsInside(entry.path) || entry.size < 0 || !hash || entry.object.size() != kHash || !IsHex(entry.object)) {
      return Invalid();
    }
    manifest.entries.push_back(std::move(entry));
  }
  auto clusters = parsed.find("postgresql");
  if ((clusters != parsed.end()) != (format == kFormatWithClusters)) return Invalid();
  if (clusters == parsed.end()) return manifest;
  if (!clusters->is_array()) return Invalid();
  for (const json& text_of_cluster : *clusters) {
    ASSIGN_OR_RETURN(ManifestCluster cluster, ReadCluster(text_of_cluster));
    manifest.clusters.push_back(std::move(cluster));
  }
  return manifest;
}

std::string WriteObjectList(const std::vector<StoredObject>& objects) {
  std::ostringstream text;
  for (const StoredObject& object : objects) {
    text << object.name << ' ' << object.size << ' ' << object.sha256 << ' ' << object.checked_at << '\n';
  }
  return text.str();
}

absl::StatusOr<std::vector<StoredObject>> ReadObjectList(std::string_view text) {
  std::vector<StoredObject> objects;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    StoredObject object;
    words >> object.name >> object.size >> object.sha256 >> object.checked_at;
    if (!words || object.name.size() != kHash || !IsHex(object.name)) {
      return Error(absl::StatusCode::kDataLoss, "object_list_invalid",
                   "The list of a backup's objects was altered or is incomplete");
    }
    objects.push_back(std::move(object));
  }
  return objects;
}

std::string BackupId(UnixMillis at, std::string_view manifest) {
  // Milliseconds, so that the ids of two backups of one second have their order.
  std::string time = absl::FormatTime("%Y%m%dT%H%M%E3SZ", absl::FromUnixMillis(at), absl::UTCTimeZone());
  std::erase(time, '.');
  return time + "-" + Hex(Sha256(manifest)).substr(0, kHashInId);
}

bool IsBackupId(std::string_view id) { return TimeOfBackup(id) > 0; }

UnixMillis TimeOfBackup(std::string_view id) {
  if (id.size() != kTimeInId + 1 + kHashInId || id[kTimeInId] != '-' || !IsHex(id.substr(kTimeInId + 1))) return 0;
  // 20261123T010203456Z as 2026-11-23T01:02:03.456Z.
  std::string time(id.substr(0, kTimeInId));
  for (size_t at : {4, 7}) time.insert(at, "-");
  for (size_t at : {13, 16}) time.insert(at, ":");
  time.insert(19, ".");
  return ParseTime(time).value_or(0);
}

}  // namespace academy::backup
