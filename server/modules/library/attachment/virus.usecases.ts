import { createReadStream } from "node:fs"
import { SecurityEventType } from "@/lib/contract/people/security-event.enums"
import type { Ctx } from "@/server/context"
import { invalid, unavailable } from "@/server/errors"
import { AntivirusError, type Verdict } from "@/server/ports/antivirus/antivirus.port"
import { addAttachment } from "../files/attachments.usecases"
import { findSignature, noteScan } from "../files/virus-scan.usecases"
import { fileKey } from "../files/storage-keys.rules"
import { noteAccountChange } from "../../people/security-event/security-event.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import type { ReceivedFile } from "./incoming-file.usecases"

/** The message to staff and authors about a content that the scanner recognized. */
export const virusNote = (signature: string): string => `查出病毒：${signature}`

/** Records that a virus was found, and mails user 1 and, if that is another user, the uploader. */
export const tellOfVirus = async (ctx: Ctx, { file, signature, senders }: { file: string; signature: string; senders: number[] }) => {
  const detail = `${file}，${signature}`.slice(0, 255)
  for (const user_id of new Set([1, ...senders])) await noteAccountChange(ctx, { type: SecurityEventType.virusFound, user_id, detail })
}

type Received = { name: string; ext: string; type: number; type_id?: number }

/**
 * Scans a received file before anything parses or stores it. An infected one is not stored; its row bans the content, as `changeAttachment`
 * does, and staff see it. Content that staff have allowed since is not scanned again.
 * @throws 400 with a virus, 503 if there is no verdict and the site refuses such files
 */
export const requireCleanFile = async (ctx: Ctx, file: ReceivedFile, received: Received): Promise<void> => {
  const { antivirus } = ctx.app
  if (!antivirus || (await findSignature(ctx, file.sha256))) return
  const engine = (await antivirus.version().catch(() => "")).slice(0, 255)
  const verdict = await verdictOn(ctx, file)
  // without one, the file waits for the next run of `scan-waiting`
  if (!verdict) return
  const { sha256, md5: hash, size } = file
  const now = ctx.now()
  const signature = verdict.signature?.slice(0, 255) ?? ""
  if (!signature) return noteScan(ctx, { sha256, engine, signature, scanned_at: now })
  await ctx.tx(async (ctx) => {
    await noteScan(ctx, { sha256, engine, signature, scanned_at: now })
    const row = await addAttachment(ctx, {
      ...received,
      ...{ sha256, hash, size, path: `/${fileKey(sha256, received.ext)}`, ip: ctx.request.ip, user_id: ctx.user?.id ?? 0 },
      ...{ enable: false, description: virusNote(signature), deleted_at: now, created_at: now, updated_at: now },
    })
    await tellOfVirus(ctx, { file: `附件 ${row.id}`, signature, senders: ctx.user ? [ctx.user.id] : [] })
  })
  throw invalid(`文件里${virusNote(signature)}，没有收下。请检查您的电脑，再上传没有病毒的文件`)
}

/** Returns the verdict; null if there is none and the site accepts such files. @throws 503 if it refuses them */
const verdictOn = async (ctx: Ctx, { path, sha256 }: ReceivedFile): Promise<Verdict | null> => {
  try {
    return await ctx.app.antivirus!.scan(createReadStream(path) as AsyncIterable<Buffer>)
  } catch (error) {
    if (!(error instanceof AntivirusError)) throw error
    const { unscanned_files } = await settingsOf(ctx.app, "security")
    ctx.app.log.warn({ fault: error.fault, sha256, unscanned_files }, "病毒扫描没有结果")
    if (unscanned_files === "accept") return null
    throw unavailable("暂时不能检查文件有没有病毒，请过几分钟再上传", 60)
  }
}
