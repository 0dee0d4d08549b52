import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

const megabyte = 1024 * 1024
const floorBytes = 110 * megabyte
const everyMs = 100

/**
 * Keeps the heap near what is in use: left to itself V8 lets garbage grow to several times of that before it looks, because a machine has room.
 * Measured with 20,000 documents: 60 MB in use, 375 MB taken. No limit is set, so that a row of many megabytes still passes.
 */
export const keepMemoryLow = (): void => {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as () => void
  let most = floorBytes
  setInterval(() => {
    if (process.memoryUsage().heapUsed < most) return
    collect()
    most = Math.max(floorBytes, process.memoryUsage().heapUsed * 1.5)
  }, everyMs).unref()
}
