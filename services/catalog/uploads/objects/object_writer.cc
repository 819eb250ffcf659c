#include "services/catalog/uploads/objects/object_writer.h"

#include <algorithm>

#include "services/catalog/errors.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

constexpr int kSmallParts = 8'000;
constexpr size_t kLargePart = size_t{64} << 20;

}  // namespace

std::string ObjectsFolder(std::string_view id) { return "uploads/" + std::string(id); }

std::string SourceKey(std::string_view id) { return ObjectsFolder(id) + "/source"; }

std::string TailKey(std::string_view id, int64_t claim) { return ObjectsFolder(id) + "/tail-" + std::to_string(claim); }

size_t PartSizeOf(int number) { return number <= kSmallParts ? static_cast<size_t>(kMinPartSize) : kLargePart; }

absl::Status ObjectWriter::Append(std::string_view data) {
  const size_t before = buffer_.size();
  const size_t part_size = PartSizeOf(number_);
  size_t taken = std::min(data.size(), part_size - std::min(part_size, before));
  buffer_.append(data.substr(0, taken));
  changed_ = true;
  if (buffer_.size() < part_size) return absl::OkStatus();
  absl::StatusOr<ObjectPart> part = PutPart();
  absl::Status stored = part.status();
  if (stored.ok()) {
    pending_.parts.push_back(*part);
    if (checked_) {
      absl::StatusOr<int> next =
          places_.database.Write([&](Transaction& tx) { return TakePartNumber(tx.sql(), held_); });
      stored = next.status();
      number_ = next.value_or(number_);
    } else {
      stored = Record(pending_);
    }
    if (!stored.ok()) pending_.parts.pop_back();
  }
  if (!stored.ok()) {
    buffer_.resize(before);
    return stored;
  }
  buffer_.assign(data.substr(taken));
  changed_ = checked_ || !buffer_.empty();
  return absl::OkStatus();
}

absl::Status ObjectWriter::Discard() {
  pending_ = {};
  buffer_ = former_tail_;
  changed_ = false;
  return absl::OkStatus();
}

absl::Status ObjectWriter::Sync(bool whole) {
  if (!changed_ && (!whole || buffer_.empty())) return absl::OkStatus();
  ObjectProgress progress = pending_;
  if (!buffer_.empty() && whole) {
    ASSIGN_OR_RETURN(ObjectPart last, PutPart());
    progress.parts.push_back(std::move(last));
  } else if (!buffer_.empty()) {
    RETURN_IF_ERROR(places_.blobs.Put(TailKey(held_.id, held_.claim), buffer_));
    progress.tail_size = static_cast<int64_t>(buffer_.size());
  }
  return Record(progress);
}

absl::StatusOr<ObjectPart> ObjectWriter::PutPart() {
  if (number_ > kMaxPartNumber) return error::UploadTooLarge();
  absl::StatusOr<std::string> etag = places_.multipart.PutPart(SourceKey(held_.id), held_.multipart, number_, buffer_);
  // The store has dropped the parts, for example because they are older than it keeps them.
  if (absl::IsNotFound(etag.status())) return error::UploadNotFound();
  RETURN_IF_ERROR(etag.status());
  return ObjectPart{.number = number_, .etag = *std::move(etag), .size = static_cast<int64_t>(buffer_.size())};
}

absl::Status ObjectWriter::Record(const ObjectProgress& progress) {
  ASSIGN_OR_RETURN(number_, places_.database.Write([&](Transaction& tx) -> absl::StatusOr<int> {
    RETURN_IF_ERROR(RecordObject(tx.sql(), held_, progress));
    return TakePartNumber(tx.sql(), held_);
  }));
  if (held_.tail_size > 0) {
    std::string former = TailKey(held_.id, held_.tail_claim);
    // It is removed with the upload at the latest.
    if (!places_.blobs.Remove(former).ok()) LogWarning("tail of an upload not removed", {{"key", former}});
  }
  held_.received = ReceivedAfter(held_, progress);
  held_.tail_size = progress.tail_size;
  held_.tail_claim = held_.claim;
  pending_ = {};
  changed_ = false;
  return absl::OkStatus();
}

}  // namespace academy::catalog
