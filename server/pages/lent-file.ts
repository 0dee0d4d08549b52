import { close, open, read } from "node:fs"

/** The content of a file, in a buffer that is used for other files after `release`. Without it the buffer is left to the garbage collector. */
export type LentFile = { bytes: Buffer; release: () => void }

/** What most files are smaller than: their size need not be asked first. */
const size = 64 * 1024
const maxSpare = 64
const spare: Buffer[] = []

const lend = (buffer: Buffer, length: number): LentFile => {
  let lent = buffer.length === size
  return {
    bytes: buffer.subarray(0, length),
    release: () => {
      if (lent && spare.length < maxSpare) spare.push(buffer)
      lent = false
    },
  }
}

/**
 * Reads a whole small file; null where it cannot be read. With callbacks, which cost half of what promises do, and into buffers that
 * are used again: thousands of new ones a second keep the garbage collector busy with the whole heap.
 */
export const readLent = (path: string): Promise<LentFile | null> =>
  new Promise((done) => {
    open(path, "r", (missing, file) => {
      if (missing) return done(null)
      const readFrom = (buffer: Buffer, from: number): void =>
        read(file, buffer, from, buffer.length - from, from, (error, count) => {
          if (!error && from + count === buffer.length) return readFrom(Buffer.concat([buffer, Buffer.alloc(buffer.length)]), buffer.length)
          close(file, () => undefined)
          const lent = lend(buffer, from + count)
          if (!error) return done(lent)
          lent.release()
          done(null)
        })
      readFrom(spare.pop() ?? Buffer.allocUnsafe(size), 0)
    })
  })
