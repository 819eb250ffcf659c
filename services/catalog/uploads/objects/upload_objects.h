// Uploads in the object store, which any process of the academy continues: each is a multipart upload, whose parts are
// recorded in the database, and a tail of less than a part.
//
// Thread-safe, also across processes over one database. Every method may block on the store or the database.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "services/catalog/removals/removal_hold.h"
#include "services/catalog/uploads/objects/object_store.h"
#include "services/catalog/uploads/objects/object_writer.h"
#include "services/catalog/uploads/upload_files.h"
#include "services/catalog/uploads/upload_storage.h"
#include "services/platform/base/clock.h"
#include "services/platform/blobs/blobs.h"
#include "services/platform/blobs/multipart.h"
#include "services/platform/db/database.h"

namespace academy::catalog {

class UploadObjects final : public UploadStorage {
 public:
  struct Options {
    // Where processing works; bytes to leave free there.
    std::filesystem::path work_folder;
    int64_t keep_free = 0;
    FreeSpace free_space = FreeSpaceOf;
  };
  // All must outlive this object.
  UploadObjects(const ObjectWriter::Places& places, const RemovalHold& hold, const Clock& clock, Options options)
      : places_(places), hold_(hold), clock_(clock), options_(std::move(options)) {}

  absl::Status Create(const std::string& id) override;
  absl::StatusOr<std::unique_ptr<UploadWriter>> Open(const std::string& id, bool checked) override;
  bool counts_unverified() const override { return false; }
  absl::Status Truncate(const std::string& id, int64_t size) override { return absl::OkStatus(); }
  absl::StatusOr<int64_t> Size(const std::string& id) const override;
  absl::Status EndAppends(const std::string& id) override;
  absl::Status Finish(const std::string& id, int64_t size) override;
  // Copies the source from the store: ffmpeg reads strangers' files and so has no network.
  absl::Status Place(const std::string& id, const std::filesystem::path& path,
                     const std::function<bool()>& on_progress) const override;
  // Decides the removal; the next RemoveDue carries it out.
  absl::Status Remove(const std::string& id) override;
  absl::Status RemoveDue() override;
  // Returns those that have all their bytes and are not complete.
  std::vector<std::string> List() const override;
  absl::StatusOr<UnixMillis> ModifiedAt(const std::string& id) const override;
  bool on_this_disk() const override { return false; }
  absl::Status RequireSpace(int64_t bytes) const override;

 private:
  absl::StatusOr<ObjectRecord> Load(const std::string& id) const;
  // Makes the tail a part, if there is one: it was not known to be the end.
  absl::Status StoreTailAsPart(const ObjectRecord& object);
  absl::Status DecideForgotten();
  absl::Status Purge(const ObjectRemoval& removal);

  const ObjectWriter::Places places_;
  const RemovalHold& hold_;
  const Clock& clock_;
  const Options options_;
};

}  // namespace academy::catalog
