#include "porthole/options/console_choice.h"

#include "porthole/options/shared_options.h"

namespace porthole::cli {

void declare_console(Command app, ConsoleChoice& choice) {
  app.add_option("DIR", choice.folders,
                 "The collections' folders; one without a collection gets it on the start page")
      .required();
  add_listen(app, choice.listen).capture_default_str();
  add_hosts(app, choice.hosts);
  app.add_option("--gateway", choice.gateway,
                 "Collections that are made on the start page send every request to this server "
                 "(see porthole webbox)")
      .type_name("URL");
  app.add_option("--taxonomy", choice.taxonomy,
                 "Collections that are made on the start page begin with these topics: a file, "
                 "web_in_a_box or science_and_health")
      .type_name("FILE");
  Option link = app.add_flag(
      "--link", choice.link,
      "Print a new link for one login to the console that runs, and end; older links end");
  app.add_option("--role", choice.role, "The rights of the new link: read, operate")
      .needs(link)
      .one_of({"read", "operate"})
      .capture_default_str();
}

}  // namespace porthole::cli
