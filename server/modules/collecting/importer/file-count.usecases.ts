import { stat } from "node:fs/promises"
import type { SourceDatabase } from "@/server/db/mariadb"
import { pathOf, severalAtOnce } from "./original-files.usecases"

/** Files of the source's attachments that are not deleted: how many there are, and how many of them the folder has. */
export type FileCount = { total: number; present: number }

const atOnce = 200

const countPresent = async (folder: string, paths: string[]): Promise<number> => {
  const present = await severalAtOnce(paths, async (path) => {
    const file = pathOf(folder, path)
    const stats = file ? await stat(file).catch(() => null) : null
    return stats?.isFile() === true
  })
  return present.filter(Boolean).length
}

/** Counts the files before anything is written: a wrong folder has few of them. Checks only their existence. */
export const countFiles = async (source: SourceDatabase, folder: string): Promise<FileCount> => {
  const count: FileCount = { total: 0, present: 0 }
  let paths: string[] = []
  const add = async () => {
    count.total += paths.length
    count.present += await countPresent(folder, paths)
    paths = []
  }
  for await (const { path, deleted_at } of source.rows("attachment", 0)) {
    if (deleted_at !== null && deleted_at !== undefined) continue
    paths.push(String(path ?? ""))
    if (paths.length >= atOnce) await add()
  }
  await add()
  return count
}

/** Checks whether most files are missing, which a wrong folder explains better than a site that lost them. */
export const isWrongFolder = ({ total, present }: FileCount): boolean => total > 0 && present * 2 < total
