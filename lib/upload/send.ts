import { type DetailedError, Upload } from "tus-js-client"
import { isAbsent } from "../api/absent"
import { failure } from "../api/result"
import { readToken } from "../api/token"
import type { SendFailure, Sending, SendOptions } from "./send-types"
import { sendWhole } from "./send-whole"

const endpoint = "/api/v1/upload/tus"
/** Upload chunk size in bytes: small enough for a reverse proxy, large enough to be fast. */
const chunkSize = 8 * 1024 * 1024
const retryDelays = [1_000, 3_000, 8_000]

const bodyOf = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? "")
  } catch {
    return text
  }
}

const failureOf = (error: Error | DetailedError): SendFailure => {
  const reply = "originalResponse" in error ? error.originalResponse : null
  const { status, message, detail } = failure(reply?.getStatus() ?? 0, "", bodyOf(reply?.getBody())) as SendFailure
  return { status, message, detail, wait: Number(reply?.getHeader("Retry-After")) || 0 }
}

/**
 * Errors worth an immediate retry: a chunk that timed out, a busy or locked upload, a failing server. Not a server without disk space
 * (507), which needs an operator. Without a network the caller waits.
 */
const isPassing = (status: number) =>
  status === 408 || status === 409 || status === 423 || (status >= 500 && status !== 501 && status !== 507)

/** The upload URL does not exist (a server without tus). The library itself restarts an upload that the server has deleted. */
const knowsNoParts = (status: number) => status === 404 || status === 405 || status === 501
/** Compatible servers accept a file only in one request; if they do not say so, the first upload detects it. */
let inParts = true

/**
 * Sends a file in chunks (tus 1.0). The caller stores the URL of an unfinished upload and passes it again with the same file, after a
 * reload or hours later. The upload then resumes where it stopped, or starts over if the server has deleted it.
 * A server without chunked uploads receives the file in one request.
 */
export const sendFile = (options: SendOptions): Sending => {
  let stopped = false
  let sending: Sending
  const onFail = async (failed: SendFailure): Promise<void> => {
    const reason = failed.status === 0 && !(await isReadable(options.file)) ? unreadable : failed
    if (!stopped) options.onFail(reason)
  }
  const whole = () => sendWhole({ ...options, onFail: (failed) => void onFail(failed) })
  const onPartsFail = (failed: SendFailure, begun: boolean) => {
    if (begun || !knowsNoParts(failed.status)) return void onFail(failed)
    inParts = false
    sending = whole()
  }
  sending = inParts && !isAbsent("POST /upload/tus") ? sendParts(options, onPartsFail) : whole()
  const stop = (how: keyof Sending) => {
    stopped = true
    sending[how]()
  }
  return { pause: () => stop("pause"), cancel: () => stop("cancel") }
}

/** Checks whether the file can still be read. A moved or changed file fails like a lost network, but waiting would not help. */
const isReadable = async (file: File): Promise<boolean> => {
  const ends = [file.slice(0, 1), file.slice(-1)]
  return Promise.all(ends.map((end) => end.arrayBuffer())).then(
    () => true,
    () => false,
  )
}
const unreadable: SendFailure = { status: 400, message: "文件读取失败" }

const sendParts = (
  { file, name = file.name, md5, url, onProgress, onSafe, onDone }: SendOptions,
  onFail: (failed: SendFailure, begun: boolean) => void,
): Sending => {
  const upload: Upload = new Upload(file, {
    endpoint,
    chunkSize,
    retryDelays,
    metadata: { filename: name, md5 },
    headers: { authorization: `Bearer ${readToken()}` },
    uploadUrl: url || null,
    storeFingerprintForResuming: false,
    onShouldRetry: (error) => isPassing(error.originalResponse?.getStatus() ?? 0),
    onUploadUrlAvailable: () => onSafe(upload.url ?? "", 0),
    onChunkComplete: (_size, accepted) => onSafe(upload.url ?? "", accepted),
    onProgress: (sent) => onProgress(sent),
    onError: (error) => onFail(failureOf(error), Boolean(upload.url)),
    onSuccess: ({ lastResponse }) => {
      const id = Number(lastResponse.getHeader("X-Attachment-Id"))
      if (id > 0) onDone(id)
      else onFail({ status: 502, message: "上传失败或超时，请重试" }, true)
    },
  })
  upload.start()
  // If the upload cannot be deleted, it expires on the server.
  const stop = (forget: boolean) => void upload.abort(forget && Boolean(upload.url)).catch(() => undefined)
  return { pause: () => stop(false), cancel: () => stop(true) }
}
