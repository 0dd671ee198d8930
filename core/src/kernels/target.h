#pragma once

// The namespace of what is compiled for one kind of processor. On x86-64 the kernels are compiled
// several times, each time with other flags and in a namespace of its own (core/kernels.cmake);
// their callers see forwarders in fovea::kernels, which choose (kernel_calls.cpp). Elsewhere they
// are compiled once, and called directly.
//
// Files of the kernels define nothing outside this namespace, and call no function of a header that
// a compiler might not inline: of several copies the linker keeps one for all, and it could be one
// with instructions that not every processor knows. tests/kernel_symbols.cmake looks.
#ifndef FOVEA_KERNELS
#define FOVEA_KERNELS fovea::kernels
#endif
