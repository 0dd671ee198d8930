"""Writes the safetensors format: an 8-byte little-endian header length, a JSON header, raw data."""

import json
import struct

import numpy

DTYPES = {"float32": "F32", "int32": "I32"}


def write(path, tensors, metadata):
    """tensors: name -> numpy array, float32 or int32; metadata: name -> string."""
    header = {"__metadata__": metadata}
    data = b""
    for name, array in tensors.items():
        raw = numpy.ascontiguousarray(array).tobytes()
        header[name] = {
            "dtype": DTYPES[str(array.dtype)],
            "shape": list(array.shape),
            "data_offsets": [len(data), len(data) + len(raw)],
        }
        data += raw
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)
