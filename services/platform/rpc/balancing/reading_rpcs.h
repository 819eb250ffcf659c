// Which rpcs only read: those may be repeated by whoever got no answer.
//
// Functions are thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace academy {

// Whether an rpc of that name changes nothing that anybody would notice if it happened twice. Its first word says it.
bool OnlyReads(std::string_view rpc);

// The unary rpcs of `academy.<service>.v1` that only read, as `academy.<service>.v1.<Service>/<Method>`, of the protos
// that are linked in.
std::vector<std::string> ReadingRpcsOf(std::string_view service);

}  // namespace academy
