// What a fuzz target is made of: a file `<parser>_fuzz.cc` defines LLVMFuzzerTestOneInput and HostileInputs.
//
// The file is linked twice (academy_fuzz of bazel/cc.bzl): with libFuzzer, which makes inputs up (./academy fuzz), and
// with replay.cc, which is a unit test.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

// Gives a parser the input and checks what must hold of any. Returns 0.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace academy::fuzz {

// An input that takes a careless parser more than linear time: `piece`, repeated, between `head` and `tail`.
struct Hostile {
  std::string name;
  std::string head;
  std::string piece;
  std::string tail;
  // Bytes of its pieces with which it begins to take more than linear time.
  size_t size = 1024;
  // Each `#` of a piece stands for a number: `first`, and `step` more in each next piece. Without a step it is a `#`.
  int first = 0;
  int step = 0;

  std::string Of(size_t bytes) const {
    std::string input = head;
    for (int number = first; input.size() < head.size() + bytes; number += step) {
      for (char c : piece) input += step != 0 && c == '#' ? std::to_string(number) : std::string(1, c);
    }
    return input + tail;
  }
};

// Those for which the work may at most double when the input does.
std::vector<Hostile> HostileInputs();

// Reads an input from its front; at the end everything is empty or 0.
class Input {
 public:
  Input(const uint8_t* data, size_t size) : bytes_(reinterpret_cast<const char*>(data), size) {}

  uint8_t Byte() {
    if (bytes_.empty()) return 0;
    auto byte = static_cast<uint8_t>(bytes_.front());
    bytes_.remove_prefix(1);
    return byte;
  }
  // Without its line feed.
  std::string_view Line() {
    std::string_view line = bytes_.substr(0, bytes_.find('\n'));
    bytes_.remove_prefix(std::min(bytes_.size(), line.size() + 1));
    return line;
  }
  std::string_view Rest() const { return bytes_; }

 private:
  std::string_view bytes_;
};

[[noreturn]] inline void Fail(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: not so: %s\n", file, line, condition);
  std::abort();
}

}  // namespace academy::fuzz

#define FUZZ_CHECK(condition) \
  if (!(condition)) academy::fuzz::Fail(#condition, __FILE__, __LINE__)
