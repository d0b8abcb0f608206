#pragma once

/// Shared libraries with plug-ins: found, checked, loaded, and their classes made.
///
/// In:  the plain name of a library and the name of a class in it.
/// Out: an object of the class, not yet configured.
///
/// A library is NAME.so in one folder that is not the specification's to choose. It is not loaded
/// when it can be written by everybody, when it is a link that leads out of the folder, or when it
/// was built for another version of plugins/plugin.h. What is loaded stays loaded until the process
/// ends.
///
/// Source: docs/plugins.md. Thread safety: all functions, any thread.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "plugins/plugin.h"

namespace porthole::plugins {

/// The folder that libraries are looked for in: environment PORTHOLE_PLUGINS; else
/// ../lib/porthole/plugins from where the running program is, or where that is missing
/// ../lib/plugins.
std::filesystem::path plugin_folder();

/// The library called `name`, when it may be loaded from `folder`.
///
/// Errors: kInvalid, with what is wrong with its name, place or rights.
Result<std::filesystem::path> find_library(const std::string& name,
                                           const std::filesystem::path& folder);

/// The names of the classes in `file`, sorted. Loads the library.
///
/// Errors: kInvalid when it is no plug-in, or one for another interface or compiler.
Result<std::vector<std::string>> classes_in(const std::filesystem::path& file);

/// A new object of the class. Loads the library. Whatever the class throws is contained.
///
/// Errors: as classes_in(); kInvalid when there is no such class, with the nearest name.
Result<std::unique_ptr<Plugin>> make_plugin(const std::filesystem::path& file,
                                            const std::string& class_name);

}  // namespace porthole::plugins
