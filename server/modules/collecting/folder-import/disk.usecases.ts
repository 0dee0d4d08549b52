import { constants } from "node:fs"
import { open, readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { StartError } from "@/server/errors"
import { manifestNames, maxManifestBytes, readManifest, type FolderManifest } from "./manifest.rules"
import { isUnwanted, type OfferedFile } from "./offered.rules"

/** Does not follow a link that was created after the folder was read. */
const openAt = async (path: string): Promise<Readable> => (await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)).createReadStream()

const unreadable = (container: string, name: string, refused: string): OfferedFile => ({
  place: container,
  name,
  size: 0,
  modified: new Date(0),
  refused,
  open: () => Promise.reject(new Error(refused)),
})

/** Yields the files of a folder and its subfolders in name order. `without`: top-level folders to skip. */
export async function* filesOf(folder: string, without: readonly string[] = [], below = ""): AsyncGenerator<OfferedFile> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => error)
  if (entries instanceof Error) return yield unreadable(folder, below, `目录打不开（${entries.code}）`)
  for (const entry of entries.toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }))) {
    const name = below ? `${below}/${entry.name}` : entry.name
    if (isUnwanted(entry.name) || (!below && (without.includes(name) || manifestNames.includes(name)))) continue
    if (entry.isDirectory()) yield* filesOf(folder, without, name)
    else if (!entry.isFile()) yield unreadable(folder, name, "是符号链接或设备，不是文件")
    else yield await offer(folder, name)
  }
}

const offer = async (folder: string, name: string): Promise<OfferedFile> => {
  const path = join(folder, name)
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => error)
  if (stats instanceof Error) return unreadable(folder, name, `文件打不开（${stats.code}）`)
  return { place: folder, name, size: stats.size, modified: stats.mtime, open: () => openAt(path) }
}

/** Opens the manifest in this file. @throws StartError if it cannot be read */
export const openManifest = async (path: string): Promise<FolderManifest> => {
  const stats = await stat(path).catch(() => null)
  if (!stats?.isFile()) throw new StartError(`没有清单 ${path}。`)
  if (stats.size > maxManifestBytes) throw new StartError(`清单 ${path} 太大。`)
  return readManifest(path.split("/").at(-1)!, await readFile(path))
}

/** Returns the folder's own manifest, or null if it has none. */
export const ownManifest = async (folder: string): Promise<FolderManifest | null> => {
  for (const name of manifestNames) {
    const path = join(folder, name)
    if (await stat(path).catch(() => null)) return openManifest(path)
  }
  return null
}
