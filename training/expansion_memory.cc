#include "training/expansion_memory.h"

#include "base/json/json.h"
#include "base/xml/tree.h"
#include "collection/collection.h"
#include "topics/text/term_extractor.h"

namespace porthole::training {
namespace {

using nlohmann::json;

constexpr const char* kFile = "expansion.json";
constexpr std::size_t kLargestMemory = 16 << 20;

ExpansionMemory::Terms read_terms(const json& list) {
  ExpansionMemory::Terms terms;
  for (const std::string& term : list.get<std::set<std::string>>()) {
    terms.emplace(topics::normal_term(term), term);
  }
  return terms;
}

}  // namespace

std::set<std::string> normal_terms(const ExpansionMemory::Terms& terms) {
  std::set<std::string> out;
  for (const auto& [normal, written] : terms) out.insert(normal);
  return out;
}

std::set<std::string> written_terms(const ExpansionMemory::Terms& terms) {
  std::set<std::string> out;
  for (const auto& [normal, written] : terms) out.insert(written);
  return out;
}

Result<ExpansionMemory> read_expansion_memory(const std::filesystem::path& folder) {
  const Result<std::string> text = xml::read_file(folder / kFile, kLargestMemory);
  if (!text && text.error().code == ErrorCode::kNotFound) return ExpansionMemory{};
  if (!text) return fail(text.error());
  try {
    const json read = json::parse(*text);
    return ExpansionMemory{read_terms(read.at("accepted")), read_terms(read.at("rejected")),
                           read.value("for", ExpansionMemory::Terms()),
                           read_terms(read.value("automatic", json::array()))};
  } catch (const json::exception&) {
    Error error;
    error.message = "what was accepted and rejected cannot be read";
    error.file = (folder / kFile).string();
    error.hint =
        "it should be {\"accepted\":[...],\"rejected\":[...]}; without the file every term is "
        "proposed again";
    return fail(std::move(error));
  }
}

Result<void> write_expansion_memory(const std::filesystem::path& folder,
                                    const ExpansionMemory& memory) {
  const json text = {{"accepted", written_terms(memory.accepted)},
                     {"rejected", written_terms(memory.rejected)},
                     {"for", memory.said_for},
                     {"automatic", written_terms(memory.automatic)}};
  return collection::replace_file(folder / kFile,
                                  text.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

}  // namespace porthole::training
