import { sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { listReferencedFiles, nameOf, type StoredFileName } from "./reference.repository"

/*
 * Locks contents. Rows of several tables refer to a content whose files are outside of the database. A transaction that adds a reference
 * takes the shared lock, one that removes unreferenced files the exclusive one.
 * Both are taken before the first query and last until the commit.
 */

const key = (sha256: string) => sql`hashtextextended(${`content-${sha256}`}, 0)`

/** Call it before a row that refers to this content is written, or a file of it is stored. */
export const lockBlobShared = async (db: Db, sha256: string): Promise<void> =>
  void (await db.execute(sql`select pg_advisory_xact_lock_shared(${key(sha256)})`))

/** Call it before files are removed because no row refers to this content. */
export const lockBlobExclusive = async (db: Db, sha256: string): Promise<void> =>
  void (await db.execute(sql`select pg_advisory_xact_lock(${key(sha256)})`))

/** Checks whether a row still refers to this stored file. Call it after `lockContentShared`. */
export const isReferencedFile = async (db: Db, file: StoredFileName): Promise<boolean> =>
  (await listReferencedFiles(db, [file.sha256])).has(nameOf(file))
