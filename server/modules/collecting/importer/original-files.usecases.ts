import { constants } from "node:fs"
import { copyFile, stat } from "node:fs/promises"
import { dirname, join, normalize, sep } from "node:path"
import type { Services } from "@/server/context"
import { measureFile, temporaryPath, type ReceivedFile } from "../../library/attachment/incoming-file.usecases"

/* Files of the imported site. They are read and copied, never changed. */

const anySize = 1_000_000

/** Returns the location on disk of a source path, or null if the path leaves the folder. */
export const pathOf = (folder: string, path: string): string | null => {
  const filePath = normalize(join(folder, path))
  return path && filePath.startsWith(`${normalize(folder)}${sep}`) ? filePath : null
}

/**
 * The files of the source. `absent`: folders that this run did not find, so that 100,000 files of a folder that is missing are not looked up
 * one by one.
 */
export type Originals = { folder: string; absent: Set<string> }

/** Returns the folders above a path of the source, from the top. */
const foldersAbove = (folder: string, filePath: string): string[] => {
  const folders: string[] = []
  const top = normalize(folder)
  for (let path = dirname(filePath); path.length > top.length; path = dirname(path)) folders.unshift(path)
  return folders
}

/** Checks whether a folder above a path is missing. */
export const isInAbsentFolder = ({ folder, absent }: Originals, filePath: string): boolean =>
  absent.size > 0 && foldersAbove(folder, filePath).some((path) => absent.has(path))

/** Remembers the first folder above a path that is missing; called for a path where nothing was. */
export const noteAbsentFolder = async ({ folder, absent }: Originals, filePath: string): Promise<void> => {
  for (const path of foldersAbove(folder, filePath)) if (!(await stat(path).catch(() => null))) return void absent.add(path)
}

/** Checks whether the source has a file of this path. */
export const hasOriginal = async (originals: Originals, path: string): Promise<boolean> => {
  const filePath = pathOf(originals.folder, path)
  if (!filePath || isInAbsentFolder(originals, filePath)) return false
  const stats = await stat(filePath).catch(() => null)
  if (!stats) await noteAbsentFolder(originals, filePath)
  return Boolean(stats?.isFile())
}

/** Returns the file with its hashes, or null if there is none. */
export const measureOriginal = async (originals: Originals, path: string): Promise<ReceivedFile | null> => {
  const filePath = pathOf(originals.folder, path)
  return filePath && (await hasOriginal(originals, path)) ? measureFile(filePath, anySize) : null
}

/** Copies the file into the storage unless it is already there. */
export const storeOriginal = async (app: Services, key: string, { path, size }: ReceivedFile): Promise<void> => {
  if ((await app.storage.size(key)) === size) return
  const copy = await temporaryPath(app)
  await copyFile(path, copy, constants.COPYFILE_FICLONE)
  await app.storage.take(key, copy, true)
}

/** Processes several items concurrently; results keep the order. */
export const severalAtOnce = async <T, R>(list: readonly T[], work: (one: T) => Promise<R>, atOnce = 8): Promise<R[]> => {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < list.length; at = next++) results[at] = await work(list[at]!)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, list.length) }, worker))
  return results
}
