#pragma once

/// The subcommands of `porthole examples`. Each prints its result and returns an exit code.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "porthole/common.h"

namespace porthole::cli {

/// Options of all subcommands; each uses some of them.
struct ExampleOptions {
  std::string folder;
  std::string topic;
  std::vector<std::string> urls;
  std::string url;
  std::string file;
  std::string under;
  std::vector<std::string> topics;
  bool make = false;
  bool show = false;      ///< Mark for showing and not for the crawl.
  bool no_seeds = false;  ///< Examples of good topics do not become seeds.
};

// example_changes.cc
int add_examples(const ExampleOptions& options, const Common& common);
int import_examples(const ExampleOptions& options, const Common& common);
int move_example(const ExampleOptions& options, const Common& common);
int remove_example(const ExampleOptions& options, const Common& common);
int mark_topics(const ExampleOptions& options, const Common& common);

// example_views.cc
int list_examples(const ExampleOptions& options, const Common& common);
int propose_examples(const ExampleOptions& options, const Common& common);

}  // namespace porthole::cli
