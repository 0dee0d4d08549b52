import axios, { isAxiosError } from "axios"
import type { Result } from "../contract/types"
import type { PictureKind } from "../rules/library/picture-rules"
import { failure, timeout } from "../api/result"
import { readToken } from "../api/token"

/** A favicon belongs to the site's settings and is stored as a small PNG. */
export type PicturePurpose = PictureKind | "favicon"

/** Enough for 10 MB on a slow connection. */
const timeoutMs = 300_000

/** Servers of the family refuse a file of an article that does not say whether it is a picture or a video (docs/reference/api.md 1.9). */
const addresses: Partial<Record<PicturePurpose, string>> = {
  favicon: "/api/v1/upload/config?type=favicon",
  article: "/api/v1/upload/article?type=image",
}
const addressOf = (use: PicturePurpose) => addresses[use] ?? `/api/v1/upload/${use}`

type Reply = { errno?: number; msg?: string; data?: { path?: string; url?: string } }

/**
 * Uploads one image; `onProgress` receives the progress, 0 to 1. Never throws: errors are returned as a result with status and message. For
 * images of articles some servers answer in an editor's own format (docs/reference/api.md 1.9).
 */
export const uploadPicture = async (
  use: PicturePurpose,
  file: Blob,
  onProgress?: (share: number) => void,
): Promise<Result<{ path: string }>> => {
  const form = new FormData()
  form.append("file", file, file instanceof File ? file.name : `picture.${file.type.split("/")[1] || "webp"}`)
  const token = readToken()
  try {
    const reply = await axios.post<Reply | string>(addressOf(use), form, {
      timeout: timeoutMs,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      validateStatus: () => true,
      onUploadProgress: ({ loaded, total }) => onProgress?.(total ? Math.min(1, loaded / total) : 0),
    })
    const body = typeof reply.data === "object" && reply.data !== null ? reply.data : {}
    const path = body.data?.path || body.data?.url
    if (reply.status === 200 && path && !body.errno) return { ok: true, status: 200, data: { path } }
    if (reply.status === 200) return failure(502, "", { message: body.msg || "服务器没有收下这张图片，请稍后再试" })
    return failure(reply.status, reply.statusText, reply.data)
  } catch (error) {
    return isAxiosError(error) && (error.code === "ECONNABORTED" || error.code === "ETIMEDOUT") ? timeout("PUT") : failure(0, "", "")
  }
}
