// Appends scalars as JSON text, for the writers of this folder. Pure; callable from any thread.
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

// Appends the shortest text that reads back the same; null for NaN and infinities.
template <typename Real>
void AppendReal(std::string& out, Real number) {
  if (std::isfinite(number)) {
    AppendNumber(out, number);
  } else {
    out += "null";
  }
}

// Ends a list or object whose items each end in a comma: replaces the last comma with `close`.
inline void Close(std::string& out, char open, char close) {
  if (out.back() == open) {
    out += close;
  } else {
    out.back() = close;
  }
}

}  // namespace academy::edge
