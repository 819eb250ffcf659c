#include "services/auth/passwords/argon2/argon2id.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "services/platform/background/periodic_task.h"
#include "services/platform/base/log.h"
#include "services/platform/crypto/random.h"

extern "C" {
#include <core.h>
#include <encoding.h>
}

namespace academy::auth {
namespace {

constexpr size_t kBlockBytes = 1024;
constexpr size_t kSaltBytes = 16;
constexpr size_t kHashBytes = 32;
// The longest encoded form, of this salt and hash and any parameters, takes less.
constexpr size_t kMaxEncoded = 160;
// What an encoded hash may ask for. Ours ask for 19 MiB and two passes.
constexpr uint32_t kMaxMemoryBlocks = 1024 * 1024;
constexpr uint32_t kMaxPasses = 64;
// How long memory stays mapped, at least, after its last computation.
constexpr absl::Duration kKept = absl::Seconds(10);
constexpr size_t kTrialBytes = 2 * 1024 * 1024;
constexpr int kTrialRounds = 3;

// The computation of the calling thread: the reference implementation passes no argument to the functions it calls.
struct Computation {
  const Argon2Variant& variant;
  HashMemory& memory;
  std::optional<HashMemory::Block> block;
};
thread_local Computation* current = nullptr;

int TakeMemory(uint8_t** memory, size_t bytes) {
  current->block.emplace(current->memory.Take(bytes));
  *memory = current->block->data();
  return ARGON2_OK;
}

// It is wiped already.
void ReturnMemory(uint8_t*, size_t) { current->block.reset(); }

// Runs `work(context)` with everything set but the salt, the result and the costs.
template <typename Work>
int Compute(const Argon2Variant& variant, HashMemory& memory, const std::string& password, Work work) {
  Computation computation{.variant = variant, .memory = memory, .block = {}};
  current = &computation;
  argon2_context context{};
  // The reference implementation only reads it, unless asked to clear it.
  context.pwd = reinterpret_cast<uint8_t*>(const_cast<char*>(password.data()));
  context.pwdlen = static_cast<uint32_t>(password.size());
  context.lanes = context.threads = 1;
  context.version = ARGON2_VERSION_NUMBER;
  context.allocate_cbk = TakeMemory;
  context.free_cbk = ReturnMemory;
  int result = work(context);
  current = nullptr;
  return result;
}

class Argon2id final : public PasswordFunction {
 public:
  Argon2id(PasswordCost cost, const Argon2Variant& variant, std::shared_ptr<HashMemory> memory)
      : cost_(cost),
        variant_(variant),
        memory_(std::move(memory)),
        trimming_({.failure = "memory not released", .interval = kKept}, [this] {
          memory_->Trim();
          return absl::OkStatus();
        }) {}

  std::string Hash(const std::string& password) const override {
    std::string salt = RandomBytes(kSaltBytes);
    std::array<uint8_t, kHashBytes> hash;
    std::array<char, kMaxEncoded> encoded;
    int result = Compute(variant_, *memory_, password, [&](argon2_context& context) {
      context.salt = reinterpret_cast<uint8_t*>(salt.data());
      context.saltlen = kSaltBytes;
      context.out = hash.data();
      context.outlen = kHashBytes;
      context.m_cost = MemoryBlocks();
      context.t_cost = cost_.passes;
      if (int failed = argon2_ctx(&context, Argon2_id); failed != ARGON2_OK) return failed;
      return encode_string(encoded.data(), encoded.size(), &context, Argon2_id);
    });
    // Parameters that it refuses are a mistake of this program.
    if (result != ARGON2_OK) std::abort();
    return encoded.data();
  }

