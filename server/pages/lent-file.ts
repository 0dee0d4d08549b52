import { close, open, read } from "node:fs"

/** The content of a file, in a buffer that is reused after `release`. If it is never released, the garbage collector frees it. */
export type LentFile = { bytes: Buffer; release: () => void }

/** Most files are smaller than this, so their size need not be queried first. */
const size = 64 * 1024
const maxSpare = 64
const spare: Buffer[] = []

/** How many files may be open at once; many systems allow a process 1,024 files and connections together. */
const maxOpen = 64
let openFiles = 0
const waiting: (() => void)[] = []

/** Starts a read when one of the files may be open; `ended` is called when it is closed. */
const inTurn = (start: (ended: () => void) => void): void => {
  if (openFiles >= maxOpen) return void waiting.push(() => inTurn(start))
  openFiles++
  start(() => {
    openFiles--
    waiting.shift()?.()
  })
}

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
 * Reads a whole small file; returns null if it cannot be read. Callbacks cost half as much as promises. Buffers are reused because
 * thousands of new ones per second would make the garbage collector scan the whole heap again and again.
 */
export const readLent = (path: string): Promise<LentFile | null> => new Promise((done) => inTurn((ended) => readWhole(path, done, ended)))

const readWhole = (path: string, done: (file: LentFile | null) => void, ended: () => void): void =>
  open(path, "r", (missing, file) => {
    if (missing) {
      ended()
      return done(null)
    }
    const readFrom = (buffer: Buffer, from: number): void =>
      read(file, buffer, from, buffer.length - from, from, (error, count) => {
        if (!error && from + count === buffer.length) return readFrom(Buffer.concat([buffer, Buffer.alloc(buffer.length)]), buffer.length)
        close(file, ended)
        const lent = lend(buffer, from + count)
        if (!error) return done(lent)
        lent.release()
        done(null)
      })
    readFrom(spare.pop() ?? Buffer.allocUnsafe(size), 0)
  })
