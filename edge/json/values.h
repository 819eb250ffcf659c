// Scalars as JSON text. For the writers of this folder.
#pragma once

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace academy::edge {

template <typename Number>
void AppendNumber(std::string& out, Number number) {
  char text[32];
  out.append(text, std::to_chars(text, text + sizeof(text), number).ptr);
}

// The shortest text that reads back the same; null where it is no number.
template <typename Real>
void AppendReal(std::string& out, Real number) {
  if (std::isfinite(number)) {
    AppendNumber(out, number);
  } else {
    out += "null";
  }
}

// A list's or object's last comma becomes its end.
inline void Close(std::string& out, char open, char close) {
  if (out.back() == open) {
    out += close;
  } else {
    out.back() = close;
  }
}

}  // namespace academy::edge
