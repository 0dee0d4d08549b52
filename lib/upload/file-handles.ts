import type { FileWay } from "./walk"

/* Where the browser lets a page keep its way to a file (Chromium's File System Access), an upload goes on after a reload
   without the file being chosen again. Everywhere else nothing is kept and the file is chosen again. */

type Kept = { root: FileSystemHandle; names: string[]; at: number }
/** Not in TypeScript's DOM: only Chromium asks. */
type Asking = FileSystemHandle & {
  queryPermission?: (wanted: { mode: "read" }) => Promise<PermissionState>
  requestPermission?: (wanted: { mode: "read" }) => Promise<PermissionState>
}

const name = "doujia"
const table = "upload-ways"
/** As long as the server keeps an unfinished upload. */
const lives = 24 * 3_600_000

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"))
  })

const withTable = async <T>(mode: IDBTransactionMode, work: (rows: IDBObjectStore) => Promise<T>): Promise<T> => {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(table)
  const database = await settled(opening)
  try {
    return await work(database.transaction(table, mode).objectStore(table))
  } finally {
    database.close()
  }
}

/** A storage that is refused, full or broken only means that files are chosen again. */
const orNothing = <T>(work: Promise<T>, nothing: T): Promise<T> => work.catch(() => nothing)

/** Why a kept way leads nowhere: the person said no, or the file was moved. */
export type NoWay = "denied" | "gone"

/** The file at the end of a way; asks the person once where the browser wants that. Called from a click. */
export const openWay = async ({ root, names }: Kept): Promise<File | NoWay> => {
  const asking: Asking = root
  try {
    const held = (await asking.queryPermission?.({ mode: "read" })) ?? "granted"
    if (held !== "granted" && (await asking.requestPermission?.({ mode: "read" })) !== "granted") return "denied"
  } catch {
    return "denied"
  }
  try {
    let place = root
    for (const [at, step] of names.entries()) {
      const folder = place as FileSystemDirectoryHandle
      place = at < names.length - 1 ? await folder.getDirectoryHandle(step) : await folder.getFileHandle(step)
    }
    return await (place as FileSystemFileHandle).getFile()
  } catch {
    return "gone"
  }
}

/** The ways of one person's files, by the key of their row. Never throws. */
export const createFileWays = (owner: number) => {
  const prefix = `${owner}/`
  return {
    keep: async (key: string, { root, names }: FileWay): Promise<void> => {
      const handle = await root.catch(() => null)
      if (handle)
        await orNothing(
          withTable("readwrite", (rows) => settled(rows.put({ root: handle, names, at: Date.now() } satisfies Kept, prefix + key))),
          undefined,
        )
    },
    drop: (keys: string[]): Promise<unknown> =>
      orNothing(
        withTable("readwrite", (rows) => Promise.all(keys.map((key) => settled(rows.delete(prefix + key))))),
        [],
      ),
    /** Those that are still wanted; what is too old to be of use goes, whoever's it is. */
    list: (wanted: ReadonlySet<string>): Promise<ReadonlyMap<string, Kept>> =>
      orNothing(
        withTable("readwrite", async (rows) => {
          const [keys, ways] = await Promise.all([settled(rows.getAllKeys()), settled(rows.getAll() as IDBRequest<Kept[]>)])
          const found = new Map<string, Kept>()
          for (const [at, way] of ways.entries()) {
            const key = String(keys[at])
            if (Date.now() - way.at > lives || (key.startsWith(prefix) && !wanted.has(key.slice(prefix.length)))) rows.delete(key)
            else if (key.startsWith(prefix)) found.set(key.slice(prefix.length), way)
          }
          return found
        }),
        new Map(),
      ),
  }
}

export type FileWays = ReturnType<typeof createFileWays>
export type KeptWay = Kept
