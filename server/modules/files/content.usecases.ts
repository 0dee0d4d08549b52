import { sql } from "drizzle-orm"
import type { Db } from "../../db/client"
import { listNamedFiles, nameOf, type FileName } from "./naming.repository"

/*
 * A content is named by rows of several tables and its files lie outside of the database. Who is about to name it shares it,
 * who is about to remove what nobody names has it alone; both until their transaction ends. Taken before anything is looked up.
 */

const key = (sha256: string) => sql`hashtextextended(${`content-${sha256}`}, 0)`

/** Before a row is written that names this content, or a file of it is stored. */
export const shareContent = async (db: Db, sha256: string): Promise<void> =>
  void (await db.execute(sql`select pg_advisory_xact_lock_shared(${key(sha256)})`))

/** Before files are removed because no row names this content. */
export const ownContent = async (db: Db, sha256: string): Promise<void> =>
  void (await db.execute(sql`select pg_advisory_xact_lock(${key(sha256)})`))

/** True if a row still refers to this stored file. Call after `shareContent`. */
export const isNamedFile = async (db: Db, file: FileName): Promise<boolean> => (await listNamedFiles(db, [file.sha256])).has(nameOf(file))
