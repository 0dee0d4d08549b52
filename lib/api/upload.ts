import { type DetailedError, Upload } from "tus-js-client"
import { failure } from "./result"
import { readToken } from "./token"

const endpoint = "/api/v1/upload/tus"
/** Small enough for a proxy in front of the site, large enough to be quick. */
const chunkSize = 8 * 1024 * 1024
const retryDelays = [1_000, 3_000, 8_000]

export type Sending = { pause: () => void; cancel: () => void }
/** status 0: the network is away, the same file may go on later. `wait` = seconds after which to try again. */
export type SendFailure = { status: number; message: string; wait?: number }

type Options = {
  file: File
  md5: string
  /** where an earlier attempt stopped; "" = from the start */
  url: string
  onProgress: (sent: number) => void
  /** A part is safe with the server, which gave the upload this address. */
  onSafe: (url: string, accepted: number) => void
  onDone: (attachmentId: number) => void
  onFail: (failed: SendFailure) => void
}

const bodyOf = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? "")
  } catch {
    return text
  }
}

const failureOf = (error: Error | DetailedError): SendFailure => {
  const reply = "originalResponse" in error ? error.originalResponse : null
  const { status, message } = failure(reply?.getStatus() ?? 0, "", bodyOf(reply?.getBody())) as { status: number; message: string }
  return { status, message, wait: Number(reply?.getHeader("Retry-After")) || 0 }
}

/** Worth another try at once: a busy or locked upload, a failing server. Without a network whoever called waits for it. */
const isPassing = (status: number) => status === 409 || status === 423 || status >= 500

/**
 * Sends a file piece by piece (tus 1.0). The caller keeps the address of an unfinished upload and gives it back with the
 * same file, after a reload or hours later: it goes on where it stopped, or from the start when the server forgot it.
 */
export const sendFile = ({ file, md5, url, onProgress, onSafe, onDone, onFail }: Options): Sending => {
  const upload: Upload = new Upload(file, {
    endpoint,
    chunkSize,
    retryDelays,
    metadata: { filename: file.name, md5 },
    headers: { authorization: `Bearer ${readToken()}` },
    uploadUrl: url || null,
    storeFingerprintForResuming: false,
    onShouldRetry: (error) => isPassing(error.originalResponse?.getStatus() ?? 0),
    onUploadUrlAvailable: () => onSafe(upload.url ?? "", 0),
    onChunkComplete: (_size, accepted) => onSafe(upload.url ?? "", accepted),
    onProgress: (sent) => onProgress(sent),
    onError: (error) => onFail(failureOf(error)),
    onSuccess: ({ lastResponse }) => {
      const id = Number(lastResponse.getHeader("X-Attachment-Id"))
      if (id > 0) onDone(id)
      else onFail({ status: 502, message: "上传失败或超时，请重试" })
    },
  })
  upload.start()
  // An upload that cannot be taken back is thrown away by the server after a while.
  const stop = (forget: boolean) => void upload.abort(forget && Boolean(upload.url)).catch(() => undefined)
  return { pause: () => stop(false), cancel: () => stop(true) }
}
