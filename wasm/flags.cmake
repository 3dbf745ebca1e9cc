# Every Emscripten flag with its reason. Common to the native build: -ffp-contract=off, -fno-exceptions, -fno-rtti (cmake/).

set(ATTN_WASM_COMPILE
  -pthread # atomics, which unshared memory takes too: both flavours are linked from the same objects
  -msimd128 # 4 floats at a time; in every browser since 2023. No -mrelaxed-simd: its results depend on the processor
  -DEMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0) # Embind without RTTI: its messages name no unbound types

set(ATTN_WASM_LINK
  -O3 # runs wasm-opt and minifies the loader
  -lembind -fno-rtti # the bindings; the second chooses Embind's library that, like the core, has no RTTI
  -sSTRICT=1 # no deprecated settings, no libraries linked on suspicion
  --no-entry # a library: no main
  -sDYNAMIC_EXECUTION=0 # no eval or new Function in the loader: works under script-src 'wasm-unsafe-eval'
  -sMODULARIZE=1 -sEXPORT_ES6=1 -sEXPORT_NAME=createAttention # a factory: several engines on one page
  -sENVIRONMENT=web,worker,node # where the engine runs; leaves out the shell's loader
  -sINCOMING_MODULE_JS_API=wasmBinary,instantiateWasm,locateFile,print,printErr,onAbort,mainScriptUrlOrBlob # what the engine may pass in
  -sEXPORTED_RUNTIME_METHODS=HEAPU8,HEAPF32,wasmMemory # the engine copies tensors through views
  -sALLOW_MEMORY_GROWTH=1 # traces may be a kilobyte or a gigabyte
  -sINITIAL_MEMORY=16MB # a sentence's trace fits without growing
  -sMAXIMUM_MEMORY=2GB # addresses stay positive as 32-bit integers, and some browsers allow no more
  -sSTACK_SIZE=512KB # Eigen puts up to 128 kB temporaries there; the default 64 kB would overflow
  -sMALLOC=emmalloc # a third of dlmalloc's size; the arena makes few and large allocations
  -sFILESYSTEM=0 # data comes through memory, no virtual files
  -sSUPPORT_LONGJMP=0 # nothing jumps
  -sABORTING_MALLOC=0) # a failed allocation is a status, not the end of the page

# The flavour with threads, for cross-origin isolated pages and Node. Its digits are the same: threads split rows only.
set(ATTN_WASM_LINK_THREADS
  -pthread
  -Wno-pthreads-mem-growth # warns that JavaScript must look for a grown memory; the engine makes its views anew for each call
  # Workers start only when the creating one returns to its event loop, so they must stand ready beforehand.
  # The engine says how many (`poolSize`); without it one for each processor, 4 where that is not told (Node 20).
  "-sPTHREAD_POOL_SIZE=Module['poolSize']??globalThis.navigator?.hardwareConcurrency??4"
  -sPTHREAD_POOL_SIZE_STRICT=2 # beyond the pool, creating a thread fails instead of waiting for ever
  -sDEFAULT_PTHREAD_STACK_SIZE=256KB) # row kernels keep their packed panels on the stack
