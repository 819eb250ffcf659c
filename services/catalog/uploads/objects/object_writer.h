// One append to an upload in the object store. Bytes are collected in memory until they fill a part, which is stored
// and recorded; what is left at the end is stored as the upload's tail, which the next append continues. So at most one
// part's bytes are lost with this process.
//
// Used by one thread at a time. Every method but Size may block on the store.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/catalog/uploads/objects/object_store.h"
#include "services/catalog/uploads/upload_storage.h"
#include "services/platform/blobs/blobs.h"
#include "services/platform/blobs/multipart.h"
#include "services/platform/db/database.h"

namespace academy::catalog {

// The keys of an upload's blobs: all of them, its source, and the tail that the append with this claim stored.
std::string ObjectsFolder(std::string_view id);
std::string SourceKey(std::string_view id);
std::string TailKey(std::string_view id, int64_t claim);

// Bytes of the part with this number. Parts are as small as the store allows while there are numbers for it, because
// what a part lacks is lost with its process: 40 GiB in small parts, 165 GiB at all.
size_t PartSizeOf(int number);

class ObjectWriter final : public UploadWriter {
 public:
  // Where everything is; all must outlive the writer.
  struct Places {
    Database& database;
    Blobs& blobs;
    Multipart& multipart;
  };
  // `held` is the record as ClaimObject returned it, `tail` the bytes of its tail. With `checked`, nothing is recorded
  // before Sync.
  ObjectWriter(const Places& places, ObjectRecord held, std::string tail, bool checked)
      : places_(places), held_(std::move(held)), number_(held_.next_part), checked_(checked), buffer_(std::move(tail)) {
    if (checked_) former_tail_ = buffer_;
  }

  absl::StatusOr<int64_t> Size() const override { return held_.received; }
  absl::Status Append(std::string_view data) override;
  absl::Status Discard() override;
  // With `whole`, what is left becomes the last part.
  absl::Status Sync(bool whole) override;

 private:
  // Stores the buffer as a part.
  absl::StatusOr<ObjectPart> PutPart();
  // Records what was stored. The tail of before is removed.
  absl::Status Record(const ObjectProgress& progress);

  const Places places_;
  ObjectRecord held_;
  // Of the next part.
  int number_;
  const bool checked_;
  // What no part has yet; it begins with the tail.
  std::string buffer_;
  // Of a checked append, for Discard.
  std::string former_tail_;
  // Stored and not yet recorded.
  ObjectProgress pending_;
  // Whether anything was appended that is not recorded.
  bool changed_ = false;
};

}  // namespace academy::catalog
