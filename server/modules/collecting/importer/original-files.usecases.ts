import { constants } from "node:fs"
import { copyFile, stat } from "node:fs/promises"
import { join, normalize, sep } from "node:path"
import type { Services } from "@/server/context"
import { measureFile, temporaryPath, type Received } from "../../library/attachment/receiving.usecases"

/* Files of the site that is taken over. They are read and copied, never changed. */

const anySize = 1_000_000

/** Where an address of theirs lies on the disk; null for one that leaves the folder. */
export const placeOf = (folder: string, path: string): string | null => {
  const place = normalize(join(folder, path))
  return path && place.startsWith(`${normalize(folder)}${sep}`) ? place : null
}

/** The file with its hashes; null where there is none. */
export const measureOriginal = async (folder: string, path: string): Promise<Received | null> => {
  const place = placeOf(folder, path)
  const found = place ? await stat(place).catch(() => null) : null
  return place && found?.isFile() ? measureFile(place, anySize) : null
}

/** Puts a copy into the storage unless it is there. */
export const storeOriginal = async (app: Services, key: string, { path, size }: Received): Promise<void> => {
  if ((await app.storage.size(key)) === size) return
  const copy = await temporaryPath(app)
  await copyFile(path, copy, constants.COPYFILE_FICLONE)
  await app.storage.take(key, copy, true)
}

/** Works at several at once, in their order. */
export const severalAtOnce = async <T, R>(list: readonly T[], work: (one: T) => Promise<R>, atOnce = 8): Promise<R[]> => {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < list.length; at = next++) results[at] = await work(list[at]!)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, list.length) }, worker))
  return results
}
