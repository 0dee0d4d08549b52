import { constants } from "node:fs"
import { copyFile, stat } from "node:fs/promises"
import { join, normalize, sep } from "node:path"
import type { Services } from "@/server/context"
import { measureFile, temporaryPath, type ReceivedFile } from "../../library/attachment/incoming-file.usecases"

/* Files of the imported site. They are read and copied, never changed. */

const anySize = 1_000_000

/** Returns the location on disk of a source path, or null if the path leaves the folder. */
export const pathOf = (folder: string, path: string): string | null => {
  const filePath = normalize(join(folder, path))
  return path && filePath.startsWith(`${normalize(folder)}${sep}`) ? filePath : null
}

/** Checks whether the source has a file of this path. */
export const hasOriginal = async (folder: string, path: string): Promise<boolean> => {
  const filePath = pathOf(folder, path)
  const stats = filePath ? await stat(filePath).catch(() => null) : null
  return Boolean(stats?.isFile())
}

/** Returns the file with its hashes, or null if there is none. */
export const measureOriginal = async (folder: string, path: string): Promise<ReceivedFile | null> => {
  const filePath = pathOf(folder, path)
  return filePath && (await hasOriginal(folder, path)) ? measureFile(filePath, anySize) : null
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
