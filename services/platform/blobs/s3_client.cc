#include "services/platform/blobs/s3_client.h"

#include <openssl/evp.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "absl/time/clock.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/encoding/hex.h"

namespace academy {
namespace {

constexpr size_t kReadSize = 64 * 1024;
// Enough for lists of a thousand keys and for errors.
constexpr size_t kMaxReply = 2 * 1024 * 1024;
constexpr size_t kIdleConnections = 4;

// State of one attempt, which libcurl reads from and writes to.
struct Attempt {
  const S3Client::Call& call;
  int64_t sent = 0;
  size_t taken = 0;
  S3Reply reply = {};

  int64_t size() const { return call.file.fd >= 0 ? call.file.length : static_cast<int64_t>(call.content.size()); }
};

size_t SendBody(char* to, size_t size, size_t count, void* data) {
  auto& attempt = *static_cast<Attempt*>(data);
  size_t room = std::min(size * count, static_cast<size_t>(attempt.size() - attempt.sent));
  if (attempt.call.file.fd < 0) {
    std::memcpy(to, attempt.call.content.data() + attempt.sent, room);
  } else if (room > 0) {
    ssize_t got = ::pread(attempt.call.file.fd, to, room, attempt.call.file.offset + attempt.sent);
    // If the file has become shorter, the store would wait for bytes that never come.
    if (got <= 0) return CURL_READFUNC_ABORT;
    room = static_cast<size_t>(got);
  }
  attempt.sent += static_cast<int64_t>(room);
  return room;
}

int Rewind(void* data, curl_off_t offset, int origin) {
  if (origin != SEEK_SET) return CURL_SEEKFUNC_CANTSEEK;
  static_cast<Attempt*>(data)->sent = offset;
  return CURL_SEEKFUNC_OK;
}

size_t TakeLine(char* line, size_t size, size_t count, void* data) {
  static_cast<Attempt*>(data)->reply.TakeHeader({line, size * count});
  return size * count;
}

size_t TakeBody(char* from, size_t size, size_t count, void* data) {
  auto& attempt = *static_cast<Attempt*>(data);
  size_t bytes = size * count;
  if (attempt.call.into != nullptr && attempt.reply.status < 300) {
    if (bytes > attempt.call.into_size - attempt.taken) return 0;
    std::memcpy(attempt.call.into + attempt.taken, from, bytes);
    attempt.taken += bytes;
  } else {
    if (bytes > kMaxReply - attempt.reply.body.size()) return 0;
    attempt.reply.body.append(from, bytes);
  }
  return bytes;
}

// In hexadecimal; empty when the file cannot be read.
std::string Sha256Of(const S3Client::FilePart& file) {
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> digest(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  if (digest == nullptr || EVP_DigestInit_ex(digest.get(), EVP_sha256(), nullptr) != 1) return "";
  std::string buffer(kReadSize, '\0');
  for (int64_t done = 0; done < file.length;) {
    size_t wanted = static_cast<size_t>(std::min<int64_t>(file.length - done, kReadSize));
    ssize_t got = ::pread(file.fd, buffer.data(), wanted, file.offset + done);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return "";
    EVP_DigestUpdate(digest.get(), buffer.data(), static_cast<size_t>(got));
    done += got;
  }
  std::array<unsigned char, 32> raw;
  EVP_DigestFinal_ex(digest.get(), raw.data(), nullptr);
  return Hex({reinterpret_cast<char*>(raw.data()), raw.size()});
}

void SetMethod(CURL* curl, Attempt& attempt) {
  std::string_view method = attempt.call.method;
  if (method == "HEAD") {
    curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);
  } else if (method == "DELETE") {
    curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, "DELETE");
  } else if (method == "PUT") {
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(attempt.size()));
    curl_easy_setopt(curl, CURLOPT_UPLOAD_BUFFERSIZE, static_cast<long>(kReadSize));
  } else if (method == "POST") {
    curl_easy_setopt(curl, CURLOPT_POST, 1L);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(attempt.call.content.size()));
    // With null libcurl would read the body from its callback.
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, attempt.call.content.empty() ? "" : attempt.call.content.data());
  }
  curl_easy_setopt(curl, CURLOPT_READFUNCTION, &SendBody);
  curl_easy_setopt(curl, CURLOPT_READDATA, &attempt);
  curl_easy_setopt(curl, CURLOPT_SEEKFUNCTION, &Rewind);
  curl_easy_setopt(curl, CURLOPT_SEEKDATA, &attempt);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, &TakeLine);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, &attempt);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &TakeBody);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &attempt);
}

}  // namespace

absl::StatusOr<S3Reply> S3Client::Run(const Call& call) const {
  std::string sha256 = call.file.fd >= 0 ? Sha256Of(call.file) : Hex(Sha256(call.content));
  if (sha256.empty()) {
    return Error(absl::StatusCode::kUnavailable, "storage_error", "Cannot read the file that is to be stored");
  }
  std::string url = UrlOf(options_, call.key) + (call.query.empty() ? "" : "?" + call.query);
  absl::Duration pause = options_.first_pause;
  for (int tried = 1;; ++tried) {
    CurlPtr curl = TakeConnection();
    if (curl == nullptr) return absl::ResourceExhaustedError("libcurl has no memory");
    CurlList fields = PrepareS3(curl.get(), options_, url, sha256, call.fields);
    Attempt attempt{.call = call};
    SetMethod(curl.get(), attempt);
    CURLcode result = curl_easy_perform(curl.get());
    // The list is destroyed at the end of this iteration.
    curl_easy_setopt(curl.get(), CURLOPT_HTTPHEADER, nullptr);
    KeepConnection(std::move(curl));
    if (IsTransient(result, attempt.reply.status) && tried < options_.tries) {
      absl::SleepFor(pause);
      pause *= 2;
      continue;
    }
    RETURN_IF_ERROR(StatusOf(result, attempt.reply, std::string(call.method) + " " + call.key));
    if (call.into != nullptr) attempt.reply.length = static_cast<int64_t>(attempt.taken);
    return std::move(attempt.reply);
  }
}

CurlPtr S3Client::TakeConnection() const {
  {
    absl::MutexLock lock(&mutex_);
    if (!idle_.empty()) {
      CurlPtr curl = std::move(idle_.back());
      idle_.pop_back();
      return curl;
    }
  }
  return NewCurl();
}

void S3Client::KeepConnection(CurlPtr curl) const {
  absl::MutexLock lock(&mutex_);
  if (idle_.size() < kIdleConnections) idle_.push_back(std::move(curl));
}

}  // namespace academy
