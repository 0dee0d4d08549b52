import type { Ctx } from "@/server/context"
import { AntivirusError } from "@/server/ports/antivirus/antivirus.port"
import { tellOfVirus, virusNote } from "../attachment/virus.usecases"
import { changeContent } from "../files/attachments.usecases"
import { listSenders, listToScan, noteScan } from "../files/virus-scan.usecases"
import { fileKey } from "../files/storage-keys.rules"
import { listIdsOfBlob } from "./quarantine.repository"
import { lockDocuments } from "./document.repository"
import { judge } from "./review.usecases"

const batch = 100
/** After this time a file is scanned again even if the scanner names no newer signatures. */
const staleMs = 7 * 86_400_000

/**
 * Bans a stored content that the scanner recognized: its documents are disabled, its downloads end, and it cannot be uploaded again. The file
 * stays where it is, for staff who decide that the scanner is wrong and allow it again.
 */
export const quarantine = (ctx: Ctx, sha256: string, { signature, engine }: { signature: string; engine: string }): Promise<void> =>
  ctx.tx(async (ctx) => {
    const now = ctx.now()
    await noteScan(ctx, { sha256, engine, signature, scanned_at: now })
    await changeContent(ctx, sha256, { enable: false, description: virusNote(signature), updated_at: now })
    const rows = await lockDocuments(ctx.db, await listIdsOfBlob(ctx.db, sha256))
    for (const row of rows) await judge(ctx, row, "disable", virusNote(signature))
    const file = rows[0] ? `文档 ${rows.map(({ id }) => id).join("、")}` : `文件 ${sha256.slice(0, 12)}`
    await tellOfVirus(ctx, { file, signature, senders: await listSenders(ctx, sha256) })
  })

/**
 * Scans stored files: those without a verdict, or with `renew` also those with a verdict of older signatures. Ends early if the scanner does
 * not answer. Returns the number of verdicts.
 */
export const scanStoredFiles = async (ctx: Ctx, { renew, stopped }: { renew: boolean; stopped: () => boolean }): Promise<number> => {
  const { antivirus, storage, log } = ctx.app
  if (!antivirus) return 0
  const engine = await antivirus.version().then(
    (text) => text.slice(0, 255),
    () => null,
  )
  if (engine === null) {
    log.warn({}, "病毒扫描器没有回应，下一次再查")
    return 0
  }
  const due = renew ? { engine, before: new Date(ctx.now().getTime() - staleMs) } : undefined
  let verdicts = 0
  for (let after = "", rows = [{ sha256: "", ext: "" }]; rows.length > 0; after = rows.at(-1)?.sha256 ?? after) {
    rows = await listToScan(ctx, { after, limit: batch, renew: due })
    for (const { sha256, ext } of rows) {
      if (stopped()) return verdicts
      const stored = await storage.open(fileKey(sha256, ext))
      if (!stored) continue
      try {
        const signature = (await antivirus.scan(stored.stream as AsyncIterable<Buffer>)).signature?.slice(0, 255)
        if (signature) await quarantine(ctx, sha256, { signature, engine })
        else await noteScan(ctx, { sha256, engine, signature: "", scanned_at: ctx.now() })
        verdicts++
      } catch (error) {
        if (!(error instanceof AntivirusError)) throw error
        log.warn({ sha256, fault: error.fault }, "这个文件没有查成病毒")
        if (error.fault === "unavailable") return verdicts
        // the scanner does not accept files of this size: another attempt only helps after its configuration changes
        if (error.fault === "size") await noteScan(ctx, { sha256, engine, signature: "", scanned_at: ctx.now() })
      } finally {
        stored.stream.destroy()
      }
    }
  }
  return verdicts
}
