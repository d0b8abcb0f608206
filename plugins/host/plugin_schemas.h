#pragma once

/// The words that plug-ins bring: the schema files that stand beside their libraries.
///
/// In:  libraries, and the names of the schemas that their summarizers declare.
/// Out: one vocabulary of our words and theirs; the schemas that may be kept with a collection; what
///      is wrong with the others, which are left out.
///
/// Source: docs/plugins.md. Thread safety: all functions, any thread.

#include <filesystem>
#include <string>
#include <vector>

#include "plugins/host/setup.h"
#include "summarizer/schema/kept_schemas.h"
#include "summarizer/schema/vocabulary.h"

namespace porthole::gatherer {

struct PluginSchemas {
  summarizer::Vocabulary vocabulary = summarizer::Vocabulary::built_in();
  std::vector<summarizer::Schema> schemas;   ///< Those that have nothing wrong with them.
  std::vector<summarizer::Problem> problems;

  /// The names of all classes and properties, as documents have them.
  std::vector<std::string> words() const;
};

/// A library and Formats::schema of a class in it.
struct DeclaredSchema {
  std::string library;
  std::string schema;  ///< "" for none.
};

/// In the order given; a file that several classes name is read once.
PluginSchemas read_plugin_schemas(const std::vector<DeclaredSchema>& declared);
PluginSchemas read_plugin_schemas(const std::vector<plugins::PluginUse>& summarizers);

}  // namespace porthole::gatherer
