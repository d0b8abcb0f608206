#pragma once

/// Reads the RDF schemas of plug-ins, which are files beside their libraries.
///
/// In:  libraries, and the names of the schemas that their summarizers declare.
/// Out: one vocabulary of the built-in and the plug-ins' schemas; the valid schemas, to be stored
///      with a collection; the problems of the others, which are skipped.
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
  std::vector<summarizer::Schema> schemas;  ///< The valid ones.
  std::vector<summarizer::Problem> problems;

  /// The names of all classes and properties, as used in documents.
  std::vector<std::string> words() const;
};

/// A library and the Formats::schema of a class in it.
struct DeclaredSchema {
  std::string library;
  std::string schema;  ///< "" for none.
};

/// Reads the schemas in the given order; a file declared by several classes is read once.
PluginSchemas read_plugin_schemas(const std::vector<DeclaredSchema>& declared);
PluginSchemas read_plugin_schemas(const std::vector<plugins::PluginUse>& summarizers);

}  // namespace porthole::gatherer
