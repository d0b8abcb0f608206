#include "plugins/host/protocol_wire.h"

#include "plugins/host/frame.h"

namespace porthole::plugins {

std::string encode_job(const FetchJob& job) {
  FrameWriter writer;
  writer.byte(static_cast<std::uint8_t>(Task::kFetch));
  writer.string(job.request.url);
  writer.number(static_cast<std::uint32_t>(job.request.body_limit));
  writer.string(job.request.etag);
  writer.string(job.request.last_modified);
  writer.number(static_cast<std::uint32_t>(job.request.timeout_seconds));
  writer.string(job.host);
  writer.number(static_cast<std::uint32_t>(job.port));
  writer.number(static_cast<std::uint32_t>(job.default_port));
  return std::move(writer).frame();
}

std::optional<FetchJob> decode_job(std::string_view body) {
  FrameReader reader(body);
  reader.require(reader.enumerator(Task::kCheck) == Task::kFetch);
  FetchJob job;
  reader.bytes(job.request.url);
  job.request.body_limit = reader.number();
  reader.bytes(job.request.etag);
  reader.bytes(job.request.last_modified);
  job.request.timeout_seconds = static_cast<int>(reader.number());
  reader.bytes(job.host);
  job.port = static_cast<int>(reader.number());
  job.default_port = static_cast<int>(reader.number());
  if (!reader.ok() || !reader.at_end()) return std::nullopt;
  return job;
}

std::string encode_reply(const FetchReply& reply) {
  FrameWriter writer(reply.answer.body.size() + 1024);
  writer.byte(static_cast<std::uint8_t>(reply.outcome));
  writer.string(reply.detail);
  writer.number(static_cast<std::uint32_t>(reply.answer.status));
  writer.number(static_cast<std::uint32_t>(reply.answer.headers.size()));
  for (const auto& [name, value] : reply.answer.headers) {
    writer.string(name);
    writer.string(value);
  }
  writer.byte(reply.answer.truncated ? 1 : 0);
  writer.string(reply.answer.body);
  return std::move(writer).frame();
}

std::optional<FetchReply> decode_reply(std::string_view body) {
  FrameReader reader(body);
  FetchReply reply;
  reply.outcome = reader.enumerator(FetchReply::Outcome::kUnusable);
  reader.string(reply.detail);
  reply.answer.status = static_cast<int>(reader.number());
  reply.answer.headers.resize(reader.count(8));
  for (auto& [name, value] : reply.answer.headers) {
    reader.bytes(name);
    reader.bytes(value);
  }
  reply.answer.truncated = reader.flag();
  reader.bytes(reply.answer.body);
  if (!reader.ok() || !reader.at_end()) return std::nullopt;
  return reply;
}

}  // namespace porthole::plugins
