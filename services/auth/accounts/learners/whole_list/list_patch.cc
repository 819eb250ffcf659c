#include "services/auth/accounts/learners/whole_list/list_patch.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "academy/auth/v1/learners.pb.h"
#include "services/auth/accounts/converters.h"

namespace academy::auth {
namespace {

constexpr char kBytesType = 2;

// The tag of a length-delimited field with a number below 16.
constexpr char TagOf(int number) { return static_cast<char>(number << 3 | kBytesType); }

// Room for what rows gain by a patch.
constexpr size_t kRoom = 16 * 1024;

// Takes a length-delimited field with this number from the front of `wire`. False, with `wire` unchanged, if there is
// another one.
bool TakeField(int number, std::string_view& wire, std::string_view& value) {
  if (wire.empty() || wire[0] != TagOf(number)) return false;
  uint64_t size = 0;
  for (size_t i = 1, shift = 0; i < wire.size() && shift < 35; ++i, shift += 7) {
    auto byte = static_cast<unsigned char>(wire[i]);
    size |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte >= 0x80) continue;
    if (size > wire.size() - i - 1) return false;
    value = wire.substr(i + 1, size);
    wire.remove_prefix(i + 1 + size);
    return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> Patched(std::string_view wire, const ListPatch& patch) {
  std::string rows;
  rows.reserve(wire.size() + kRoom);
  size_t used = 0;
  // Rows from here on stay as they are, and are copied together.
  const char* unchanged = wire.data();
  std::string_view rest = wire;
  for (;;) {
    const char* begin = rest.data();
    std::string_view row;
    std::string_view id;
    if (!TakeField(v1::ListLearnersResponse::kResultFieldNumber, rest, row)) break;
    if (!TakeField(v1::Learner::kIdFieldNumber, row, id)) return std::nullopt;
    const absl::string_view key(id.data(), id.size());
    auto before = patch.before.find(key);
    auto replaced = patch.replaced.find(key);
    bool taken_out = patch.removed.contains(key) || replaced != patch.replaced.end();
    if (before == patch.before.end() && !taken_out) continue;
    rows.append(unchanged, begin);
    unchanged = taken_out ? rest.data() : begin;
    if (before != patch.before.end()) {
      for (const std::string& added : before->second) rows += added;
      ++used;
    }
    if (replaced != patch.replaced.end()) {
      rows += replaced->second;
      ++used;
    }
  }
  rows.append(unchanged, rest.data());
  std::string_view message;
  if (!TakeField(v1::ListLearnersResponse::kMessageFieldNumber, rest, message) || !rest.empty()) return std::nullopt;
  if (used != patch.before.size() + patch.replaced.size()) return std::nullopt;
  for (const std::string& added : patch.last) rows += added;
  return ListOfRows(std::move(rows));
}

std::string ListOfRows(std::string rows) {
  v1::ListLearnersResponse rest;
  rest.set_message(ListMessage(rows.empty()));
  rest.AppendToString(&rows);
  return rows;
}

}  // namespace academy::auth
