// An answer on its way to the client: its head and what is kept in memory first, then its file or its source.
//
// Not thread-safe: it belongs to one connection, which calls it under its lock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "edge/http/connection/source_reader.h"
#include "edge/http/connection/transport.h"
#include "edge/http/engine.h"
#include "edge/http/exchange.h"

namespace academy::http {

class OutgoingAnswer {
 public:
  enum class State {
    // Some was sent.
    kMoved,
    // The transport takes nothing now.
    kSocketBusy,
    // A piece of the file comes next: SendFile().
    kFile,
    // The source has the next piece: TakePiece().
    kSource,
    kSent,
    // It cannot be sent whole, or the client is gone.
    kBroken,
  };

  // Nothing to send.
  OutgoingAnswer() = default;
  // With `head_only` its body stays here.
  OutgoingAnswer(const Engine& engine, Response answer, bool head_only, bool close);

  // Bytes in memory still to be sent.
  size_t memory_left() const;

  // Sends of what is in memory, or says what comes next.
  State Step(Transport& transport);
  int64_t file_left() const { return file_.length; }
  // Whether SendFile() need not wait for a disk.
  bool file_cached() const { return Transport::IsCached(file_); }
  // Sends the file's next piece: kMoved, kSocketBusy or kBroken. May wait for a disk.
  State SendFile(Transport& transport);
  // Takes the source's next piece into memory; false where there is none yet: then `ready` is called once, on any
  // thread, when there is.
  bool TakePiece(std::function<void()> ready);

  // Whether it may still be sent. Must not wait.
  bool allowed() const { return !still_allowed_ || still_allowed_(); }

 private:
  State AfterSending(ssize_t sent);
  size_t memory_size() const { return head_.size() + (tail_ == nullptr ? 0 : tail_->size()); }

  // The head with a short body, or a source's piece.
  std::string head_;
  // A long body, which follows: sent from where it was made. May be null.
  std::shared_ptr<const std::string> tail_;
  // Of both.
  size_t sent_ = 0;
  FileRange file_;
  SourceReader source_;
  bool source_broken_ = false;
  std::function<bool()> still_allowed_;
  // May be null.
  std::shared_ptr<ServedRecord> record_;
};

}  // namespace academy::http
