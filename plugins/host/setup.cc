#include "plugins/host/setup.h"

#include <filesystem>
#include <set>
#include <system_error>

#include "plugins/host/frame.h"

namespace porthole::plugins {

std::vector<std::string> readable_by(const std::vector<PluginUse>& uses) {
  namespace fs = std::filesystem;
  std::set<std::string> paths;
  std::error_code ignored;
  for (const PluginUse& use : uses) {
    paths.insert(fs::path(use.file).parent_path().string());
    for (const auto& [name, value] : use.options) {
      if (value.starts_with('/') && fs::exists(value, ignored)) paths.insert(value);
    }
  }
  return {paths.begin(), paths.end()};
}

void write_formats(FrameWriter& writer, const Formats& formats) {
  writer.strings(formats.types);
  writer.strings(formats.suffixes);
  writer.byte(formats.fallback ? 1 : 0);
  writer.string(formats.schema);
}

void read_formats(FrameReader& reader, Formats& formats) {
  reader.strings(formats.types);
  reader.strings(formats.suffixes);
  formats.fallback = reader.flag();
  reader.bytes(formats.schema);
}

void write_use(FrameWriter& writer, const PluginUse& use) {
  for (const std::string* text : {&use.name, &use.version, &use.file, &use.class_name}) {
    writer.string(*text);
  }
  writer.number(static_cast<std::uint32_t>(use.options.size()));
  for (const auto& [name, value] : use.options) {
    writer.string(name);
    writer.string(value);
  }
  write_formats(writer, use.formats);
}

void read_use(FrameReader& reader, PluginUse& use) {
  for (std::string* text : {&use.name, &use.version, &use.file, &use.class_name}) {
    reader.bytes(*text);
  }
  use.options.resize(reader.count(8));
  for (auto& [name, value] : use.options) {
    reader.bytes(name);
    reader.bytes(value);
  }
  read_formats(reader, use.formats);
}

std::string encode_setup(const Setup& setup) {
  FrameWriter writer;
  writer.byte(static_cast<std::uint8_t>(Task::kSetup));
  writer.number(static_cast<std::uint32_t>(setup.plugins.size()));
  for (const PluginUse& use : setup.plugins) write_use(writer, use);
  writer.number(static_cast<std::uint32_t>(setup.allow.size()));
  for (const AllowedAddresses& allowed : setup.allow) {
    writer.strings(allowed.addresses);
    writer.number(static_cast<std::uint32_t>(allowed.ports.size()));
    for (const auto& [first, last] : allowed.ports) {
      writer.number(static_cast<std::uint32_t>(first));
      writer.number(static_cast<std::uint32_t>(last));
    }
  }
  writer.strings(setup.words);
  return std::move(writer).frame();
}

std::optional<Setup> decode_setup(std::string_view body) {
  FrameReader reader(body);
  reader.require(reader.enumerator(Task::kCheck) == Task::kSetup);
  Setup setup;
  setup.plugins.resize(reader.count(8));
  for (PluginUse& use : setup.plugins) read_use(reader, use);
  setup.allow.resize(reader.count(8));
  for (AllowedAddresses& allowed : setup.allow) {
    reader.strings(allowed.addresses);
    allowed.ports.resize(reader.count(8));
    for (auto& [first, last] : allowed.ports) {
      first = static_cast<int>(reader.number());
      last = static_cast<int>(reader.number());
    }
  }
  reader.strings(setup.words);
  if (!reader.ok() || !reader.at_end()) return std::nullopt;
  return setup;
}

}  // namespace porthole::plugins
