//===- runtime/cxx/abi-dso.cpp - The handle of the program itself ---------===//

extern "C" {
/// Its address tells libraries apart; here all are one program.
extern const char __dso_handle;
const char __dso_handle = 0;
}
