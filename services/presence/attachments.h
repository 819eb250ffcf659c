// The edges that are attached now: applies what they and auth say to the registry, and sends what follows to the edges.
//
// Thread-safe. One thread of its own sends the online list, at most once an interval, whole, when it changed.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "academy/presence/v1/presence.pb.h"
#include "services/presence/registry.h"

namespace academy::presence {

class Attachments {
 public:
  using Response = std::shared_ptr<const v1::AttachResponse>;

  // One edge's stream. Called under a lock: neither may call back before it returned.
  class Stream {
   public:
    virtual ~Stream() = default;
    // Starts to send; the next one comes after Attachments::OnSent.
    virtual void Send(Response response) = 0;
    virtual void End(const absl::Status& status) = 0;
  };

  explicit Attachments(absl::Duration online_interval);
  ~Attachments();

  Attachments(const Attachments&) = delete;
  Attachments& operator=(const Attachments&) = delete;

  // `on_change` is called, under a lock, when Online() changed; null ends that.
  void OnChange(std::function<void()> on_change) ABSL_LOCKS_EXCLUDED(mutex_);

  // A stream begins, says something, has sent, is over. It must stay alive until Remove returned.
  void Add(Stream* stream) ABSL_LOCKS_EXCLUDED(mutex_);
  // Hello comes first, then the snapshot; INVALID_ARGUMENT otherwise. A second stream of the same edge replaces the
  // first, which ends with ABORTED.
  absl::Status Receive(Stream* stream, const v1::AttachRequest& request) ABSL_LOCKS_EXCLUDED(mutex_);
  // Ends the stream from here, if it has not ended.
  void End(Stream* stream, const absl::Status& status) ABSL_LOCKS_EXCLUDED(mutex_);
  void OnSent(Stream* stream) ABSL_LOCKS_EXCLUDED(mutex_);
  void Remove(Stream* stream) ABSL_LOCKS_EXCLUDED(mutex_);
  // Ends every stream, for a graceful stop.
  void EndAll() ABSL_LOCKS_EXCLUDED(mutex_);

  // Auth's news, and a manager's word.
  void EndSession(const std::string& session_id, const std::string& reason, int64_t feed_position)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void SignOut(const std::string& learner_id, const std::string& reason, int64_t feed_position = 0)
      ABSL_LOCKS_EXCLUDED(mutex_);

  std::vector<OnlineLearner> Online() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Edge {
    std::string id;
    bool whole = false;
    bool sending = false;
    std::deque<Response> waiting;
    // The newest list only: a slow edge skips what is outdated.
    Response online;
    // members_version of the list that was last sent or is in `online`.
    uint64_t told = kNothing;
  };
  static constexpr uint64_t kNothing = ~uint64_t{0};

  void Hello(Stream* stream, Edge& edge, const std::string& edge_id) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Deliver(const std::vector<Push>& pushes) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void SendNext(Stream* stream, Edge& edge) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // After any change of the registry or the edges.
  void Changed() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool SomeoneIsBehind() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void TellAll() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);

  const absl::Duration online_interval_;
  mutable absl::Mutex mutex_;
  std::function<void()> on_change_ ABSL_GUARDED_BY(mutex_);
  Registry registry_ ABSL_GUARDED_BY(mutex_);
  std::unordered_map<Stream*, Edge> edges_ ABSL_GUARDED_BY(mutex_);
  uint64_t reported_ ABSL_GUARDED_BY(mutex_) = 0;
  bool behind_ ABSL_GUARDED_BY(mutex_) = false;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace academy::presence
