import { and, eq, gt, isNull } from "drizzle-orm"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import type { Db } from "@/server/db/client"
import { documentTable } from "../document/document.table"
import { attachmentTable } from "./attachment.table"
import { removeBlob } from "./blob-work.usecases"
import { drawingOf, listDocumentsOf, listKnownPaths, listShownDrawings, listReferencedFiles } from "./reference.repository"
import { blobFolder, keyOfRow, pagesFolder, storedFileTypes } from "./storage-keys.rules"
import type { Stores } from "./sweep.usecases"

/** A storage key of a row whose file is missing, with the row; `document_id`: the pages of this document can be converted again. */
export type MissingFile = { key: string; row: string; document_id?: number }
/** `orphans`: keys without a row. */
export type Examination = { files: number; orphans: string[]; missing: MissingFile[] }

const filePattern = /^(files|images)\/[0-9a-f]{2}\/([0-9a-f]{64})(\.[a-z0-9]+)?$/
const pagePattern = /^pages\/[0-9a-f]{2}\/([0-9a-f]{64})\/v(\d+)\/(.+)$/
const titlePattern = /^(pages\/[0-9a-f]{2}\/([0-9a-f]{64})\/title-\w+)-\w+\.webp$/
const batch = 500

/** Compares storage and tables in both directions without changing anything. Unknown names count as orphans. */
export const examineFiles = async (stores: Stores): Promise<Examination> => {
  const examination: Examination = { files: 0, orphans: [], missing: [] }
  const drawn = new Map<string, number>()
  for (const folder of ["files", "images", "pages", "uploads"]) {
    let part: string[] = []
    for await (const key of stores.storage.list(folder)) {
      examination.files += 1
      const page = pagePattern.exec(key)
      if (page?.[3]?.endsWith(".gzip.svg")) drawn.set(`${page[1]}/v${page[2]}`, (drawn.get(`${page[1]}/v${page[2]}`) ?? 0) + 1)
      part.push(key)
      if (part.length < batch) continue
      examination.orphans.push(...(await orphansAmong(stores.db, part)))
      part = []
    }
    examination.orphans.push(...(await orphansAmong(stores.db, part)))
  }
  examination.missing.push(...(await listMissingFiles(stores)), ...(await listMissingPages(stores, drawn)))
  return examination
}

const hashOf = (key: string) => filePattern.exec(key)?.[2] ?? pagePattern.exec(key)?.[1] ?? titlePattern.exec(key)?.[2] ?? null

const orphansAmong = async (db: Db, keys: string[]): Promise<string[]> => {
  const hashes = [...new Set(keys.flatMap((key) => hashOf(key) ?? []))]
  const files = await listReferencedFiles(db, hashes, true)
  const drawings = await listShownDrawings(db, hashes)
  // Accepts any cover name of the document, because a cover exists before its row names it.
  const titled = new Set((await listDocumentsOf(db, hashes)).map(({ sha256, uuid }) => `${blobFolder(sha256)}/title-${uuid}`))
  const older = await listKnownPaths(
    db,
    keys.filter((key) => key.startsWith("uploads/")).map((key) => `/${key}`),
  )
  return keys.filter((key) => {
    if (older.has(`/${key}`) || titled.has(titlePattern.exec(key)?.[1] ?? "")) return false
    const file = filePattern.exec(key)
    const page = pagePattern.exec(key)
    return !(file && files.has(`${file[2]}${file[3] ?? ""}`)) && !(page && drawings.has(`${page[1]}/v${page[2]}`))
  })
}

const listMissingFiles = async ({ db, storage }: Stores): Promise<Examination["missing"]> => {
  const missing: Examination["missing"] = []
  const t = attachmentTable
  for (let after = 0; ;) {
    const rows = await db
      .select()
      .from(t)
      .where(and(isNull(t.deleted_at), gt(t.id, after)))
      .orderBy(t.id)
      .limit(batch)
    for (const row of rows) {
      const { id, type, name } = row
      const key = keyOfRow(row, storedFileTypes.includes(type))
      if ((await storage.size(key)) === null) missing.push({ key, row: `附件 ${id}《${name}》` })
    }
    if (rows.length < batch) return missing
    after = rows.at(-1)!.id
  }
}

const listMissingPages = async ({ db }: Stores, drawn: Map<string, number>): Promise<Examination["missing"]> => {
  const missing: Examination["missing"] = []
  const t = documentTable
  for (let after = 0; ;) {
    const rows = await db
      .select()
      .from(t)
      // Excludes documents in reconversion, whose pages are about to change.
      .where(and(eq(t.status, DocumentStatus.converted), gt(t.id, after)))
      .orderBy(t.id)
      .limit(batch)
    for (const row of rows) {
      const lost = row.converted_pages - (drawn.get(drawingOf(row)) ?? 0)
      if (lost > 0)
        missing.push({
          key: pagesFolder(row.sha256, row.version),
          row: `文档 ${row.uuid}《${row.title}》缺 ${lost} 页`,
          document_id: row.id,
        })
    }
    if (rows.length < batch) return missing
    after = rows.at(-1)!.id
  }
}

/** Removes an orphan unless a row refers to it by now. */
export const removeOrphan = async ({ db, storage }: Stores, key: string): Promise<boolean> => {
  const sha256 = hashOf(key)
  if (sha256) return removeBlob(db, sha256, async (tx) => ((await orphansAmong(tx, [key])).length ? () => storage.remove(key) : null))
  await storage.remove(key)
  return true
}
