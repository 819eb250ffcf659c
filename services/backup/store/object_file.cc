#include "services/backup/store/object_file.h"

#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "services/backup/store/sealing.h"
#include "services/platform/base/status.h"
#include "services/platform/encoding/hex.h"

namespace academy::backup {
namespace {

constexpr std::string_view kMagic = "academy-object-1\n";
constexpr size_t kPiece = 64 * 1024;
constexpr size_t kReadAhead = 8 << 20;
constexpr size_t kAdded = crypto_secretstream_xchacha20poly1305_ABYTES;
constexpr size_t kHeader = crypto_secretstream_xchacha20poly1305_HEADERBYTES;

unsigned char* Bytes(char* text) { return reinterpret_cast<unsigned char*>(text); }
const unsigned char* Bytes(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

absl::Status Failed(const std::string& what, const std::filesystem::path& file) {
  return Error(absl::StatusCode::kUnavailable, "file_error",
               "cannot " + what + " " + file.string() + ": " + std::strerror(errno));
}

absl::Status Damaged() {
  return Error(absl::StatusCode::kDataLoss, "object_damaged", "A part of the backup was altered or is incomplete");
}

class Hash {
 public:
  Hash() { crypto_hash_sha256_init(&state_); }
  void Add(std::string_view bytes) {
    crypto_hash_sha256_update(&state_, Bytes(bytes), bytes.size());
    size_ += static_cast<int64_t>(bytes.size());
  }
  int64_t size() const { return size_; }
  std::string Text() {
    std::string raw(crypto_hash_sha256_BYTES, '\0');
    crypto_hash_sha256_final(&state_, Bytes(raw.data()));
    return Hex(raw);
  }

 private:
  crypto_hash_sha256_state state_;
  int64_t size_ = 0;
};

// A new file; without a path it is only hashed.
class Output {
 public:
  static absl::StatusOr<Output> Create(const std::filesystem::path& file) {
    if (file.empty()) return Output(-1, file);
    int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) return Failed("write", file);
    return Output(fd, file);
  }
  Output(Output&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)), file_(std::move(other.file_)), hash_(other.hash_) {}
  Output& operator=(Output&&) = delete;
  ~Output() {
    if (fd_ >= 0) ::close(fd_);
  }

