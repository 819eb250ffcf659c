#include "services/catalog/courses/search_text.h"

#include <utf8proc.h>

#include <cstdlib>
#include <memory>

namespace academy::catalog {
namespace {

// Folds letters that Unicode's decomposition keeps distinct. Returns 0 for a character to remove.
utf8proc_int32_t FoldArabic(utf8proc_int32_t code) {
  if (code >= 0x0660 && code <= 0x0669) return '0' + code - 0x0660;
  if (code >= 0x06f0 && code <= 0x06f9) return '0' + code - 0x06f0;
  switch (code) {
    case 0x0640:  // tatweel
      return 0;
    case 0x0671:  // alef wasla
      return 0x0627;
    case 0x0649:  // alef maqsura
    case 0x06cc:  // farsi yeh
      return 0x064a;
    case 0x0629:  // teh marbuta
      return 0x0647;
    case 0x06a9:  // keheh
      return 0x0643;
    default:
      return code;
  }
}

}  // namespace

std::string FoldForSearch(std::string_view text) {
  utf8proc_uint8_t* mapped = nullptr;
  utf8proc_ssize_t size = utf8proc_map(
      reinterpret_cast<const utf8proc_uint8_t*>(text.data()), static_cast<utf8proc_ssize_t>(text.size()), &mapped,
      static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_STRIPMARK |
                                     UTF8PROC_CASEFOLD | UTF8PROC_IGNORE));
  if (size < 0) return std::string(text);
  std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, std::free);
  std::string folded;
  folded.reserve(static_cast<size_t>(size));
  for (utf8proc_ssize_t i = 0; i < size;) {
    utf8proc_int32_t code = 0;
    utf8proc_ssize_t used = utf8proc_iterate(mapped + i, size - i, &code);
    if (used <= 0) break;
    i += used;
    code = FoldArabic(code);
    if (code == 0) continue;
    utf8proc_uint8_t bytes[4];
    utf8proc_ssize_t length = utf8proc_encode_char(code, bytes);
    folded.append(reinterpret_cast<const char*>(bytes), static_cast<size_t>(length));
  }
  return folded;
}

std::string LikePattern(std::string_view text) {
  std::string pattern = "%";
  for (char c : FoldForSearch(text)) {
    if (c == '%' || c == '_' || c == '\\') pattern.push_back('\\');
    pattern.push_back(c);
  }
  pattern.push_back('%');
  return pattern;
}

}  // namespace academy::catalog
