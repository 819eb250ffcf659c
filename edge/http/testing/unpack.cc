#include "edge/http/testing/unpack.h"

#include <libdeflate.h>
#include <zstd.h>

#include <cstddef>

namespace academy::http {
namespace {

// More than any test's text.
constexpr size_t kMaxText = 4 << 20;

std::string Gunzip(const std::string& packed) {
  std::string text(kMaxText, '\0');
  size_t size = 0;
  libdeflate_decompressor* gunzip = ::libdeflate_alloc_decompressor();
  bool whole = ::libdeflate_gzip_decompress(gunzip, packed.data(), packed.size(), text.data(), text.size(), &size) ==
               LIBDEFLATE_SUCCESS;
  ::libdeflate_free_decompressor(gunzip);
  text.resize(whole ? size : 0);
  return text;
}

}  // namespace

std::string Unpack(std::string_view coding, const std::string& packed) {
  if (coding == "gzip") return Gunzip(packed);
  if (coding != "zstd") return {};
  std::string text(kMaxText, '\0');
  size_t size = ::ZSTD_decompress(text.data(), text.size(), packed.data(), packed.size());
  text.resize(::ZSTD_isError(size) != 0 ? 0 : size);
  return text;
}

}  // namespace academy::http
