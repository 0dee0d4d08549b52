import type { IncomingMessage, ServerResponse } from "node:http"
import { join } from "node:path"
import { FileStore } from "@tus/file-store"
import { Server, type Upload } from "@tus/server"
import { createCtx, type LoggedIn, type RequestInfo } from "../context"
import type { App } from "../app"
import { admitDocumentFile, keepDocumentFile } from "../modules/attachment/attachment.usecases"
import { measureFile, overLimit } from "../modules/attachment/receive"
import { settingsOf } from "../modules/config/config.usecases"
import { requireUploadRight } from "../modules/user/user.usecases"
import { faultOf, forbidden, unauthenticated } from "./errors"

export const tusPath = "/api/v1/upload/tus"
const keepUnfinishedMs = 24 * 3_600_000

/** tus wants what it throws in its own form; the message is ours all the same. */
const refused = (error: unknown) => {
  const { status, body } = faultOf(error)
  return Object.assign(new Error(body.message), { status_code: status, body: JSON.stringify(body) })
}

type Meta = Record<string, string | null> | undefined

/**
 * Resumable uploads: an upload goes on after a reload, a lost network or a restart of the server. It belongs to who began it.
 * The last part is acknowledged only when the file is stored and its row committed.
 */
export const createTus = (app: App, infoOf: (req: IncomingMessage) => RequestInfo) => {
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
      throw refused(error)
    }
  }
  const server = new Server({
    path: tusPath,
    datastore,
    relativeLocation: true,
    respectForwardedHeaders: false,
    disableTerminationForFinishedUploads: true,
    exposedHeaders: ["X-Attachment-Id"],
    maxSize: async () => (await settingsOf(app, "security")).max_document_size * 1024 * 1024,
    onIncomingRequest: (req, id) =>
      guard(async () => {
        const ctx = ctxOf(req)
        if (req.method === "POST" || req.method === "OPTIONS" || !id) return
        const upload = await datastore.getUpload(id).catch(() => null)
        if (upload && upload.metadata?.user_id !== String(ctx.user.id)) throw forbidden("这次上传不属于您")
      }),
    onUploadCreate: (req, upload) =>
      guard(async () => {
        const ctx = ctxOf(req)
        const meta = upload.metadata as Meta
        const { megabytes } = await admitDocumentFile(ctx, meta?.filename ?? "")
        if ((upload.size ?? 0) > megabytes * 1024 * 1024) throw overLimit(megabytes)
        return { metadata: { filename: meta?.filename ?? "", md5: meta?.md5 ?? "", user_id: String(ctx.user.id) } }
      }),
    onUploadFinish: (req, upload) => guard(() => finish(app, ctxOf(req), datastore, upload)),
  })
  return {
    serve: async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
      const info = infoOf(req)
      const user = await app.findSessionUser(info.token)
      if (!user) throw unauthenticated()
      const ctx = createCtx(app, { user, request: info }) as LoggedIn
      if (req.method === "POST") await requireUploadRight(ctx)
      contexts.set(req, ctx)
      await server.handle(req, res)
    },
    /** Drops uploads that nobody went on with. */
    sweep: () => server.cleanUpExpiredUploads(),
  }
}

const finish = async (app: App, ctx: LoggedIn, datastore: FileStore, upload: Upload) => {
  const { megabytes, name } = { ...(await admitDocumentFile(ctx, upload.metadata?.filename ?? "")) }
  const file = await measureFile(join(app.dataDir, "tmp", "tus", upload.id), megabytes)
  try {
    const row = await keepDocumentFile(ctx, name, file, upload.metadata?.md5 ?? undefined)
    return { headers: { "X-Attachment-Id": String(row.id) } }
  } finally {
    await datastore.remove(upload.id).catch(() => undefined)
  }
}
