#include "plugins/host/declaration.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "base/text/text.h"
#include "plugins/host/frame.h"
#include "plugins/host/library.h"
#include "plugins/host/worker_pool.h"

namespace porthole::plugins {
namespace {

namespace fs = std::filesystem;

void write_declaration(FrameWriter& writer, const Declaration& declaration) {
  writer.string(declaration.class_name);
  writer.string(declaration.problem);
  writer.byte(static_cast<std::uint8_t>(declaration.kind));
  const PluginAbout& about = declaration.about;
  for (const std::string* text : {&about.name, &about.version, &about.help}) writer.string(*text);
  writer.number(static_cast<std::uint32_t>(about.options.size()));
  for (const OptionDeclaration& option : about.options) {
    writer.string(option.name);
    writer.byte(static_cast<std::uint8_t>(option.type));
    writer.string(option.otherwise);
    writer.string(option.help);
    writer.byte(option.required ? 1 : 0);
    writer.byte(option.repeated ? 1 : 0);
    writer.string(std::to_string(option.least));
    writer.string(std::to_string(option.most));
    writer.strings(option.choices);
  }
  write_formats(writer, declaration.formats);
  const Manners& manners = declaration.manners;
  writer.strings(manners.schemes);
  for (const bool flag : {manners.has_hosts, manners.has_robots, manners.open_to_links}) {
    writer.byte(flag ? 1 : 0);
  }
  writer.number(static_cast<std::uint32_t>(manners.default_port));
}

double read_decimal(FrameReader& reader) {
  std::string text;
  reader.bytes(text);
  return OptionValues({{"", text}}).number("");
}

void read_declaration(FrameReader& reader, Declaration& declaration) {
  reader.string(declaration.class_name);
  reader.string(declaration.problem);
  declaration.kind = reader.enumerator(PluginKind::kScopeRule);
  PluginAbout& about = declaration.about;
  for (std::string* text : {&about.name, &about.version, &about.help}) reader.string(*text);
  about.options.resize(reader.count(16));
  for (OptionDeclaration& option : about.options) {
    reader.string(option.name);
    option.type = reader.enumerator(OptionType::kFolder);
    reader.string(option.otherwise);
    reader.string(option.help);
    option.required = reader.flag();
    option.repeated = reader.flag();
    option.least = read_decimal(reader);
    option.most = read_decimal(reader);
    reader.strings(option.choices);
  }
  read_formats(reader, declaration.formats);
  Manners& manners = declaration.manners;
  reader.strings(manners.schemes);
  manners.has_hosts = reader.flag();
  manners.has_robots = reader.flag();
  manners.open_to_links = reader.flag();
  manners.default_port = static_cast<int>(reader.number());
}

std::string encode_path(Task task, const std::string& file) {
  FrameWriter writer;
  writer.byte(static_cast<std::uint8_t>(task));
  writer.string(file);
  return std::move(writer).frame();
}

/// Reads the declaration of `plugin`; may throw.
void ask(const Plugin& plugin, Declaration& declaration) {
  declaration.kind = plugin.kind();
  declaration.about = plugin.about();
  if (declaration.kind == PluginKind::kSummarizer) {
    declaration.formats = static_cast<const FormatSummarizer&>(plugin).formats();
  } else if (declaration.kind == PluginKind::kProtocol) {
    declaration.manners = static_cast<const ProtocolHandler&>(plugin).manners();
  }
  if (declaration.about.name.empty()) declaration.problem = "it does not say its name";
}

std::vector<Declaration> declarations_in(const fs::path& file) {
  const Result<std::vector<std::string>> classes = classes_in(file);
  if (!classes) {
    Declaration refused;
    refused.problem = classes.error().to_string();
    return {refused};
  }
  std::vector<Declaration> found;
  for (const std::string& class_name : *classes) {
    Declaration& declaration = found.emplace_back();
    declaration.class_name = class_name;
    const Result<std::unique_ptr<Plugin>> made = make_plugin(file, class_name);
    if (!made) {
      declaration.problem = made.error().message;
      continue;
    }
    try {
      ask(**made, declaration);
    } catch (const std::exception& exception) {
      declaration.problem = clean_utf8(exception.what());
    } catch (...) {
      declaration.problem = "it failed when it was asked what it is";
    }
  }
  return found;
}

/// One job in a process of its own; its limits are those of a parser.
Result<WorkerPool> one_worker(const fs::path& program, std::vector<std::string> readable) {
  WorkerPool::Options options;
  options.program = program;
  options.confinement = {.worker_class = confinement::WorkerClass::kDescription,
                         .readable = std::move(readable)};
  return WorkerPool::make(std::move(options));
}

std::vector<Declaration> read_declarations(WorkerPool& worker, const fs::path& file) {
  const WorkerPool::Done done = worker.run(encode_path(Task::kDescribe, file.string()));
  std::vector<Declaration> found;
  FrameReader reader(done.reply);
  if (!done.lost) {
    found.resize(reader.count(8));
    for (Declaration& declaration : found) read_declaration(reader, declaration);
  }
  if (done.lost || !reader.ok() || !reader.at_end()) {
    found.assign(1, {});
    found.front().problem = "it failed when it was loaded: " +
                            (done.lost ? done.lost->reason : std::string("no sense in its answer"));
  }
  for (Declaration& declaration : found) declaration.file = file.string();
  return found;
}

}  // namespace

const char* kind_name(PluginKind kind) {
  switch (kind) {
    case PluginKind::kProtocol:
      return "protocol";
    case PluginKind::kSummarizer:
      return "summarizer";
    case PluginKind::kStrategy:
      return "strategy";
    case PluginKind::kScopeRule:
      return "scope rule";
  }
  return "";
}

Result<std::vector<Declaration>> describe(const std::vector<fs::path>& files,
                                          const fs::path& program) {
  std::vector<Declaration> all;
  if (files.empty()) return all;
  std::set<std::string> folders;
  for (const fs::path& file : files) folders.insert(file.parent_path().string());
  TRY_AS(worker, one_worker(program, {folders.begin(), folders.end()}));
  for (const fs::path& file : files) {
    for (Declaration& found : read_declarations(*worker, file)) all.push_back(std::move(found));
  }
  return all;
}

Result<std::vector<Declaration>> describe_folder(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.path().extension() == ".so") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  std::vector<fs::path> files;
  std::vector<Declaration> refused;
  for (const std::string& name : names) {
    if (const Result<fs::path> file = find_library(name, folder)) {
      files.push_back(*file);
    } else {
      Declaration& declaration = refused.emplace_back();
      declaration.file = (folder / (name + ".so")).string();
      declaration.problem = file.error().message;
    }
  }
  Result<std::vector<Declaration>> all = describe(files);
  if (all) all->insert(all->end(), refused.begin(), refused.end());
  return all;
}

