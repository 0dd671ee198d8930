#include "kernel_set.h"

#include "kernels/vec.h"

namespace FOVEA_KERNELS {

extern const KernelSet kSet;
const KernelSet kSet = {kName,           blocking,        packedSize,   pack,         unpack,
                        multiply,        multiply,        integerSize,  packIntegers, multiply,
                        attend,          maskRow,         softmaxRow,   exponentials, add,
                        statisticsOfRow, inverseRmsOfRow, normaliseRow, activate};

}  // namespace FOVEA_KERNELS
