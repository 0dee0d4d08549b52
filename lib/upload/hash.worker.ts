import { md5Of } from "./md5"

export type HashMessage = { share: number } | { md5: string } | { failed: true }

/** One file in; shares, and then its hash out. Whoever started the worker ends it. */
self.onmessage = ({ data }: MessageEvent<File>) => {
  const answer = (message: HashMessage) => self.postMessage(message)
  md5Of(data, (share) => answer({ share })).then(
    (md5) => answer({ md5 }),
    () => answer({ failed: true }),
  )
}
