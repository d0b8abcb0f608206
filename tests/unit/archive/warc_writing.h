#pragma once

/// Captures, writers and readers for the tests of the WARC writer.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "archive/warc_reader.h"
#include "archive/warc_writer.h"

namespace porthole::archive {

inline constexpr const char* kRequestHead = "GET /a HTTP/1.1\r\nHost: example.org\r\n\r\n";

inline Capture simple_capture(std::string_view url = "https://example.org/a",
                              std::string_view body = "<p>hello") {
  Capture capture;
  capture.url = url;
  capture.started = parse_time("2026-11-20T18:20:53Z").value();
  capture.took = std::chrono::milliseconds(42);
  capture.address = "192.0.2.7";
  capture.request_head = kRequestHead;
  capture.response_head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
  capture.raw_body = body;
  return capture;
}

inline std::unique_ptr<WarcWriter> open_writer(const std::filesystem::path& folder,
                                               const std::string& file = {}, std::int64_t size = 0,
                                               std::int64_t file_limit = 1 << 30) {
  WarcWriterOptions options;
  options.user_agent = "porthole/1.0 (+https://example.org/bot)";
  options.operator_contact = "crawl@example.org";
  options.host = "Crawl-Host_1.example.org";
  options.file_limit = file_limit;
  return WarcWriter::open(folder, options, file, size).value();
}

inline std::vector<WarcRecord> read_all(const std::filesystem::path& path) {
  auto reader = WarcReader::open(path).value();
  std::vector<WarcRecord> records;
  while (auto record = reader->next().value()) records.push_back(std::move(*record));
  EXPECT_FALSE(reader->is_cut());
  return records;
}

inline std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace porthole::archive
