import { z } from "zod"
import { perHour, perMinute, type CallKey, type Conditions, type RateLimit } from "./area"
import { ConvertedSample } from "./operations/trial"
import { num, str } from "./schema"

/**
 * The input and output of a stream: a `file` in a form, answered with JSON; `events` by name; resumable uploads (tus 1.0); a `notice` of
 * another server, of this media type, answered in its own format; plain `text` selected by parameters; only a `redirect` for the last path
 * segment; or XML selected by parameters, in the URL or as a form.
 * `query` are the URL parameters.
 */
type Carries =
  | { file: z.ZodType; query?: z.ZodType }
  | { events: Record<string, z.ZodType> }
  | { protocol: "tus" }
  | { notice: string; query?: z.ZodType; answer: "text/plain" | "application/json" }
  | { text: z.ZodType }
  | { redirect: string }
  | { xml: z.ZodType }

/**
 * An endpoint that carries files or events instead of JSON. `about` is a readable description, `carries` describes it for OpenAPI.
 * `permission`: the permission list has a row for it, named by HTTP method and path; on a login stream it grants wider access (`ctx.may`).
 * `below`: it answers every method, at its own path and all paths below it. `outsideApi`: the key is the whole path, which is outside
 * `/api/v1`, e.g. a callback for another server.
 */
export type Stream = Conditions & { about: string; carries?: Carries; below?: true; outsideApi?: true } & (
    | { access: "permission"; permission: true }
    | { access: "public" | "login"; permission?: true }
  )

/** One shared rate limit for images of all kinds. */
const pictures: RateLimit = { ...perHour(60, "person"), shared: "pictures" }

const received = { id: num, hash: str, size: num, name: str, ext: str }
export const UploadedFile = z.object({ code: num, message: str, data: z.object(received) })
const picture = { ...received, path: str, width: num, height: num }
export const UploadedPicture = z.object({ code: num, message: str, data: z.object(picture) })
export const UploadedProof = z.object({ code: num, message: str, data: z.object({ key: str, name: str, size: num }) })
/** `errno`, `url` and `alt` are for editors that expect those names. */
export const UploadedInsert = z.object({ code: num, message: str, errno: num, data: z.object({ ...picture, url: str, alt: str }) })

/** One `document` event of the progress stream. */
export const ProgressEvent = z.object({ id: num, uuid: str, title: str, status: num, pages: num, converted_pages: num, convert_error: str })

export type ProgressEvent = z.output<typeof ProgressEvent>

const pictureFile = { file: UploadedPicture }

/** The callback of a payment gateway after a payment: signed and in the gateway's own format, and so is the answer. */
const notice = (gateway: string, type: string, answer: "text/plain" | "application/json") =>
  ({
    title: `${gateway}的通知`,
    access: "public",
    limit: perMinute(1_200),
    allowedWhileClosed: true,
    outsideApi: true,
    missing: true,
    about: "由支付平台调用，格式和签名由平台规定",
    carries: { notice: type, answer },
  }) as const

const oai = {
  title: "OAI-PMH 收割",
  access: "public",
  scope: "read",
  limit: { ...perMinute(600), shared: "oai" },
  outsideApi: true,
  missing: true,
  about: "OAI-PMH 2.0：文档的元数据，格式 oai_dc；网站设置了域名才有",
  carries: {
    xml: z.object({
      verb: z.enum(["Identify", "ListMetadataFormats", "ListSets", "ListIdentifiers", "ListRecords", "GetRecord"]),
      identifier: z.string().max(128).optional(),
      metadataPrefix: z.string().max(32).optional(),
      from: z.string().max(20).optional(),
      until: z.string().max(20).optional(),
      set: z.string().max(64).optional(),
      resumptionToken: z.string().max(256).optional(),
    }),
  },
} as const

/**
 * The maximum length of the parameters that WeChat adds to its callback URL; longer values are not from WeChat: `echostr` has about twenty
 * digits.
 */
export const wechatTextMax = 128
/** The maximum size of an XML message, in bytes; a follower's message has a few hundred. */
export const xmlNoticeMax = 64 * 1024
const short = z.string().max(wechatTextMax).default("")
const wechatSigned = { signature: short, timestamp: short, nonce: short }
const wechatServer = {
  access: "public",
  limit: { ...perMinute(600), shared: "wechat-server" },
  allowedWhileClosed: true,
  missing: true,
  about: "由微信的服务器调用；公众号设置了服务器令牌才有",
} as const

