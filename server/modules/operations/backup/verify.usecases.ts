import { promisify } from "node:util"
import { gunzip } from "node:zlib"
import { sql } from "drizzle-orm"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import type { Database } from "@/server/db/client"
import type { StoragePort } from "@/server/ports/storage/storage.port"
import { examineFiles } from "../../library/files/examination.usecases"
import { pageKey } from "../../library/files/storage-keys.rules"
import { checkLedger } from "../../money/ledger/check.usecases"
import { checkChain } from "../audit/chain.usecases"

/** How many documents a proof opens. */
const opened = 10

type Sample = { sha256: string; version: number; title: string; uuid: string }

/** Opens some documents at random: the first page must be a drawing. */
const openDocuments = async (db: Database, storage: StoragePort): Promise<{ documents: number; faults: string[] }> => {
  const { rows } = await db.execute<Sample>(sql`
    select d.sha256, d.version, d.title, d.uuid from document d join page p on p.sha256 = d.sha256 and p.version = d.version and p.page = 1
    where d.status = ${DocumentStatus.converted} and d.deleted_at is null and p.kind in ('vector', 'raster') order by random() limit ${opened}`)
  const faults: string[] = []
  for (const { sha256, version, title, uuid } of rows) {
    const content = await storage.read(pageKey(sha256, version, 1))
    const svg = content && (await promisify(gunzip)(content).catch(() => null))
    if (!svg?.includes("<svg")) faults.push(`文档 ${uuid}《${title}》的第一页打不开`)
  }
  return { documents: rows.length, faults }
}

/** Checks a restored site as its operator would: files, ledger, audit log, and ten documents. Returns the faults as sentences. */
export const proveSite = async (
  db: Database,
  storage: StoragePort,
  secret: Uint8Array,
  alreadyMissing: readonly string[],
): Promise<{ documents: number; files: number; faults: string[] }> => {
  const faults: string[] = []
  const { files, missing } = await examineFiles({ db, storage })
  // files that the site had already lost before the backup are no fault of the backup
  const lostBefore = new Set(alreadyMissing.map((text) => text.slice(0, text.indexOf("（"))))
  for (const { key, row } of missing) if (!lostBefore.has(key)) faults.push(`缺少文件 ${key}（${row}）`)
  const ledger = await checkLedger(db)
  if (ledger.sum !== 0n || ledger.faults.length) faults.push(`账本有 ${ledger.faults.length} 处对不上`)
  const { broken } = await checkChain(db, secret, 0)
  if (broken.length) faults.push(`审计日志有 ${broken.length} 处对不上`)
  const { documents, faults: closed } = await openDocuments(db, storage)
  return { documents, files, faults: [...faults, ...closed] }
}
