// The edge's end of presence's Attach streams, one to each presence: reports this edge's connections to all of them and
// delivers their pushes. Who is online is taken from one of them, for as long as it speaks.
//
// Thread-safe. Reconnects until Stop. Every stream begins with a snapshot of all connections, so losing a stream loses
// no state.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "edge/live/connections.h"

namespace grpc {
class Channel;
}

namespace academy::live {

class PresenceLink final : public PresenceListener {
 public:
  // Three heartbeats and a half.
  static constexpr absl::Duration kSilence = absl::Milliseconds(3500);

  // `channels` lead to one presence each. Of several, one that has said nothing for `silence` is not believed to know
  // who is online if another one speaks.
  explicit PresenceLink(std::vector<std::shared_ptr<grpc::Channel>> channels, absl::Duration silence = kSilence);
  // Calls Stop.
  ~PresenceLink() override;

  PresenceLink(const PresenceLink&) = delete;
  PresenceLink& operator=(const PresenceLink&) = delete;

  // Starts the threads that attach to presence. `sink` must live until Stop has returned.
  void Start(PresenceSink& sink);
  // Detaches and joins the threads; presence then drops this edge's connections.
  void Stop();

  // How many streams are open now.
  size_t Attached() const;

  void Opened(const LiveConnection& connection) override;
  void Closed(const std::string& connection_id) override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace academy::live
