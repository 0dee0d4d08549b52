import type { FileOrigin } from "./walk"

/*
 * With Chromium's File System Access a page can store file handles, so that an upload continues after a reload without selecting the file
 * again. In other browsers the user selects the file again.
 */

export type SavedHandle = { root: FileSystemHandle; names: string[]; at: number }
/** Missing in TypeScript's DOM types: Chromium only. */
type Asking = FileSystemHandle & {
  queryPermission?: (descriptor: { mode: "read" }) => Promise<PermissionState>
  requestPermission?: (descriptor: { mode: "read" }) => Promise<PermissionState>
}

const name = "doujia"
const table = "upload-ways"
/** How long the server keeps an unfinished upload (ms). */
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

/** Without working storage the user selects the files again. */
const orNothing = <T>(work: Promise<T>, nothing: T): Promise<T> => work.catch(() => nothing)

/** Why a stored handle cannot be opened: permission was denied, or the file was moved. */
export type OpenFailure = "denied" | "gone"

/** Opens a stored handle. The browser may ask for permission, so call this from a click handler. */
export const openSavedFile = async ({ root, names }: SavedHandle): Promise<File | OpenFailure> => {
  const asking: Asking = root
  try {
    const permission = (await asking.queryPermission?.({ mode: "read" })) ?? "granted"
    if (permission !== "granted" && (await asking.requestPermission?.({ mode: "read" })) !== "granted") return "denied"
  } catch {
    return "denied"
  }
  try {
    let handle = root
    for (const [at, step] of names.entries()) {
      const folder = handle as FileSystemDirectoryHandle
      handle = at < names.length - 1 ? await folder.getDirectoryHandle(step) : await folder.getFileHandle(step)
    }
    return await (handle as FileSystemFileHandle).getFile()
  } catch {
    return "gone"
  }
}

/** The file handles of one user, stored in IndexedDB under the key of their row. Never throws. */
export const createFileHandles = (owner: number) => {
  const prefix = `${owner}/`
  return {
    keep: async (key: string, { root, names }: FileOrigin): Promise<void> => {
      const handle = await root.catch(() => null)
      if (handle)
        await orNothing(
          withTable("readwrite", (rows) => settled(rows.put({ root: handle, names, at: Date.now() } satisfies SavedHandle, prefix + key))),
          undefined,
        )
    },
    drop: (keys: string[]): Promise<unknown> =>
      orNothing(
        withTable("readwrite", (rows) => Promise.all(keys.map((key) => settled(rows.delete(prefix + key))))),
        [],
      ),
    /** Returns the handles of the given keys. Deletes all other handles of this user, and those of any user that are older than a day. */
    list: (requestedKeys: ReadonlySet<string>): Promise<ReadonlyMap<string, SavedHandle>> =>
      orNothing(
        withTable("readwrite", async (rows) => {
          const [keys, saved] = await Promise.all([settled(rows.getAllKeys()), settled(rows.getAll() as IDBRequest<SavedHandle[]>)])
          const handles = new Map<string, SavedHandle>()
          for (const [at, origin] of saved.entries()) {
            const key = String(keys[at])
            if (Date.now() - origin.at > lives || (key.startsWith(prefix) && !requestedKeys.has(key.slice(prefix.length)))) rows.delete(key)
            else if (key.startsWith(prefix)) handles.set(key.slice(prefix.length), origin)
          }
          return handles
        }),
        new Map(),
      ),
  }
}

export type FileHandles = ReturnType<typeof createFileHandles>
