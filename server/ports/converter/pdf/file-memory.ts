import { open } from "node:fs/promises"
import type { Pdfium } from "./pdfium-module"

const READ_BYTES = 8 * 1024 * 1024

/** Copies the file in pieces, so that a large scan is not in memory twice. */
export async function readIntoMemory({ memory }: Pdfium, file: string): Promise<{ buffer: number; length: number }> {
  const handle = await open(file, "r")
  try {
    const { size } = await handle.stat()
    const buffer = memory.alloc(Math.max(size, 1))
    const piece = Buffer.allocUnsafe(Math.min(size, READ_BYTES))
    let length = 0
    while (length < size) {
      const { bytesRead } = await handle.read(piece, 0, Math.min(piece.length, size - length), length)
      if (bytesRead === 0) break
      memory.write(buffer + length, piece.subarray(0, bytesRead))
      length += bytesRead
    }
    return { buffer, length }
  } finally {
    await handle.close()
  }
}
