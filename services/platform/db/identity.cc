#include "services/platform/db/identity.h"

#include <fstream>
#include <optional>
#include <system_error>

#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/db/query.h"
#include "services/platform/files/durable_folder.h"
#include "services/platform/keys/key_file.h"

namespace academy {
namespace {

absl::Status Refused(std::string_view reason, const std::string& message) {
  return Error(absl::StatusCode::kFailedPrecondition, reason, message);
}

}  // namespace

absl::Status DatabaseMarker::Load() {
  std::error_code error;
  if (file_.empty() || !std::filesystem::exists(file_, error)) return absl::OkStatus();
  std::ifstream in(file_);
  if (!(in >> id_)) return Refused("marker_unreadable", "cannot read " + file_.string());
  return absl::OkStatus();
}

absl::Status DatabaseMarker::Store(const std::string& id) {
  if (file_.empty() || id == id_) return absl::OkStatus();
  RETURN_IF_ERROR(MakeDurableFolder(file_.parent_path()));
  RETURN_IF_ERROR(WriteSecretFile(file_, id + "\n"));
  id_ = id;
  return absl::OkStatus();
}

absl::Status DatabaseMarker::RefuseToCreate(const std::string& what) const {
  if (id_.empty()) return absl::OkStatus();
  return Refused("database_missing", what +
                                         ", and there was one. Put it back, or restore a backup. To begin with an "
                                         "empty one, remove " +
                                         file_.string());
}

absl::Status DatabaseMarker::Compare(const std::string& id) const {
  if (id_.empty() || id == id_) return absl::OkStatus();
  return Refused("other_database", "This is another academy's database, or an empty one: its id is " + id +
                                       ", expected is " + id_ +
                                       ". Put the right one back. To change to this one, "
                                       "remove " +
                                       file_.string());
}

std::string ReadDatabaseId(soci::session& sql) {
  return QueryOne<std::string>(sql, "SELECT id FROM database_identity").value_or("");
}

std::string IdentifyDatabase(soci::session& sql, const std::string& remembered, UnixMillis now) {
  sql << "CREATE TABLE IF NOT EXISTS database_identity (id TEXT NOT NULL)";
  auto found = QueryOne<std::string>(sql, "SELECT id FROM database_identity");
  if (found.has_value()) return *std::move(found);
  std::string id = remembered.empty() ? NewId(now) : remembered;
  Execute(sql, "INSERT INTO database_identity (id) VALUES (:id)", id);
  return id;
}

}  // namespace academy
