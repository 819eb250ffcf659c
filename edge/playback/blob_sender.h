// Answers GET and HEAD with stored blobs, wherever these are: files go by sendfile(2) or through nginx, objects of a
// store stream through, and the rules of HTTP are the same for all.
//
// Thread-safe.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "edge/http/exchange.h"
#include "services/platform/blobs/blob_streams.h"
#include "services/platform/blobs/blobs.h"

namespace academy::edge {

class BlobSender {
 public:
  struct Parts {
    const Blobs& blobs;
    // Where blobs are not files; else null.
    BlobStreams* streams = nullptr;
    // The location in which nginx finds the blobs' folder, `/media-files/`: what a trusted proxy asks for is answered
    // with X-Accel-Redirect. Empty: the bytes are sent from here.
    std::string accel_redirect;
  };
  struct Options {
    std::string_view cache_control;
    // Breaks the answer off while it is sent; see http::Response. A proxy that sends the file itself does not ask.
    std::function<bool()> still_allowed;
  };

  // What `parts` names must outlive the sender, and requests on their way.
  explicit BlobSender(Parts parts) : parts_(std::move(parts)) {}

  // Sends the blob `key` as http::FileResponse answers with it; 404 when there is none that may be sent. At once or
  // later, on any thread.
  void Send(const std::string& key, Options options, const std::shared_ptr<http::Exchange>& exchange) const;

 private:
  struct Wanted;

  void SendFile(const Wanted& wanted) const;
  static void SendStream(BlobStreams& streams, const std::shared_ptr<const Wanted>& wanted, bool again);

  const Parts parts_;
};

// The content type of a blob that may be sent, by its name's extension; empty for every other, which is no client's
// business. Types are ours alone: nothing that is uploaded can make a browser run it.
std::string_view ContentTypeOf(std::string_view key);

// Sends the 404 that every missing file gets.
void RefuseFile(http::Exchange& exchange);

// True, with 405 sent, for any method but GET and HEAD.
bool RefuseMethod(http::Exchange& exchange);

}  // namespace academy::edge
