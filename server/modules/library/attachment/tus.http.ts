import type { IncomingMessage, ServerResponse } from "node:http"
import { join } from "node:path"
import { FileStore } from "@tus/file-store"
import { Server, type Upload } from "@tus/server"
import { LRUCache } from "lru-cache"
import { ErrorCode } from "@/lib/contract/error-code"
import type { LoggedIn, Services } from "@/server/context"
import { admitDocumentFile, keepDocumentFile } from "./attachment.usecases"
import { beginUnfinished, forgetUnfinished, requireDiskSpace } from "./quota.usecases"
import { measureFile, overLimit } from "./receiving.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import type { HttpExchange } from "@/server/module"
import { requireUploadRight } from "../../people/user/rights.policy"
import { faultOf, forbidden, unauthenticated, type Fault } from "@/server/errors"

const tusPath = "/api/v1/upload/tus"
const keepUnfinishedMs = 24 * 3_600_000

/** An error in the form of the tus library with our message. */
class Refused extends Error {
  readonly status_code: number
  readonly body: string
  constructor({ status, body }: Fault) {
    super(body.message)
    this.status_code = status
    this.body = JSON.stringify(body)
  }
}
const refused = (error: unknown) => new Refused(faultOf(error))

/** Messages for the library's own errors, in Chinese. */
const libraryMessages: Record<number, string> = {
  404: "这次上传已经结束或过期，请重新上传",
  409: "上传的位置对不上，请刷新页面后继续",
  410: "这次上传已经结束或过期，请重新上传",
  412: "缺少请求头 Tus-Resumable",
  413: "文件超过大小上限，请压缩或拆分后再上传",
  423: "这份文件正在从别处上传，请稍后再试",
}
const bodyOf = (status: number): string => {
  const message = libraryMessages[status] ?? (status < 500 ? "上传请求有误，请重新上传" : "服务器出了点问题，请稍后再试")
  const code = status === 413 ? ErrorCode.outOfRange : status < 500 ? ErrorCode.invalidArgument : ErrorCode.internal
  return JSON.stringify({ code, message })
}

/** The tus server, whose errors are JSON like those of every other call. */
class JsonServer extends Server {
  override write(...[context, headers, status, body = ""]: Parameters<Server["write"]>) {
    if (status < 400) return super.write(context, headers, status, body)
    headers.set("content-type", "application/json; charset=utf-8")
    return super.write(context, headers, status, body.startsWith("{") ? body : bodyOf(status))
  }
}

/** Results of finished uploads. The receiving process caches them as long as an unfinished upload. */
type Finished = { owner: number; size: number; attachment: number }

type Meta = Record<string, string | null> | undefined

/**
 * Creates the resumable uploads: an upload resumes after a reload, a network failure or a restart of the server. It belongs to the user who
 * began it.
 * The last part is acknowledged only when the file is stored and its row committed.
 */
