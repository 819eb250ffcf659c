// Answers GET and HEAD with stored blobs, with the same HTTP behaviour wherever they are: files are sent with
// sendfile(2), objects of an S3 store are streamed through, and nginx in front may send either itself.
//
// Thread-safe.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "edge/http/exchange.h"
#include "services/platform/base/clock.h"
#include "services/platform/blobs/blob_streams.h"
#include "services/platform/blobs/blobs.h"
#include "services/platform/blobs/s3_addresses.h"

namespace academy::edge {

class BlobSender {
 public:
  struct Parts {
    const Blobs& blobs;
    // Set when blobs are not files; else null.
    BlobStreams* streams = nullptr;
    const S3Addresses* addresses = nullptr;
    // The nginx location of the blobs' folder or of the store, `/media-files/`: requests of a trusted proxy that says
    // `X-Sendfile-Type: X-Accel-Redirect` are answered with X-Accel-Redirect. Empty: the edge sends the bytes itself.
    std::string accel_redirect;
    const Clock& clock;
  };
  struct Options {
    std::string_view cache_control;
    // Whether the blob never changes, so that a proxy may keep it.
    bool fixed = false;
    // As in http::Response: breaks the answer off while it is being sent. Not used when the proxy sends the file.
    std::function<bool()> still_allowed;
  };

  // The objects in `parts` must outlive the sender and its unfinished requests.
  explicit BlobSender(Parts parts) : parts_(std::move(parts)) {}

  // Answers with the blob `key`, by the rules of http::FileResponse; 404 if there is no such blob or its type is not
  // served. Answers immediately or later, on any thread.
  void Send(const std::string& key, Options options, const std::shared_ptr<http::Exchange>& exchange) const;

 private:
  struct Wanted;

  // Whether the proxy in front sends this blob when it is told where it is.
  bool ProxySends(const Wanted& wanted) const;
  // nginx then handles ranges and conditions.
  static void Redirect(const Wanted& wanted, std::string location, std::string_view cache_control_name);
  void OpenFile(const Wanted& wanted) const;
  void SendFile(const Wanted& wanted, std::shared_ptr<const Blob> blob) const;
  static void SendStream(BlobStreams& streams, const std::shared_ptr<const Wanted>& wanted, bool again);

  const Parts parts_;
};

// The content type of a blob that may be sent, by its name's extension; empty for any other blob, which is never sent.
// Types never come from the uploader, so that no browser can be made to run an upload.
std::string_view ContentTypeOf(std::string_view key);

// Sends the 404 for a missing file.
void RefuseFile(http::Exchange& exchange);

// For any method other than GET and HEAD, sends 405 and returns true.
bool RefuseMethod(http::Exchange& exchange);

}  // namespace academy::edge
