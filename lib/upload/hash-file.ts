import { md5Of, piece } from "./md5"
import type { HashMessage } from "./hash.worker"

export class HashStopped extends Error {}

/** A file of one chunk takes about 10 ms, so it is hashed on the page: a folder of small files would start thousands of workers. */
const small = piece

const inPage = async (file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<string> => {
  const hash = await md5Of(file, (share) => {
    if (signal.aborted) return false
    onProgress(share)
    return true
  })
  if (signal.aborted) throw new HashStopped()
  return hash
}

class NoWorker extends Error {}

const inWorker = (file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./hash.worker.ts", import.meta.url), { type: "module" })
    const end = (settle: () => void) => {
      worker.terminate()
      settle()
    }
    signal.addEventListener("abort", () => end(() => reject(new HashStopped())), { once: true })
    worker.addEventListener("error", () => end(() => reject(new NoWorker())))
    worker.addEventListener("message", ({ data }: MessageEvent<HashMessage>) => {
      if ("share" in data) onProgress(data.share)
      else end(() => ("md5" in data ? resolve(data.md5) : reject(new Error("文件读取失败"))))
    })
    worker.postMessage(file)
  })

/**
 * Returns the MD5 of a file, read in chunks of 2 MB (docs/reference/specification.md 9) in a worker, so that the page stays responsive for
 * files of any size.
 * Throws 文件读取失败 if the file cannot be read (it was moved, or is a folder), and `HashStopped` when `signal` aborts.
 */
export const hashFile = async (file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<string> => {
  if (signal.aborted) throw new HashStopped()
  if (file.size <= small || typeof Worker === "undefined") return inPage(file, onProgress, signal)
  return inWorker(file, onProgress, signal).catch((cause: unknown) => {
    if (cause instanceof NoWorker) return inPage(file, onProgress, signal)
    throw cause
  })
}
