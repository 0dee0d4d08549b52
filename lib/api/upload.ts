import { type DetailedError, Upload } from "tus-js-client"
import { failure } from "./result"
import { readToken } from "./token"

const endpoint = "/api/v1/upload/tus"
/** Small enough for a proxy in front of the site, large enough to be quick. */
const chunkSize = 8 * 1024 * 1024
const retryDelays = [1_000, 3_000, 5_000, 10_000, 20_000, 30_000]

export type Sending = { pause: () => void; cancel: () => void }
/** status 0: the network is away, the same file may go on later. */
export type SendFailure = { status: number; message: string }

type Options = {
  file: File
  md5: string
  onProgress: (sent: number) => void
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
  return { status, message }
}

/** Worth another try: no answer, a busy or locked upload, too many requests, a failing server. */
const isPassing = (status: number) => status === 0 || status === 409 || status === 423 || status === 429 || status >= 500

/**
 * Sends a file piece by piece (tus 1.0). The address of an unfinished upload is kept in the browser under the
 * file's own hash: the same file chosen again, after a reload or a day, goes on where it stopped.
 */
export const sendFile = ({ file, md5, onProgress, onDone, onFail }: Options): Sending => {
  let stopped = false
  const upload = new Upload(file, {
    endpoint,
    chunkSize,
    retryDelays,
    metadata: { filename: file.name, md5 },
    headers: { authorization: `Bearer ${readToken()}` },
    fingerprint: async () => `upload-${md5}-${file.size}`,
    removeFingerprintOnSuccess: true,
    onShouldRetry: (error) => isPassing(error.originalResponse?.getStatus() ?? 0),
    onProgress: (sent) => onProgress(sent),
    onError: (error) => onFail(failureOf(error)),
    onSuccess: ({ lastResponse }) => {
      const id = Number(lastResponse.getHeader("X-Attachment-Id"))
      if (id > 0) onDone(id)
      else onFail({ status: 502, message: "上传失败或超时，请重试" })
    },
  })
  void upload.findPreviousUploads().then(([before]) => {
    if (stopped) return
    if (before) upload.resumeFromPreviousUpload(before)
    upload.start()
  })
  const stop = (forget: boolean) => {
    stopped = true
    // An upload that cannot be taken back is thrown away by the server after a while.
    void upload.abort(forget && Boolean(upload.url)).catch(() => undefined)
  }
  return { pause: () => stop(false), cancel: () => stop(true) }
}
