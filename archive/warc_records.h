#pragma once

/// Formats the text of WARC records, before compression.
///
/// Source: ISO 28500:2017, sections 5 (named fields) and 6 (record types).
/// Thread safety: RecordIds, one thread; the functions, any thread.

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "archive/capture_store.h"

namespace porthole::archive {

/// Generates record identifiers: "<urn:uuid:...>" of random UUIDs (RFC 9562 5.4).
class RecordIds {
 public:
  RecordIds() : random_(std::random_device{}()) {}
  std::string next();

 private:
  std::mt19937_64 random_;
};

/// The head of a record, with its empty line, and the beginning of its block; the caller appends
/// the rest.
struct RecordText {
  std::string head;
  std::string block;
};

/// The warcinfo that begins a file.
RecordText warcinfo_record(const std::string& id, const WarcWriterOptions& options, WallTime now,
                           std::string_view file_name);

/// `block` is the head of the response, adapted to its recorded body; capture.raw_body follows it.
RecordText response_record(const std::string& id, const Capture& capture);

RecordText request_record(const std::string& id, const std::string& response_id,
                          const Capture& capture);
RecordText metadata_record(const std::string& id, const std::string& response_id,
                           const Capture& capture);

/// The record that replaces a redacted capture of `url`.
RecordText redaction_record(const std::string& id, std::string_view url, WallTime now);

/// Line in the block of a redaction record that identifies it.
inline constexpr std::string_view kRedactionLine =
    "removed: this capture was removed from the archive\r\n";

/// Terminator of every record.
inline constexpr std::string_view kRecordEnd = "\r\n\r\n";

/// Adapts the `head` of a response to a recorded body of `body_size` bytes (see WarcWriter).
std::string recorded_head(std::string_view head, std::size_t body_size);

}  // namespace porthole::archive
