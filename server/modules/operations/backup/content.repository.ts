import type { Client } from "pg"
import { fileKey, isMissingBlob, keyOfRow, storedFileTypes } from "../../library/files/storage-keys.rules"

/** The lock that a backup holds: no file is removed while it is held (`files/blob-work.usecases.ts`). */
export { backupLock } from "../../library/files/blob-work.usecases"

/** A file that a row of the snapshot names. */
export type NamedFile = { key: string; row: string }

type Row = { id: string; sha256: string; ext: string; path: string; type: number }
const batch = 5_000

/** Lists the files that live rows name: uploads, files of documents and of their versions. Reads in the snapshot of `client`. */
export async function* listNamedFiles(client: Client): AsyncGenerator<NamedFile> {
  for (let after = "0"; ;) {
    const { rows } = await client.query<Row>(
      "select id, sha256, ext, path, type from attachment where deleted_at is null and id > $1 order by id limit $2",
      [after, batch],
    )
    for (const row of rows)
      if (!isMissingBlob(row.sha256)) yield { key: keyOfRow(row, storedFileTypes.includes(row.type)), row: `附件 ${row.id}` }
    if (rows.length < batch) break
    after = rows.at(-1)!.id
  }
  for (const [table, label, condition] of [
    ["document", "文档", "and sha256::text <> lost_sha256"],
    ["document_version", "文档的旧版本", ""],
  ] as const)
    for (let after = "0"; ;) {
      const { rows } = await client.query<Pick<Row, "id" | "sha256" | "ext">>(
        `select id, sha256, ext from ${table} where id > $1 and sha256 <> '' ${condition} order by id limit $2`,
        [after, batch],
      )
      for (const { id, sha256, ext } of rows) if (!isMissingBlob(sha256)) yield { key: fileKey(sha256, ext), row: `${label} ${id}` }
      if (rows.length < batch) break
      after = rows.at(-1)!.id
    }
}

/** Returns the contents whose pages rows of the snapshot name: of complete conversions, and of documents in conversion. */
export const listDrawnContents = async (client: Client): Promise<Set<string>> =>
  new Set((await client.query<{ sha256: string }>("select distinct sha256 from page")).rows.map(({ sha256 }) => sha256))

/** Each page has an image, a thumbnail and its words. */
const filesOfPage = 3

/** Estimates the files of a backup, without reading the storage: contents that several rows share count once. */
export const estimateFiles = async (client: Pick<Client, "query">): Promise<number> => {
  const { rows } = await client.query<{ named: number; pages: number }>(`
    select (select count(*) from (
        select distinct coalesce(nullif(sha256, ''), path) from attachment where deleted_at is null
        union select sha256 from document_version where sha256 <> '') as named)::int as named,
      (select count(*) from page)::int as pages`)
  return rows[0]!.named + filesOfPage * rows[0]!.pages
}
