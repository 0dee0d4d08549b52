import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { init, type Methods } from "@embedpdf/pdfium"

/** The part of the emscripten runtime that we use. Its views are replaced whenever the memory grows. */
type Runtime = {
  readonly HEAPU8: Uint8Array
  readonly HEAP32: Int32Array
  readonly HEAPU32: Uint32Array
  readonly HEAPF32: Float32Array
  readonly HEAPF64: Float64Array
  readonly wasmExports: { malloc(size: number): number; free(pointer: number): void }
  UTF8ToString(pointer: number): string
  addFunction(callback: (...numbers: number[]) => number | void, signature: string): number
}

const SCRATCH_BYTES = 512

/** Typed access to PDFium's memory. "Scratch" is one small area that out-parameters write into. */
export class WasmMemory {
  readonly scratch: number

  constructor(private readonly runtime: Runtime) {
    this.scratch = this.alloc(SCRATCH_BYTES)
  }

  /** Allocates memory. Throws RangeError if the WebAssembly memory is exhausted. */
  alloc(bytes: number): number {
    const pointer = this.runtime.wasmExports.malloc(bytes)
    if (pointer === 0) throw new RangeError(`pdfium could not allocate ${bytes} bytes`)
    return pointer
  }

  free(pointer: number): void {
    this.runtime.wasmExports.free(pointer)
  }

  /** Returns the address of a scratch field; `offset` is in bytes (a multiple of 8 for doubles, of 4 otherwise). */
  at(offset: number): number {
    return this.scratch + offset
  }

  float(offset = 0): number {
    return this.runtime.HEAPF32[(this.scratch + offset) >> 2] ?? 0
  }

  int(offset = 0): number {
    return this.runtime.HEAP32[(this.scratch + offset) >> 2] ?? 0
  }

  uint(offset = 0): number {
    return this.runtime.HEAPU32[(this.scratch + offset) >> 2] ?? 0
  }

  double(offset = 0): number {
    return this.runtime.HEAPF64[(this.scratch + offset) >> 3] ?? 0
  }

  floatsAt(pointer: number, count: number): number[] {
    return Array.from(this.runtime.HEAPF32.subarray(pointer >> 2, (pointer >> 2) + count))
  }

  intAt(pointer: number): number {
    return this.runtime.HEAP32[pointer >> 2] ?? 0
  }

  writeFloats(pointer: number, values: readonly number[]): void {
    this.runtime.HEAPF32.set(values, pointer >> 2)
  }

  writeInts(pointer: number, values: readonly number[]): void {
    this.runtime.HEAP32.set(values, pointer >> 2)
  }

  /** Returns a live view: copy it before the next PDFium call, which may move the memory. */
  view(pointer: number, length: number): Uint8Array {
    return this.runtime.HEAPU8.subarray(pointer, pointer + length)
  }

  write(pointer: number, bytes: Uint8Array): void {
    this.runtime.HEAPU8.set(bytes, pointer)
  }

  /** Returns the bytes of a C string, for strings that need not be UTF-8. A live view, like `view`. */
  bytesOf(pointer: number): Uint8Array {
    const end = this.runtime.HEAPU8.indexOf(0, pointer)
    return this.runtime.HEAPU8.subarray(pointer, end)
  }

  string(pointer: number): string {
    return this.runtime.UTF8ToString(pointer)
  }

  /**
   * Makes a JavaScript function callable from PDFium. `signature` is emscripten's ("vi", "iii", …). Never pass the
   * same function twice: emscripten would return the first one's pointer again, with the first one's signature.
   */
  callback(signature: string, body: (...numbers: number[]) => number | void): number {
    return this.runtime.addFunction(body, signature)
  }
}

export type Pdfium = { api: Methods; memory: WasmMemory }

/** Checks whether PDFium trapped or ran out of memory: this process must then not be used again. */
export function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError
}

/** Loads PDFium's WebAssembly from node_modules and initialises the library (40–120 ms). */
export async function loadPdfium(): Promise<Pdfium> {
  const wasm = await readFile(createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm"))
  const overrides: { wasmBinary: Uint8Array } = { wasmBinary: wasm }
  const module = await init(overrides as unknown as Parameters<typeof init>[0])
  module.PDFiumExt_Init()
  return { api: module, memory: new WasmMemory(module.pdfium as unknown as Runtime) }
}