  bool Verify(const std::string& encoded, const std::string& password) const override {
    std::optional<Decoded> stored = Decode(encoded);
    if (!stored.has_value()) return false;
    std::string hash(stored->hash.size(), '\0');
    return Compute(variant_, *memory_, password, [&](argon2_context& context) {
             context.salt = reinterpret_cast<uint8_t*>(stored->salt.data());
             context.saltlen = static_cast<uint32_t>(stored->salt.size());
             context.out = reinterpret_cast<uint8_t*>(hash.data());
             context.outlen = static_cast<uint32_t>(hash.size());
             context.m_cost = stored->memory_blocks;
             context.t_cost = stored->passes;
             context.lanes = context.threads = stored->lanes;
             context.version = stored->version;
             return argon2_verify_ctx(&context, stored->hash.data(), Argon2_id);
           }) == ARGON2_OK;
  }

  bool NeedsRehash(const std::string& encoded) const override {
    std::optional<Decoded> stored = Decode(encoded);
    return !stored.has_value() || stored->memory_blocks != MemoryBlocks() || stored->passes != cost_.passes;
  }

 private:
  struct Decoded {
    std::string salt;
    std::string hash;
    uint32_t memory_blocks = 0;
    uint32_t passes = 0;
    uint32_t lanes = 0;
    uint32_t version = 0;
  };

  static std::optional<Decoded> Decode(const std::string& encoded) {
    // No field is longer than the whole.
    Decoded decoded{.salt = std::string(encoded.size(), '\0'), .hash = std::string(encoded.size(), '\0')};
    argon2_context context{};
    context.salt = reinterpret_cast<uint8_t*>(decoded.salt.data());
    context.saltlen = static_cast<uint32_t>(decoded.salt.size());
    context.out = reinterpret_cast<uint8_t*>(decoded.hash.data());
    context.outlen = static_cast<uint32_t>(decoded.hash.size());
    if (decode_string(&context, encoded.c_str(), Argon2_id) != ARGON2_OK) return std::nullopt;
    if (context.m_cost > kMaxMemoryBlocks || context.t_cost > kMaxPasses) return std::nullopt;
    decoded.salt.resize(context.saltlen);
    decoded.hash.resize(context.outlen);
    decoded.memory_blocks = context.m_cost;
    decoded.passes = context.t_cost;
    decoded.lanes = context.lanes;
    decoded.version = context.version;
    return decoded;
  }

  uint32_t MemoryBlocks() const { return static_cast<uint32_t>(cost_.memory_bytes / kBlockBytes); }

  const PasswordCost cost_;
  const Argon2Variant variant_;
  const std::shared_ptr<HashMemory> memory_;
  PeriodicTask trimming_;
};

}  // namespace

const Argon2Variant& FastestArgon2Variant() {
  static const Argon2Variant& fastest = [&]() -> const Argon2Variant& {
    using Clock = std::chrono::steady_clock;
    const Argon2Variant* best = nullptr;
    Clock::duration least{};
    HashMemory memory;
    std::array<uint8_t, kHashBytes> hash;
    std::array<uint8_t, kSaltBytes> salt{};
    for (const Argon2Variant& variant : UsableArgon2Variants()) {
      for (int round = 0; round < kTrialRounds; ++round) {
        Clock::time_point begun = Clock::now();
        Compute(variant, memory, "a trial", [&](argon2_context& context) {
          context.salt = salt.data();
          context.saltlen = salt.size();
          context.out = hash.data();
          context.outlen = hash.size();
          context.m_cost = kTrialBytes / kBlockBytes;
          context.t_cost = 1;
          return argon2_ctx(&context, Argon2_id);
        });
        Clock::duration took = Clock::now() - begun;
        if (best != nullptr && took >= least) continue;
        best = &variant;
        least = took;
      }
    }
    LogInfo("passwords are hashed", {{"variant", std::string(best->name)}});
    return *best;
  }();
  return fastest;
}

std::shared_ptr<const PasswordFunction> MakeArgon2id(PasswordCost cost, const Argon2Variant& variant,
                                                     std::shared_ptr<HashMemory> memory) {
  if (memory == nullptr) memory = std::make_shared<HashMemory>();
  return std::make_shared<Argon2id>(cost, variant, std::move(memory));
}

}  // namespace academy::auth

// What the reference implementation calls for each of the eight parts of a computation.
extern "C" void fill_segment(const argon2_instance_t* instance, argon2_position_t position) {
  academy::auth::current->variant.fill(instance, position);
}