  absl::Status Write(std::string_view bytes) {
    hash_.Add(bytes);
    while (fd_ >= 0 && !bytes.empty()) {
      ssize_t written = ::write(fd_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return Failed("write", file_);
      bytes.remove_prefix(static_cast<size_t>(written));
    }
    return absl::OkStatus();
  }
  Hash& hash() { return hash_; }

 private:
  Output(int fd, std::filesystem::path file) : fd_(fd), file_(std::move(file)) {}

  int fd_;
  std::filesystem::path file_;
  Hash hash_;
};

// Fills the buffer unless the end comes first. Returns the number of bytes.
absl::StatusOr<size_t> Fill(const ReadBytes& read, char* buffer, size_t length) {
  size_t done = 0;
  while (done < length) {
    ASSIGN_OR_RETURN(size_t got, read(buffer + done, length - done));
    if (got == 0) break;
    done += got;
  }
  return done;
}

absl::Status WriteSealed(const ReadBytes& read, const ObjectKey& key, Hash& content, Output& output) {
  crypto_secretstream_xchacha20poly1305_state state;
  std::array<unsigned char, kHeader> header;
  crypto_secretstream_xchacha20poly1305_init_push(&state, header.data(), Bytes(key.key));
  RETURN_IF_ERROR(output.Write(kMagic));
  RETURN_IF_ERROR(output.Write(key.sealed));
  RETURN_IF_ERROR(output.Write({reinterpret_cast<const char*>(header.data()), header.size()}));
  std::string piece(kPiece, '\0');
  std::string sealed(kPiece + kAdded, '\0');
  for (bool last = false; !last;) {
    ASSIGN_OR_RETURN(size_t got, Fill(read, piece.data(), piece.size()));
    // A whole piece at the end is followed by an empty one.
    last = got < piece.size();
    content.Add({piece.data(), got});
    unsigned char tag = last ? crypto_secretstream_xchacha20poly1305_TAG_FINAL : 0;
    unsigned long long size = 0;
    crypto_secretstream_xchacha20poly1305_push(&state, Bytes(sealed.data()), &size, Bytes(piece), got, nullptr, 0, tag);
    RETURN_IF_ERROR(output.Write({sealed.data(), static_cast<size_t>(size)}));
  }
  return absl::OkStatus();
}

absl::Status ReadSealed(const ReadBytes& stored, const OpenKey& open, Output& output) {
  std::string head(kMagic.size() + kSealedKey + kHeader, '\0');
  ASSIGN_OR_RETURN(size_t read, Fill(stored, head.data(), head.size()));
  if (read < head.size() || !head.starts_with(kMagic)) return Damaged();
  ASSIGN_OR_RETURN(std::string key, open(std::string_view(head).substr(kMagic.size(), kSealedKey)));
  crypto_secretstream_xchacha20poly1305_state state;
  if (key.size() != kObjectKey || crypto_secretstream_xchacha20poly1305_init_pull(
                                      &state, Bytes(head.data() + kMagic.size() + kSealedKey), Bytes(key)) != 0) {
    return Damaged();
  }
  std::string sealed(kPiece + kAdded, '\0');
  std::string piece(kPiece, '\0');
  for (unsigned char tag = 0; tag != crypto_secretstream_xchacha20poly1305_TAG_FINAL;) {
    ASSIGN_OR_RETURN(size_t got, Fill(stored, sealed.data(), sealed.size()));
    unsigned long long size = 0;
    if (got < kAdded || crypto_secretstream_xchacha20poly1305_pull(&state, Bytes(piece.data()), &size, &tag,
                                                                   Bytes(sealed), got, nullptr, 0) != 0) {
      return Damaged();
    }
    RETURN_IF_ERROR(output.Write({piece.data(), static_cast<size_t>(size)}));
  }
  ASSIGN_OR_RETURN(size_t more, Fill(stored, sealed.data(), 1));
  return more == 0 ? absl::OkStatus() : Damaged();
}

absl::Status CopyAll(const ReadBytes& read, Output& output) {
  std::string piece(kPiece, '\0');
  while (true) {
    ASSIGN_OR_RETURN(size_t got, read(piece.data(), piece.size()));
    if (got == 0) return absl::OkStatus();
    RETURN_IF_ERROR(output.Write({piece.data(), got}));
  }
}

}  // namespace

ReadBytes BytesOf(const Blob& blob) {
  // A read from an object store is a request of its own, which is not worth it for less.
  size_t ahead = blob.descriptor() >= 0 ? kPiece : kReadAhead;
  return [&blob, ahead, offset = int64_t{0}, buffered = std::string(), used = size_t{0}](
             char* buffer, size_t length) mutable -> absl::StatusOr<size_t> {
    if (used == buffered.size()) {
      buffered.resize(static_cast<size_t>(std::min(static_cast<int64_t>(ahead), blob.size() - offset)));
      used = 0;
      ASSIGN_OR_RETURN(size_t got, blob.ReadAt(offset, buffered.data(), buffered.size()));
      buffered.resize(got);
      offset += static_cast<int64_t>(got);
    }
    size_t got = buffered.copy(buffer, length, used);
    used += got;
    return got;
  };
}

absl::StatusOr<ReadBytes> BytesOfFile(const std::filesystem::path& file) {
  int opened = ::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  struct stat info {};
  if (opened < 0) return Failed("read", file);
  std::shared_ptr<int> fd(new int(opened), [](const int* held) {
    ::close(*held);
    delete held;
  });
  if (::fstat(opened, &info) != 0) return Failed("read", file);
  return ReadBytes([fd, file, left = info.st_size](char* buffer, size_t length) mutable -> absl::StatusOr<size_t> {
    size_t wanted = std::min(length, static_cast<size_t>(left));
    ssize_t got = 0;
    do {
      got = ::read(*fd, buffer, wanted);
    } while (got < 0 && errno == EINTR);
    if (got < 0) return Failed("read", file);
    left -= got;
    return static_cast<size_t>(got);
  });
}

absl::StatusOr<ObjectInfo> WriteObject(const ReadBytes& read, const ObjectKey& key,
                                       const std::filesystem::path& target) {
  ASSIGN_OR_RETURN(Output output, Output::Create(target));
  if (key.key.empty()) {
    RETURN_IF_ERROR(CopyAll(read, output));
    int64_t size = output.hash().size();
    std::string hash = output.hash().Text();
    return ObjectInfo{.size = size, .sha256 = hash, .stored_size = size, .stored_sha256 = hash};
  }
  Hash content;
  RETURN_IF_ERROR(WriteSealed(read, key, content, output));
  return ObjectInfo{.size = content.size(),
                    .sha256 = content.Text(),
                    .stored_size = output.hash().size(),
                    .stored_sha256 = output.hash().Text()};
}

absl::StatusOr<ObjectInfo> ReadObject(const ReadBytes& stored, const OpenKey& open,
                                      const std::filesystem::path& target) {
  ASSIGN_OR_RETURN(Output output, Output::Create(target));
  Hash as_stored;
  ReadBytes hashing = [&](char* buffer, size_t length) -> absl::StatusOr<size_t> {
    ASSIGN_OR_RETURN(size_t got, stored(buffer, length));
    as_stored.Add({buffer, got});
    return got;
  };
  RETURN_IF_ERROR(open == nullptr ? CopyAll(hashing, output) : ReadSealed(hashing, open, output));
  return ObjectInfo{.size = output.hash().size(),
                    .sha256 = output.hash().Text(),
                    .stored_size = as_stored.size(),
                    .stored_sha256 = as_stored.Text()};
}

}  // namespace academy::backup