const createTus = (app: Services) => {
  const datastore = new FileStore({ directory: join(app.dataDir, "tmp", "tus"), expirationPeriodInMilliseconds: keepUnfinishedMs })
  const contexts = new WeakMap<object, LoggedIn>()
  const ctxOf = (req: { runtime?: unknown } & object): LoggedIn => {
    const raw = (req as { runtime?: { node?: { req?: IncomingMessage } } }).runtime?.node?.req
    const ctx = raw && contexts.get(raw)
    if (!ctx) throw refused(unauthenticated())
    return ctx
  }
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (faultOf(error).internal) app.log.error({ err: error }, "上传出错")
      throw refused(error)
    }
  }
  // The upload may be finishing while its state is requested.
  const finishing = new Map<string, Promise<Finished>>()
  const finished = new LRUCache<string, Finished>({ max: 10_000, ttl: keepUnfinishedMs })
  const finishOnce = (ctx: LoggedIn, upload: Upload): Promise<Finished> => {
    const work = async () => {
      const whole = { owner: ctx.user.id, size: upload.size ?? 0, attachment: await finish(app, ctx, datastore, upload) }
      finished.set(upload.id, whole)
      return whole
    }
    const running = finishing.get(upload.id) ?? work().finally(() => finishing.delete(upload.id))
    finishing.set(upload.id, running)
    return running
  }
  /**
   * Answers HEAD of a complete upload with its result, for a client that missed the last response. Also finishes an upload whose process
   * died between the last byte and its row. False for all others.
   */
  const answerWhole = async (ctx: LoggedIn, path: string, res: ServerResponse): Promise<boolean> => {
    const id = path.slice(tusPath.length + 1)
    const upload = /^[0-9a-f]{32}$/.test(id) ? await datastore.getUpload(id).catch(() => null) : null
    const isOwn = upload?.metadata?.user_id === String(ctx.user.id) && upload.offset === upload.size
    // An upload that is being finished is neither in the folder any more nor among the finished ones yet.
    const whole = isOwn ? await finishOnce(ctx, upload) : ((await finishing.get(id)?.catch(() => undefined)) ?? finished.get(id))
    if (whole?.owner !== ctx.user.id) return false
    res
      .writeHead(200, {
        "tus-resumable": "1.0.0",
        "upload-offset": whole.size,
        "upload-length": whole.size,
        "x-attachment-id": whole.attachment,
        "cache-control": "no-store",
      })
      .end()
    return true
  }
  const server = new JsonServer({
    path: tusPath,
    datastore,
    relativeLocation: true,
    // Pages of other origins cannot upload: their Authorization header would need a CORS permission that is never granted.
    allowedOrigins: () => false,
    respectForwardedHeaders: false,
    disableTerminationForFinishedUploads: true,
    exposedHeaders: ["X-Attachment-Id"],
    maxSize: async () => (await settingsOf(app, "security")).max_document_size * 1024 * 1024,
    onIncomingRequest: (req, id) =>
      guard(async () => {
        const ctx = ctxOf(req)
        if (req.method === "POST" || req.method === "OPTIONS" || !id) return
        const upload = await datastore.getUpload(id).catch(() => null)
        if (upload && upload.metadata?.user_id !== String(ctx.user.id)) throw forbidden("这次上传不属于你")
        // Must precede the response, after which the client may start the next upload.
        if (upload && req.method === "DELETE") await forgetUnfinished(ctx, id)
      }),
    onUploadCreate: (req, upload) =>
      guard(async () => {
        const ctx = ctxOf(req)
        const meta = upload.metadata as Meta
        const { megabytes } = await admitDocumentFile(ctx, meta?.filename ?? "")
        const most = megabytes * 1024 * 1024
        // an upload whose length is declared later may become as large as any
        const size = upload.size ?? most
        if (size > most) throw overLimit(megabytes)
        await beginUnfinished(ctx, { id: upload.id, size, expires_at: new Date(ctx.now().getTime() + keepUnfinishedMs) })
        return { metadata: { filename: meta?.filename ?? "", md5: meta?.md5 ?? "", user_id: String(ctx.user.id) } }
      }),
    onUploadFinish: (req, upload) =>
      guard(async () => ({ headers: { "X-Attachment-Id": String((await finishOnce(ctxOf(req), upload)).attachment) } })),
    onResponseError: async (_req, error) => {
      const failed = !("status_code" in error) || error.status_code >= 500
      // The disk may have become full while a part was written.
      const full = failed && !(error instanceof Refused) && (await requireDiskSpace(app, 0).then(() => null, refused))
      // all other errors are written by `JsonServer`
      return full || undefined
    },
  })
  return async (ctx: LoggedIn, { req, res, path }: HttpExchange): Promise<void> => {
    if (req.method === "POST") await requireUploadRight(ctx)
    if (req.method === "HEAD" && (await answerWhole(ctx, path, res))) return
    if (req.method === "PATCH") await requireDiskSpace(app, Number(req.headers["content-length"] ?? 0))
    contexts.set(req, ctx)
    await server.handle(req, res)
  }
}

/** One tus server per application of the process (tests have several). */
const servers = new WeakMap<Services, ReturnType<typeof createTus>>()

/** Serves `POST /api/v1/upload/tus`, and `HEAD`, `PATCH`, `DELETE` of each upload below it (tus 1.0). */
export const serveTus = (ctx: LoggedIn, exchange: HttpExchange): Promise<void> => {
  const serve = servers.get(ctx.app) ?? createTus(ctx.app)
  servers.set(ctx.app, serve)
  return serve(ctx, exchange)
}

const finish = async (app: Services, ctx: LoggedIn, datastore: FileStore, upload: Upload): Promise<number> => {
  const { megabytes, name } = await admitDocumentFile(ctx, upload.metadata?.filename ?? "")
  const file = await measureFile(join(app.dataDir, "tmp", "tus", upload.id), megabytes)
  try {
    return (await keepDocumentFile(ctx, name, file, { expectedMd5: upload.metadata?.md5 ?? undefined, upload: upload.id })).id
  } finally {
    // The file has been moved; the store's `remove` would fail and leave its metadata behind.
    await datastore.configstore.delete(upload.id).catch(() => undefined)
    await forgetUnfinished(ctx, upload.id)
  }
}
