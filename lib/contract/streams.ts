import { perHour, type CallKey, type Conditions, type Limit } from "./area"

/**
 * An address that carries files or events instead of JSON. `about` says in OpenAPI what goes in and out. `permission`: the
 * permission list has a row for it, named by verb and address; on a login stream it widens who may (`ctx.may`). `below`:
 * it answers every method, at its own address and at those below it. `outsideApi`: the key holds the whole address, which does
 * not lie below `/api/v1`, such as one that another server calls back.
 */
export type Stream = Conditions & { about: string; below?: true; outsideApi?: true } & (
    | { access: "permission"; permission: true }
    | { access: "public" | "login"; permission?: true }
  )

/** One count for pictures of all kinds. */
const pictures: Limit = { ...perHour(60, "person"), shared: "pictures" }

const picturePart =
  "multipart/form-data，一个名为 file 的图片；答复 {code, message, data: {id, hash, size, name, ext, path, width, height}}"

export const streams = {
  "POST /upload/document": {
    title: "上传文档文件",
    access: "login",
    about: "multipart/form-data，一个名为 file 的部分；答复 {code, message, data: {id, hash, size}}",
  },
  "POST /upload/avatar": { title: "更新头像", access: "login", limit: pictures, about: `${picturePart}；存成 256×256，并换上` },
  "POST /upload/banner": { title: "上传轮播图", access: "permission", permission: true, limit: pictures, about: picturePart },
  "POST /upload/category": { title: "上传文档分类封面", access: "permission", permission: true, limit: pictures, about: picturePart },
  "POST /upload/config": {
    title: "上传配置图片文件",
    access: "permission",
    permission: true,
    limit: pictures,
    about: `${picturePart}；type=favicon 存成 64×64 的 PNG`,
  },
  "POST /upload/article": {
    title: "上传文章图片和音视频",
    access: "login",
    permission: true,
    limit: pictures,
    about: `${picturePart}；能发布文章的人也可以`,
  },
  "POST /upload/tus": {
    title: "断点续传",
    access: "login",
    below: true,
    about: "tus 1.0；元数据 filename、md5；最后一段的答复头 X-Attachment-Id 是附件编号",
  },
  "GET /document/progress": {
    title: "转换进度",
    access: "login",
    about: "text/event-stream；事件 document：{id, uuid, title, status, pages, converted_pages, convert_error}",
  },
} as const satisfies Record<CallKey, Stream>

export type StreamKey = keyof typeof streams

/** The site's address of every call, and of all streams that do not say `outsideApi`. */
export const apiPath = "/api/v1"

/** The whole address of a stream. */
export const addressOf = (key: CallKey, { outsideApi }: Pick<Stream, "outsideApi">): string =>
  `${outsideApi ? "" : apiPath}${key.slice(key.indexOf("/"))}`

/** One `document` event of the progress stream. */
export type ProgressEvent = {
  id: number
  uuid: string
  title: string
  status: number
  pages: number
  converted_pages: number
  convert_error: string
}
