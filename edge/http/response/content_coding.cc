#include "edge/http/response/content_coding.h"

#include <brotli/encode.h>
#include <libdeflate.h>
#include <zstd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace academy::http {
namespace {

// docs/architecture.md has the measurements behind these levels: those of zstd up to 5 take more time and save nothing.
constexpr int kZstdLevel = 1;
constexpr int kGzipFast = 1;
constexpr int kGzipSmall = 6;
// Costs a tenth of the time of the best quality, for a few per cent more bytes.
constexpr int kBrotliQuality = 5;

constexpr int kFullQuality = 1000;

// In thousandths; -1 if malformed. `text` is what follows `q=`: 0 to 1 with at most three decimals.
int QualityOf(absl::string_view text) {
  if (text.empty() || text.size() > 5 || (text[0] != '0' && text[0] != '1')) return -1;
  if (text.size() > 1 && text[1] != '.') return -1;
  int quality = (text[0] - '0') * kFullQuality;
  int unit = 100;
  for (char digit : text.substr(std::min<size_t>(text.size(), 2))) {
    if (!absl::ascii_isdigit(static_cast<unsigned char>(digit))) return -1;
    quality += (digit - '0') * unit;
    unit /= 10;
  }
  return quality <= kFullQuality ? quality : -1;
}

// What a field says of one coding.
struct Wish {
  absl::string_view name;
  int quality = kFullQuality;
};

// A malformed quality refuses the coding.
Wish ReadWish(absl::string_view entry) {
  Wish wish;
  for (absl::string_view part : absl::StrSplit(entry, ';')) {
    part = absl::StripAsciiWhitespace(part);
    if (wish.name.empty()) {
      wish.name = part;
    } else if (absl::StartsWithIgnoreCase(part, "q=")) {
      wish.quality = std::max(0, QualityOf(part.substr(2)));
    }
  }
  return wish;
}

// What the field says of `name`; nullopt if it does not name it.
std::optional<int> QualityIn(absl::string_view field, absl::string_view name) {
  for (absl::string_view entry : absl::StrSplit(field, ',')) {
    Wish wish = ReadWish(entry);
    if (absl::EqualsIgnoreCase(wish.name, name)) return wish.quality;
  }
  return std::nullopt;
}

// The compressors of one thread: making one costs more than a short text's compression.
struct Compressors {
  std::unique_ptr<ZSTD_CCtx, decltype(&::ZSTD_freeCCtx)> zstd{::ZSTD_createCCtx(), &::ZSTD_freeCCtx};
  std::unique_ptr<libdeflate_compressor, decltype(&::libdeflate_free_compressor)> fast_gzip{
      ::libdeflate_alloc_compressor(kGzipFast), &::libdeflate_free_compressor};
  std::unique_ptr<libdeflate_compressor, decltype(&::libdeflate_free_compressor)> small_gzip{
      ::libdeflate_alloc_compressor(kGzipSmall), &::libdeflate_free_compressor};
};

Compressors& OwnCompressors() {
  thread_local Compressors compressors;
  return compressors;
}

// The number of bytes written to `packed`, 0 for a failure.
size_t Gzip(libdeflate_compressor* gzip, std::string_view text, std::string& packed) {
  if (gzip == nullptr) return 0;
  packed.resize(::libdeflate_gzip_compress_bound(gzip, text.size()));
  return ::libdeflate_gzip_compress(gzip, text.data(), text.size(), packed.data(), packed.size());
}

size_t Zstd(ZSTD_CCtx* zstd, std::string_view text, std::string& packed) {
  if (zstd == nullptr) return 0;
  packed.resize(::ZSTD_compressBound(text.size()));
  size_t size = ::ZSTD_compressCCtx(zstd, packed.data(), packed.size(), text.data(), text.size(), kZstdLevel);
  return ::ZSTD_isError(size) != 0 ? 0 : size;
}

size_t Brotli(std::string_view text, std::string& packed) {
  size_t size = ::BrotliEncoderMaxCompressedSize(text.size());
  packed.resize(size);
  bool whole = ::BrotliEncoderCompress(kBrotliQuality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, text.size(),
                                       reinterpret_cast<const uint8_t*>(text.data()), &size,
                                       reinterpret_cast<uint8_t*>(packed.data())) == BROTLI_TRUE;
  return whole ? size : 0;
}

}  // namespace

std::string_view NameOf(Coding coding) {
  switch (coding) {
    case Coding::kGzip:
      return "gzip";
    case Coding::kBrotli:
      return "br";
    case Coding::kZstd:
      return "zstd";
    case Coding::kIdentity:
      break;
  }
  return "identity";
}

Coding ChooseCoding(std::string_view accept_encoding, std::initializer_list<Coding> offered) {
  absl::string_view field(accept_encoding.data(), accept_encoding.size());
  const int unnamed = QualityIn(field, "*").value_or(0);
  Coding best = Coding::kIdentity;
  int highest = 0;
  for (Coding coding : offered) {
    std::string_view name = NameOf(coding);
    int quality = QualityIn(field, {name.data(), name.size()}).value_or(unnamed);
    if (quality <= highest) continue;
    best = coding;
    highest = quality;
  }
  // The identity is the last choice, unless the field itself prefers it.
  return QualityIn(field, "identity").value_or(0) > highest ? Coding::kIdentity : best;
}

std::string Compress(Coding coding, Effort effort, std::string_view text) {
  std::string packed;
  size_t size = 0;
  bool fast = effort == Effort::kFast;
  switch (coding) {
    case Coding::kGzip:
      size = Gzip((fast ? OwnCompressors().fast_gzip : OwnCompressors().small_gzip).get(), text, packed);
      break;
    case Coding::kZstd:
      size = Zstd(OwnCompressors().zstd.get(), text, packed);
      break;
    case Coding::kBrotli:
      size = Brotli(text, packed);
      break;
    case Coding::kIdentity:
      break;
  }
  packed.resize(size);
  return packed;
}

}  // namespace academy::http