Result<std::string> check_use(const PluginUse& use, const fs::path& program) {
  TRY_AS(worker, one_worker(program, readable_by({use})));
  FrameWriter writer;
  writer.byte(static_cast<std::uint8_t>(Task::kCheck));
  write_use(writer, use);
  const WorkerPool::Done done = worker->run(std::move(writer).frame());
  if (done.lost) return "failed at its start: " + done.lost->reason;
  FrameReader reader(done.reply);
  std::string wrong;
  reader.string(wrong);
  if (!reader.ok()) return std::string("failed at its start: no sense in its answer");
  return wrong;
}

Result<std::unique_ptr<Plugin>> make_configured(const PluginUse& use, PluginKind kind) {
  Result<std::unique_ptr<Plugin>> made = make_plugin(use.file, use.class_name);
  if (!made) return made;
  std::string wrong;
  try {
    if ((*made)->kind() != kind) {
      wrong = std::string("it is not a ") + kind_name(kind);
    } else {
      wrong = (*made)->configure(OptionValues(use.options));
    }
  } catch (const std::exception& exception) {
    wrong = "failed at its start: " + std::string(exception.what());
  } catch (...) {
    wrong = "failed at its start";
  }
  if (!wrong.empty()) return fail(ErrorCode::kInvalid, clean_utf8(wrong));
  return made;
}

std::optional<std::string> answer_description(std::string_view request) {
  FrameReader reader(request);
  const Task task = reader.enumerator(Task::kCheck);
  FrameWriter writer;
  if (task == Task::kDescribe) {
    std::string file;
    reader.bytes(file);
    if (!reader.ok()) return std::nullopt;
    const std::vector<Declaration> found = declarations_in(file);
    writer.number(static_cast<std::uint32_t>(found.size()));
    for (const Declaration& declaration : found) write_declaration(writer, declaration);
    return std::move(writer).frame();
  }
  PluginUse use;
  read_use(reader, use);
  if (task != Task::kCheck || !reader.ok()) return std::nullopt;
  Result<std::unique_ptr<Plugin>> made = make_plugin(use.file, use.class_name);
  const PluginKind kind = made ? (*made)->kind() : PluginKind::kProtocol;
  made = make_configured(use, kind);
  writer.string(made ? "" : made.error().message);
  return std::move(writer).frame();
}

}  // namespace porthole::plugins
