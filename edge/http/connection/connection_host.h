// What all connections of a server share. They keep it alive, since an answer may come after the server is gone.
//
// Thread-safe.
#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "edge/http/connection/body_budget.h"
#include "edge/http/engine.h"
#include "edge/http/server_options.h"
#include "services/platform/base/timed_wait.h"

namespace academy::http {

class Connection;

struct ConnectionHost {
  ConnectionHost(ServerOptions server_options, ServerHooks server_hooks)
      : options(std::move(server_options)),
        hooks(std::move(server_hooks)),
        bodies(options.body_budget),
        files(static_cast<size_t>(options.file_workers)) {}

  const ServerOptions options;
  const ServerHooks hooks;
  BodyBudget bodies;
  Engine engine;
  boost::asio::io_context io;
  // For what may wait for a disk.
  boost::asio::thread_pool files;
  std::atomic<bool> draining = false;

  absl::Mutex mutex;
  TimedWait closed;
  absl::flat_hash_map<Connection*, std::weak_ptr<Connection>> open ABSL_GUARDED_BY(mutex);
  // By the names of their addresses' groups.
  absl::flat_hash_map<std::string, size_t> by_group ABSL_GUARDED_BY(mutex);

  // Whether the address may have one more.
  bool MayConnect(std::string_view address) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex);
  void CountIn(std::string_view address) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex);
  void CountOut(std::string_view address) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex);

  // For a request that no handler gets; `head` is as much as was read of it. Null where nobody wants it.
  std::shared_ptr<ServedRecord> RecordOfRefused(const Response& answer, const std::string& id, const std::string& peer,
                                                const Head& head) const;
};

}  // namespace academy::http
