import { type DetailedError, Upload } from "tus-js-client"
import { failure } from "../api/result"
import { readToken } from "../api/token"
import type { SendFailure, Sending, SendOptions } from "./send-types"
import { sendWhole } from "./send-whole"

const endpoint = "/api/v1/upload/tus"
/** Small enough for a proxy in front of the site, large enough to be quick. */
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
  const { status, message } = failure(reply?.getStatus() ?? 0, "", bodyOf(reply?.getBody())) as { status: number; message: string }
  return { status, message, wait: Number(reply?.getHeader("Retry-After")) || 0 }
}

/**
 * Errors worth an immediate retry: a part that was too slow, a busy or locked upload, a failing server. A server without room (507) is none:
 * it takes a person to make some. Without a network the caller waits.
 */
const isPassing = (status: number) =>
  status === 408 || status === 409 || status === 423 || (status >= 500 && status !== 501 && status !== 507)

/** The upload address is unknown (a server without tus). A forgotten upload is restarted by the library. */
const knowsNoParts = (status: number) => status === 404 || status === 405 || status === 501
/** Compatible servers take files in one request only; the first upload finds that out. */
let inParts = true

/**
 * Sends a file piece by piece (tus 1.0). The caller keeps the address of an unfinished upload and gives it back with the
 * same file, after a reload or hours later: it goes on where it stopped, or from the start when the server forgot it.
 * A server that takes nothing in pieces gets it in one.
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
  sending = inParts ? sendParts(options, onPartsFail) : whole()
  const stop = (how: keyof Sending) => {
    stopped = true
    sending[how]()
  }
  return { pause: () => stop("pause"), cancel: () => stop("cancel") }
}

/** True if the file can still be read: one that was moved or changed fails like a lost network, and waiting would not help. */
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
  // An upload that cannot be deleted expires on the server.
  const stop = (forget: boolean) => void upload.abort(forget && Boolean(upload.url)).catch(() => undefined)
  return { pause: () => stop(false), cancel: () => stop(true) }
}
