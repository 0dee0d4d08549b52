import { randomBytes } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Db } from "@/server/db/client"
import { changeMark, findMark, hasOthers, startMark } from "./site-folder.repository"

/* Without a bucket, all processes of a site need the same data folder (docs/decisions/421). */

/** Returns the mark in the folder, and creates it if there is none. Two processes may start at once. */
const markOf = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, "folder-mark")
  await writeFile(path, randomBytes(16).toString("hex"), { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error
  })
  return (await readFile(path, "utf8")).trim()
}

/**
 * Checks whether this process has the folder of the others. A site that moved alone brings a new folder, which is recorded.
 * @returns false if other processes are running with another folder
 */
export const sharesFolder = async (db: Db, dataDir: string, self: string): Promise<boolean> => {
  const mark = await markOf(dataDir)
  await startMark(db, mark)
  if ((await findMark(db)) === mark) return true
  if (await hasOthers(db, self)) return false
  await changeMark(db, mark)
  return true
}

/** Checks the same without changing anything. */
export const isSiteFolder = async (db: Db, dataDir: string): Promise<boolean> => {
  const mark = await readFile(join(dataDir, "folder-mark"), "utf8").catch(() => "")
  const recorded = await findMark(db)
  return !recorded || !mark || recorded === mark.trim()
}
