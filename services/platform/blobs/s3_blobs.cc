#include "services/platform/blobs/s3_blobs.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <utility>

#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/blobs/s3_multipart.h"
#include "services/platform/encoding/base64.h"

namespace academy {
namespace {

absl::Status KeyInvalid() {
  return Error(absl::StatusCode::kInvalidArgument, "blob_key_invalid", "The name of the file is not valid");
}

absl::Status Failed(std::string_view what) { return Error(absl::StatusCode::kUnavailable, "storage_error", what); }

std::string Md5(std::string_view content) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> raw;
  unsigned int size = 0;
  EVP_Digest(content.data(), content.size(), raw.data(), &size, EVP_md5(), nullptr);
  return {reinterpret_cast<char*>(raw.data()), size};
}

class S3Blob final : public Blob {
 public:
  S3Blob(std::shared_ptr<const S3Client> client, std::string key, BlobInfo info)
      : client_(std::move(client)), key_(std::move(key)), info_(std::move(info)) {}

  int64_t size() const override { return info_.size; }
  UnixMillis modified() const override { return info_.modified; }
  std::string etag() const override { return info_.etag; }

  absl::StatusOr<size_t> ReadAt(int64_t offset, char* buffer, size_t length) const override {
    if (offset >= info_.size || length == 0) return size_t{0};
    size_t wanted = static_cast<size_t>(std::min<int64_t>(info_.size - offset, static_cast<int64_t>(length)));
    std::string range = std::to_string(offset) + "-" + std::to_string(offset + static_cast<int64_t>(wanted) - 1);
    absl::StatusOr<S3Reply> reply = client_->Run({.method = "GET",
                                                  .key = key_,
                                                  .query = {},
                                                  .fields = {"If-Match: " + info_.etag, "Range: bytes=" + range},
                                                  .content = {},
                                                  .file = {},
                                                  .into = buffer,
                                                  .into_size = wanted});
    if (absl::IsNotFound(reply.status()) || absl::IsAborted(reply.status())) {
      return Failed("The file was replaced or removed while it was read");
    }
    RETURN_IF_ERROR(reply.status());
    if (reply->length != static_cast<int64_t>(wanted)) return Failed("The store sent less than the file has");
    return wanted;
  }

 private:
  const std::shared_ptr<const S3Client> client_;
  const std::string key_;
  const BlobInfo info_;
};

}  // namespace

absl::Status S3Blobs::Put(std::string_view key, std::string_view content) {
  if (!IsBlobKey(key)) return KeyInvalid();
  return client_->Run({.method = "PUT", .key = std::string(key), .query = {}, .fields = {}, .content = content})
      .status();
}

absl::Status S3Blobs::PutFile(std::string_view key, const std::filesystem::path& source) {
  if (!IsBlobKey(key)) return KeyInvalid();
  int fd = ::open(source.c_str(), O_RDONLY | O_CLOEXEC);
  std::shared_ptr<const void> closing(nullptr, [fd](const void*) {
    if (fd >= 0) ::close(fd);
  });
  struct stat info {};
  if (fd < 0 || ::fstat(fd, &info) != 0) return Failed("Cannot read: " + std::string(std::strerror(errno)));
  S3Client::FilePart file{.fd = fd, .offset = 0, .length = info.st_size};
  bool large = file.length > client_->options().part_size;
  RETURN_IF_ERROR(large ? PutInParts(std::string(key), file) : PutWhole(std::string(key), file));
  ::unlink(source.c_str());
  return absl::OkStatus();
}

absl::Status S3Blobs::PutWhole(const std::string& key, const S3Client::FilePart& file) {
  return client_->Run({.method = "PUT", .key = key, .query = {}, .fields = {}, .content = {}, .file = file}).status();
}

absl::Status S3Blobs::PutInParts(const std::string& key, const S3Client::FilePart& file) {
  S3Multipart multipart(client_);
  ASSIGN_OR_RETURN(std::string upload, multipart.Begin(key));
  absl::Status status = PutParts(key, upload, file);
  if (status.ok()) return status;
  // Parts of an upload that is never completed occupy storage forever.
  if (!multipart.Abort(key, upload).ok()) LogWarning("parts of an upload left in the store", {{"key", key}});
  return absl::IsNotFound(status) ? Failed("The store lost the upload") : status;
}

