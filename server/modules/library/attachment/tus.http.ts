import type { IncomingMessage, ServerResponse } from "node:http"
import { Server } from "@tus/server"
import { ErrorCode } from "@/lib/contract/error-code"
import type { LoggedIn, Services } from "@/server/context"
import { admitDocumentFile, keepDocumentFile } from "./attachment.usecases"
import { beginUnfinished, requireDiskSpace } from "./quota.usecases"
import { overLimit } from "./incoming-file.usecases"
import { dropUnfinished, findUnfinished } from "./unfinished-upload.repository"
import { isUploadId, uploadLocker } from "./upload-lock.usecases"
import { createResumableStore, keepUnfinishedMs, type ResumableStore } from "./upload-stores.http"
import { settingsOf } from "../../site/settings/settings.usecases"
import type { HttpExchange } from "@/server/module"
import { requireUploadRight } from "../../people/user/rights.policy"
import { faultOf, forbidden, notFound, unauthenticated, unavailable, type Fault } from "@/server/errors"

const tusPath = "/api/v1/upload/tus"

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

type Meta = Record<string, string | null> | undefined

/**
 * Creates the resumable uploads: an upload resumes after a reload, a network failure or a restart of the server, with a bucket on any machine.
 * It belongs to the user who began it.
 * The last part is acknowledged only when the file is stored and its row committed.
 */
const createTus = (app: Services) => {
  const datastore = createResumableStore(app)
  const { db } = app.database
  const locker = uploadLocker(db)
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
  /** Creates the file of a complete upload, under its lock: a status request may arrive while another process does so. */
  const finishOnce = async (ctx: LoggedIn, id: string): Promise<number> => {
    const lock = locker.newLock(id)
    await lock.lock(new AbortController().signal, () => undefined).catch(rethrowAsOurs)
    try {
      return (await findUnfinished(db, id))?.attachment_id ?? (await finish(ctx, datastore, id))
    } finally {
      await lock.unlock()
    }
  }
  /**
   * Answers HEAD of a complete upload with its result, for a client that missed the last response. Also finishes an upload whose process
   * died between the last byte and its row. False for all others.
   */
  const answerWhole = async (ctx: LoggedIn, path: string, res: ServerResponse): Promise<boolean> => {
    const id = path.slice(tusPath.length + 1)
    const row = isUploadId(id) ? await findUnfinished(db, id) : null
    if (row?.user_id !== ctx.user.id) return false
    // Without a bucket, an upload that is being finished is no longer in the folder.
    const upload = row.attachment_id === null ? await datastore.getUpload(id).catch(() => null) : null
    if (upload && upload.offset !== upload.size) return false
    const attachment = row.attachment_id ?? (await finishOnce(ctx, id))
    const size = row.length ?? row.size
    res
      .writeHead(200, {
        "tus-resumable": "1.0.0",
        "upload-offset": size,
        "upload-length": size,
        "x-attachment-id": attachment,
        "cache-control": "no-store",
      })
      .end()
    return true
  }
  const server = new JsonServer({
    path: tusPath,
    datastore,
    locker,
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
        const row = isUploadId(id) ? await findUnfinished(db, id) : null
        if (row && row.attachment_id === null && row.user_id !== ctx.user.id) throw forbidden("这次上传不属于你")
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
        const [filename, md5] = [meta?.filename ?? "", (meta?.md5 ?? "").slice(0, 64)]
        await beginUnfinished(ctx, {
          ...{ id: upload.id, size, length: upload.size ?? null, file_name: filename, md5 },
          expires_at: new Date(ctx.now().getTime() + keepUnfinishedMs),
        })
        return { metadata: { filename, md5, user_id: String(ctx.user.id) } }
      }),
    onUploadFinish: (req, upload) =>
      guard(async () => ({ headers: { "X-Attachment-Id": String(await finishOnce(ctxOf(req), upload.id)) } })),
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

/** Translates an error of the tus library for callers outside it. */
const rethrowAsOurs = (error: unknown): never => {
  const status = (error as { status_code?: number }).status_code ?? 0
  if (status === 404 || status === 410) throw notFound(libraryMessages[404])
  throw status === 423 ? unavailable("这份文件正在处理，请稍后再试", 3) : error
}

const finish = async (ctx: LoggedIn, store: ResumableStore, id: string): Promise<number> => {
  const { size, metadata } = await store.getUpload(id).catch(rethrowAsOurs)
  const { megabytes, name } = await admitDocumentFile(ctx, metadata?.filename ?? "")
  const isRefused = (error: unknown) => faultOf(error).status < 500
  try {
    const file = await store.collect(id, megabytes)
    if (file.size !== size) throw new Error(`upload ${id} has ${file.size} bytes and not ${size}`)
    const row = await keepDocumentFile(ctx, name, file, { expectedMd5: metadata?.md5 || undefined, upload: id })
    await store.discard(id).catch((error: unknown) => ctx.app.log.warn({ err: error }, "传完的分片没有删掉，稍后清理"))
    return row.id
  } catch (error) {
    // An outage ends no upload whose parts are still there: the client asks again.
    if (!store.isRepeatable || isRefused(error)) {
      await store.discard(id).catch(() => undefined)
      await dropUnfinished(ctx.app.database.db, id)
    }
    throw error
  }
}
