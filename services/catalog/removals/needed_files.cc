#include "services/catalog/removals/needed_files.h"

#include <iostream>
#include <memory>

#include "services/catalog/removals/needed_files_store.h"
#include "services/platform/base/status.h"
#include "services/platform/db/database.h"

namespace academy::catalog {
namespace {

absl::StatusOr<NeededFiles> Read(const std::filesystem::path& data, const absl::StatusOr<std::string>& database_url) {
  ASSIGN_OR_RETURN(std::string url, database_url);
  if (url.empty()) url = (data / "catalog" / "catalog.db").string();
  ASSIGN_OR_RETURN(std::unique_ptr<Database> database, Database::OpenReadOnly({.url = url, .readers = 1}));
  return database->Read([](soci::session& sql) -> absl::StatusOr<NeededFiles> { return ListNeededFiles(sql); });
}

}  // namespace

int PrintNeededFiles(const std::filesystem::path& data, const absl::StatusOr<std::string>& database_url) {
  absl::StatusOr<NeededFiles> files = Read(data, database_url);
  if (!files.ok()) {
    std::cerr << "Cannot read the catalog: " << MessageOf(files.status()) << std::endl;
    return 1;
  }
  for (const std::string& key : files->blobs) std::cout << "blob " << key << "\n";
  for (const std::string& id : files->uploads) std::cout << "upload " << id << "\n";
  return std::cout.flush() ? 0 : 1;
}

}  // namespace academy::catalog
