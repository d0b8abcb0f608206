#pragma once

/// Exports the classes of a library whose sources each define one, as the bundled ones do: at the
/// end of the source, in no namespace,
///
///   PORTHOLE_EXPORT(porthole::DviSummarizer)
///
/// The library has then what plugins/plugin.h asks for, the interface version and the manifest.

#include <Poco/ClassLibrary.h>

#include <string>
#include <typeinfo>

#include "plugins/plugin.h"

namespace porthole {

/// An exported class; all of a library are a chain, made before the library's manifest is asked
/// for. Hidden, so that each library has a chain of its own.
class __attribute__((visibility("hidden"))) ExportedClass {
 public:
  using Manifest = Poco::Manifest<Plugin>;
  using Add = void (*)(Manifest& manifest);

  explicit ExportedClass(Add add) noexcept : add_(add), next_(first_) { first_ = this; }

  static void add_all(Manifest& manifest) {
    for (const ExportedClass* each = first_; each != nullptr; each = each->next_)
      each->add_(manifest);
  }

 private:
  inline static const ExportedClass* first_ = nullptr;
  Add add_;
  const ExportedClass* next_;
};

}  // namespace porthole

extern "C" {
inline __attribute__((used, visibility("default"))) int porthole_plugin_abi() {
  return porthole::kPluginAbi;
}
}

inline __attribute__((used, visibility("default"))) bool pocoBuildManifest(
    Poco::ManifestBase* manifest) {
  using Manifest = porthole::ExportedClass::Manifest;
  if (std::string(typeid(Manifest).name()) != manifest->className()) return false;
  porthole::ExportedClass::add_all(static_cast<Manifest&>(*manifest));
  return true;
}

#define PORTHOLE_EXPORT_AS(number, name)                                      \
  static const porthole::ExportedClass kExported##number(                     \
      [](Poco::Manifest<porthole::Plugin>& manifest) {                        \
        manifest.insert(new Poco::MetaObject<name, porthole::Plugin>(#name)); \
      });
#define PORTHOLE_EXPORT_AT(number, name) PORTHOLE_EXPORT_AS(number, name)
#define PORTHOLE_EXPORT(name) PORTHOLE_EXPORT_AT(__COUNTER__, name)
