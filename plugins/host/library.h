#pragma once

/// Finds, checks and loads plug-in libraries, and creates objects of their classes.
///
/// In:  the plain name of a library and the name of a class in it.
/// Out: an object of the class, not yet configured.
///
/// A library is NAME.so in a fixed folder that a specification cannot change. It is rejected if it
/// is world-writable, a link to outside of the folder, or built for another version of
/// plugins/plugin.h. A loaded library is never unloaded.
///
/// Source: docs/plugins.md. Thread safety: all functions, any thread.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "plugins/plugin.h"

namespace porthole::plugins {

/// The folder of plug-in libraries: environment PORTHOLE_PLUGINS; else ../lib/porthole/plugins
/// relative to the running program, or, if that is missing, ../lib/plugins.
std::filesystem::path plugin_folder();

/// The path of the library `name` in `folder`, if it may be loaded.
///
/// Errors: kInvalid with the problem of its name, place or permissions.
Result<std::filesystem::path> find_library(const std::string& name,
                                           const std::filesystem::path& folder);

/// The names of the classes in `file`, sorted. Loads the library.
///
/// Errors: kInvalid if it is not a plug-in, or is built for another interface or compiler.
Result<std::vector<std::string>> classes_in(const std::filesystem::path& file);

/// Creates an object of the class. Loads the library. Exceptions of the class are caught.
///
/// Errors: as classes_in(); kInvalid when there is no such class, with the nearest name.
Result<std::unique_ptr<Plugin>> make_plugin(const std::filesystem::path& file,
                                            const std::string& class_name);

}  // namespace porthole::plugins
