// Instances in files (XML): see readAsInstance.
#include "model/instances/instance_xml.h"
#include "tests/fuzz/instance_model.h"

using namespace aunit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::readAsInstance(data, size, model::readInstanceXml, [](const model::Instance& instance) {
    return model::writeInstanceXml(fuzz::instanceModel(), instance);
  });
}
