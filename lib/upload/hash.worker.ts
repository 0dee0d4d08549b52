import "@/lib/rules/older-worker"
import { md5Of } from "./md5"

export type HashMessage = { share: number } | { md5: string } | { failed: true }

/** Hashes one file: posts the progress, then the hash. The caller terminates the worker. */
self.onmessage = ({ data }: MessageEvent<File>) => {
  const answer = (message: HashMessage) => self.postMessage(message)
  md5Of(data, (share) => answer({ share })).then(
    (md5) => answer({ md5 }),
    () => answer({ failed: true }),
  )
}