export const streams = {
  "POST /upload/document": {
    title: "上传文档文件",
    access: "login",
    scope: "document",
    conflicts: true,
    about: "一个名为 file 的文件；用 POST /document 提交后才成为文档",
    carries: { file: UploadedFile },
  },
  "POST /upload/avatar": { title: "更新头像", access: "login", limit: pictures, about: "存成 256×256，并换上", carries: pictureFile },
  "POST /upload/banner": {
    title: "上传轮播图",
    access: "permission",
    permission: true,
    limit: pictures,
    about: "一张图片",
    carries: pictureFile,
  },
  "POST /upload/category": {
    title: "上传文档分类封面",
    access: "permission",
    permission: true,
    limit: pictures,
    about: "一张图片",
    carries: pictureFile,
  },
  "POST /upload/cover": {
    title: "上传文档封面",
    access: "login",
    limit: pictures,
    about: "一张图片；能更新文档的人才可以",
    carries: pictureFile,
  },
  "POST /upload/config": {
    title: "上传配置图片文件",
    access: "permission",
    permission: true,
    limit: pictures,
    about: "一张图片；type=favicon 存成 64×64 的 PNG",
    carries: { file: UploadedPicture, query: z.object({ type: z.string().optional() }) },
  },
  "POST /upload/article": {
    title: "上传文章图片和音视频",
    access: "login",
    scope: "article",
    permission: true,
    limit: pictures,
    about: "一张图片、一段声音或视频；能发布文章的人也可以",
    carries: { file: UploadedInsert },
  },
  "POST /upload/report": {
    title: "上传举报图片",
    access: "login",
    limit: pictures,
    about: "一张图片，作为举报的证据",
    carries: pictureFile,
  },
  "POST /upload/complaint": {
    title: "上传版权投诉的证明材料",
    access: "public",
    limit: perHour(20),
    about: "一份证明材料；答复里的 key 随 POST /complaint 提交，不提交的过一天就删除",
    carries: { file: UploadedProof },
  },
  "POST /upload/tus": {
    title: "断点续传",
    access: "login",
    scope: "document",
    below: true,
    missing: true,
    conflicts: true,
    about: "tus 1.0；元数据 filename、md5；最后一段的答复头 X-Attachment-Id 是附件编号",
    carries: { protocol: "tus" },
  },
  "POST /callback/wechatpay": notice("微信支付", "application/json", "application/json"),
  "POST /callback/alipay": notice("支付宝", "application/x-www-form-urlencoded", "text/plain"),
  "POST /callback/xunhupay": notice("第三方支付", "application/x-www-form-urlencoded", "text/plain"),
  "GET /oauth/officialaccount/token": {
    ...wechatServer,
    title: "公众号服务器验证",
    carries: { text: z.object({ ...wechatSigned, echostr: short }) },
  },
  "POST /oauth/officialaccount/token": {
    ...wechatServer,
    title: "公众号消息",
    carries: { notice: "text/xml", query: z.object(wechatSigned), answer: "text/plain" },
  },
  "GET /opds/file": {
    title: "目录里的文件",
    access: "public",
    scope: "download",
    below: true,
    outsideApi: true,
    missing: true,
    about: "转到文件的下载地址；不能下载的人，转到文档页",
    carries: { redirect: "uuid" },
  },
  "GET /oai": oai,
  "POST /oai": oai,
  "GET /document/progress": {
    title: "转换进度",
    access: "login",
    // limits reconnects; `server/modules/library/document/conversion-progress.http.ts` limits how many may be open at the same time
    limit: perHour(3_600, "person"),
    about: "自己的文档每转换一步，来一个 document 事件；自己试转的样例每转完一份，来一个 sample 事件",
    carries: { events: { document: ProgressEvent, sample: ConvertedSample } },
  },
} as const satisfies Record<CallKey, Stream>

export type StreamKey = keyof typeof streams

/** The path prefix of all calls, and of all streams without `outsideApi`. */
export const apiPath = "/api/v1"

/** Returns the full path of a stream. */
export const addressOf = (key: CallKey, { outsideApi }: Pick<Stream, "outsideApi">): string =>
  `${outsideApi ? "" : apiPath}${key.slice(key.indexOf("/"))}`
