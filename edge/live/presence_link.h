// The edge's end of presence's Attach stream: reports this edge's connections to presence and delivers its pushes.
//
// Thread-safe. Reconnects until Stop. Every stream begins with a snapshot of all connections, so losing a stream loses
// no state.
#pragma once

#include <memory>
#include <string>

#include "edge/live/connections.h"

namespace grpc {
class Channel;
}

namespace academy::live {

class PresenceLink final : public PresenceListener {
 public:
  // `channel` is the channel to presence.
  explicit PresenceLink(std::shared_ptr<grpc::Channel> channel);
  // Calls Stop.
  ~PresenceLink() override;

  PresenceLink(const PresenceLink&) = delete;
  PresenceLink& operator=(const PresenceLink&) = delete;

  // Starts a thread that attaches to presence. `sink` must live until Stop has returned.
  void Start(PresenceSink& sink);
  // Detaches and joins the thread; presence then drops this edge's connections.
  void Stop();

  // Whether a stream is open now.
  bool Attached() const;

  void Opened(const LiveConnection& connection) override;
  void Closed(const std::string& connection_id) override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace academy::live
