// The door to libyaml, which reads YAML as events. <https://pyyaml.org/wiki/LibYAML>
#ifndef FURROW_CYAML_SHIM_H
#define FURROW_CYAML_SHIM_H

#include <yaml.h>

#endif
