// Instances in files (JSON): see readAsInstance.
#include "model/instances/instance_json.h"
#include "tests/fuzz/instance_model.h"

using namespace aunit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::readAsInstance(data, size, model::readInstanceJson, [](const model::Instance& instance) {
    return model::writeInstanceJson(fuzz::instanceModel(), instance);
  });
}
