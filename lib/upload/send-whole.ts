import axios, { isAxiosError, isCancel } from "axios"
import { failure, timeout } from "../api/result"
import { readToken } from "../api/token"
import type { SendFailure, SendOptions, Sending } from "./send-types"

/** Timeout (ms), the same as in existing clients, for a large file on a slow connection (docs/reference/api.md 1.10). */
const timeoutMs = 6_000_000

type Reply = { data?: { id?: number } }

/**
 * Sends a file in one request (docs/reference/api.md 1.9), for compatible servers without chunked uploads. A paused or interrupted upload
 * starts over.
 */
export const sendWhole = ({ file, name = file.name, onProgress, onDone, onFail }: SendOptions): Sending => {
  const control = new AbortController()
  const form = new FormData()
  form.append("file", file, name)
  const fail = (status: number, statusText: string, body: unknown, wait: number) => {
    const { message, detail } = failure(status, statusText, body) as SendFailure
    onFail({ status, message, detail, wait })
  }
  axios
    .post<Reply | string>("/api/v1/upload/document", form, {
      timeout: timeoutMs,
      signal: control.signal,
      headers: { authorization: `Bearer ${readToken()}` },
      validateStatus: () => true,
      // `loaded` includes the multipart header
      onUploadProgress: ({ loaded }) => onProgress(Math.min(file.size, loaded)),
    })
    .then(({ status, statusText, data, headers }) => {
      const id = typeof data === "object" ? (data.data?.id ?? 0) : 0
      if (status === 200 && id > 0) onDone(id)
      else if (status === 200) fail(502, "", { message: "上传失败或超时，请重试" }, 0)
      else fail(status, statusText, data, Number(headers["retry-after"]) || 0)
    })
    .catch((error: unknown) => {
      if (isCancel(error)) return
      const isLate = isAxiosError(error) && (error.code === "ECONNABORTED" || error.code === "ETIMEDOUT")
      if (isLate) onFail(timeout("POST") as SendFailure)
      else fail(0, "", "", 0)
    })
  const stop = () => control.abort()
  return { pause: stop, cancel: stop }
}
