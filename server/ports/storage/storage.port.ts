import type { Readable } from "node:stream"

/** Bytes from `start` to `end`, both inclusive, as in an HTTP range. */
export type Range = { start: number; end: number }
export type Stored = { size: number; stream: Readable }

/**
 * File storage. A key is a generated relative path ("files/ab/abcd….pdf"), never user input. `put` is atomic: a key either holds the whole
 * content or does not exist.
 */
export interface StoragePort {
  /** every machine that uses this storage has the same files; a disk is one machine's, or a shared folder */
  readonly isShared?: true
  /** Moves the file at `path` into the storage. `durable` waits until it is safely on disk. */
  take(key: string, path: string, durable: boolean): Promise<void>
  put(key: string, content: Buffer, durable: boolean): Promise<void>
  /** Null if the key does not exist. */
  open(key: string, range?: Range): Promise<Stored | null>
  read(key: string): Promise<Buffer | null>
  /** In bytes; null if the key does not exist. */
  size(key: string): Promise<number | null>
  remove(key: string): Promise<void>
  removeAll(prefix: string): Promise<void>
  list(prefix: string): AsyncIterable<string>
  /** Returns a path on this machine's disk for programs that need one. `done` deletes the copy, if one was made. */
  onDisk(key: string): Promise<{ path: string; done(): Promise<void> } | null>
}

const keyShape = /^[a-z0-9][a-z0-9._/-]*$/i

/** Rejects keys that could leave the storage. Keys are generated, so this is a second line of defence. */
export const safeKey = (key: string): string => {
  if (!keyShape.test(key) || key.includes("..") || key.includes("//")) throw new Error(`unsafe storage key: ${key}`)
  return key
}
