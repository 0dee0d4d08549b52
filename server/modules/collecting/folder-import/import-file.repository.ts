import { createHash } from "node:crypto"
import { and, eq, isNull } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { documentTable } from "../../library/document/document.table"
import { importFileTable as t } from "./import-file.table"

type Named = { place: string; name: string }
type File = Named & { size: number; modified: Date }

const keyOf = ({ place: container, name }: Named): string => createHash("sha256").update(`${container}\0${name}`).digest("hex")
/** Truncates to milliseconds, the precision of the database; file systems store more. */
const momentOf = (date: Date): Date => new Date(Math.floor(date.getTime()))

type Taken = { uuid: string; title: string; sha256: string; ext: string }

/**
 * Finds the document that was made from this file, if the file is unchanged since. `uuid` is "" if the document no longer exists, `sha256` ""
 * if it has another file by now.
 */
export const findTaken = async (db: Db, file: File): Promise<Taken | null> => {
  const [row] = await db
    .select({
      ...{ size: t.size, modified_at: t.modified_at, before: t.sha256 },
      ...{ uuid: documentTable.uuid, title: documentTable.title, sha256: documentTable.sha256, ext: documentTable.ext },
    })
    .from(t)
    .leftJoin(documentTable, and(eq(documentTable.id, t.document_id), isNull(documentTable.deleted_at)))
    .where(eq(t.key, keyOf(file)))
  if (!row || row.size !== file.size || row.modified_at.getTime() !== momentOf(file.modified).getTime()) return null
  const { uuid, title, sha256, ext, before } = row
  return { uuid: uuid ?? "", title: title ?? "", sha256: sha256 === before ? sha256 : "", ext: ext ?? "" }
}

/** Records an imported file. Runs in the transaction that creates the document. */
export const noteTaken = async (
  db: Db,
  { place: container, name, size, modified }: File,
  sha256: string,
  document_id: number,
): Promise<void> => {
  const values = { place: container, name, size, modified_at: momentOf(modified), sha256, document_id }
  await db
    .insert(t)
    .values({ key: keyOf({ place: container, name }), ...values })
    .onConflictDoUpdate({ target: t.key, set: values })
}