absl::Status S3Blobs::PutParts(const std::string& key, const std::string& upload, const S3Client::FilePart& file) {
  S3Multipart multipart(client_);
  int64_t size = std::max(client_->options().part_size, (file.length + kMaxPartNumber - 1) / kMaxPartNumber);
  std::vector<StoredPart> parts;
  for (int64_t offset = 0; offset < file.length; offset += size) {
    S3Client::FilePart piece{.fd = file.fd, .offset = offset, .length = std::min(size, file.length - offset)};
    int number = static_cast<int>(parts.size()) + 1;
    ASSIGN_OR_RETURN(std::string etag, multipart.PutFilePart(key, upload, number, piece));
    parts.push_back({.number = number, .etag = std::move(etag)});
  }
  return multipart.Complete(key, upload, parts);
}

absl::StatusOr<std::unique_ptr<Blob>> S3Blobs::Open(std::string_view key) const {
  if (!IsBlobKey(key)) return KeyInvalid();
  ASSIGN_OR_RETURN(S3Reply reply, client_->Run({.method = "HEAD", .key = std::string(key)}));
  if (reply.length < 0) return Failed("The store does not say how large the file is");
  return std::make_unique<S3Blob>(client_, std::string(key), reply.info());
}

absl::StatusOr<int64_t> S3Blobs::Size(std::string_view key) const {
  ASSIGN_OR_RETURN(std::unique_ptr<Blob> blob, Open(key));
  return blob->size();
}

absl::Status S3Blobs::Remove(std::string_view key) {
  if (!IsBlobKey(key)) return KeyInvalid();
  absl::Status status = client_->Run({.method = "DELETE", .key = std::string(key)}).status();
  return absl::IsNotFound(status) ? absl::OkStatus() : status;
}

absl::Status S3Blobs::RemoveAll(std::string_view key) {
  RETURN_IF_ERROR(Remove(key));
  std::string token;
  do {
    ASSIGN_OR_RETURN(std::vector<BlobEntry> entries, ListPage(std::string(key) + "/", token));
    if (!entries.empty()) RETURN_IF_ERROR(RemoveMany(entries));
  } while (!token.empty());
  return absl::OkStatus();
}

absl::StatusOr<std::vector<BlobEntry>> S3Blobs::List(std::string_view folder) const {
  if (!folder.empty() && !IsBlobKey(folder)) return KeyInvalid();
  std::string below = folder.empty() ? std::string() : std::string(folder) + "/";
  std::vector<BlobEntry> all;
  std::string token;
  do {
    ASSIGN_OR_RETURN(std::vector<BlobEntry> entries, ListPage(below, token));
    for (BlobEntry& entry : entries) {
      entry.key.erase(0, client_->options().prefix.size());
      if (IsBlobKey(entry.key)) all.push_back(std::move(entry));
    }
  } while (!token.empty());
  return all;
}

absl::StatusOr<std::vector<BlobEntry>> S3Blobs::ListPage(const std::string& folder, std::string& token) const {
  std::string query = token.empty() ? "" : "continuation-token=" + Escape(token) + "&";
  query += "list-type=2&max-keys=1000&prefix=" + Escape(client_->options().prefix + folder);
  ASSIGN_OR_RETURN(S3Reply reply, client_->Run({.method = "GET", .key = {}, .query = query}));
  std::vector<BlobEntry> entries;
  std::string_view rest = reply.body;
  while (true) {
    std::string_view entry = Element(rest, "Contents");
    if (entry.empty()) break;
    rest.remove_prefix(static_cast<size_t>(entry.data() + entry.size() - rest.data()));
    int64_t size = 0;
    std::string_view digits = Element(entry, "Size");
    std::from_chars(digits.data(), digits.data() + digits.size(), size);
    entries.push_back({.key = WithoutEntities(Element(entry, "Key")), .size = size});
  }
  token = Element(reply.body, "IsTruncated") == "true" ? WithoutEntities(Element(reply.body, "NextContinuationToken"))
                                                       : std::string();
  return entries;
}

absl::Status S3Blobs::RemoveMany(const std::vector<BlobEntry>& entries) {
  std::string list = "<Delete><Quiet>true</Quiet>";
  for (const BlobEntry& entry : entries) {
    // Only the academy writes below the prefix, and its keys need no escaping.
    if (!IsBlobKey(entry.key)) continue;
    list += "<Object><Key>" + entry.key + "</Key></Object>";
  }
  list += "</Delete>";
  S3Client::Call call{.method = "POST",
                      .key = {},
                      .query = "delete=",
                      .fields = {"Content-MD5: " + Base64(Md5(list)), "Content-Type: application/xml"},
                      .content = list};
  ASSIGN_OR_RETURN(S3Reply reply, client_->Run(call));
  return reply.body.find("<Error") == reply.body.npos ? absl::OkStatus()
                                                      : Failed("The store did not remove every file");
}

}  // namespace academy
