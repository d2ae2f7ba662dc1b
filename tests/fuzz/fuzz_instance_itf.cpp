// Instances in files (ITF): see readAsInstance.
#include "model/instances/instance_itf.h"
#include "tests/fuzz/instance_model.h"

using namespace aunit;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return fuzz::readAsInstance(data, size, model::readInstanceItf, [](const model::Instance& instance) {
    return model::writeInstanceItf(fuzz::instanceModel(), instance);
  });
}
