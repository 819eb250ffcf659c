// Opens files to be sent. However many clients are sent a file, and however slowly they take it, it is open once:
// otherwise each of them would hold two descriptors, its connection's and the file's.
//
// Thread-safe.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "edge/http/response/file_response.h"

namespace academy::http {

class OpenFiles {
 public:
  OpenFiles();

  // Opens a regular file; nullopt if there is none at `path`. The entity tag is made of its size and modification time.
  // The answer may outlive this object.
  std::optional<ServedFile> Open(const std::filesystem::path& path) const;

 private:
  class Table;

  const std::shared_ptr<Table> table_;
};

}  // namespace academy::http
