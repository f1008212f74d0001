"""Calls the C library from Python with ctypes: python3 ctypes_example.py PATH-OF-THE-LIBRARY."""

import ctypes
import json
import sys

PUZZLE = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


class Result(ctypes.Structure):
    _fields_ = [("solutions", ctypes.c_uint64), ("cells", ctypes.c_size_t), ("end", ctypes.c_uint8)]


Visitor = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_uint8), ctypes.c_size_t, ctypes.c_void_p)

library = ctypes.CDLL(sys.argv[1])
library.farandole_version.restype = ctypes.c_char_p
library.farandole_solver_new.restype = ctypes.c_void_p
library.farandole_error_message.restype = ctypes.c_char_p
library.farandole_text_data.restype = ctypes.c_void_p
library.farandole_text_length.restype = ctypes.c_size_t

# Many puzzles at once.
solver = ctypes.c_void_p(library.farandole_solver_new())
count = 1000
grids = ctypes.create_string_buffer(81 * count)
solutions = (ctypes.c_uint32 * count)()
code = library.farandole_solve_9x9(
    solver, PUZZLE * count, ctypes.c_size_t(count), ctypes.c_uint32(2), ctypes.c_uint64(0), grids, solutions, None
)
assert code == 0 and set(solutions) == {1}
print(grids.raw[:81].decode())
library.farandole_solver_free(solver)



def read(text):
    """Returns the handle of a puzzle, or raises ValueError with the sentence of the error."""
    handle, error = ctypes.c_void_p(), ctypes.c_void_p()
    if library.farandole_puzzle_new(text, ctypes.c_size_t(len(text)), ctypes.byref(handle), ctypes.byref(error)):
        message = library.farandole_error_message(error).decode()
        library.farandole_error_free(error)
        raise ValueError(message)
    return handle


# Every solution of one puzzle.
found = []


@Visitor
def visit(values, cells, _context):
    found.append(bytes(values[:cells]))
    return 0


result = Result()
puzzle = read(b"." * 16)
code = library.farandole_each_solution(puzzle, ctypes.c_uint64(0), visit, None, ctypes.byref(result), None)
assert code == 0 and len(found) == len(set(found)) == result.solutions == 288, result.solutions
library.farandole_puzzle_free(puzzle)

# Errors have a sentence.
try:
    read(b"nonsense")
    raise AssertionError
except ValueError as error:
    assert str(error)

# Everything else is JSON.
answer = ctypes.c_void_p()
request = b'{"op":"read"}\n' + PUZZLE
assert library.farandole_request(request, ctypes.c_size_t(len(request)), ctypes.byref(answer), None) == 0
answered = ctypes.string_at(library.farandole_text_data(answer), library.farandole_text_length(answer))
library.farandole_text_free(answer)
board = json.loads(answered)["boards"][0]
request = json.dumps({"op": "hint", "board": board}).encode()
assert library.farandole_request(request, ctypes.c_size_t(len(request)), ctypes.byref(answer), None) == 0
answered = ctypes.string_at(library.farandole_text_data(answer), library.farandole_text_length(answer))
library.farandole_text_free(answer)
print(json.loads(answered)["steps"][0]["text"].splitlines()[0])
print("farandole", library.farandole_version().decode())
