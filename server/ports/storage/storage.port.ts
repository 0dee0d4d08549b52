import type { Readable } from "node:stream"

/** Bytes from `start` to `end`, both inclusive, as in an HTTP range. */
export type Range = { start: number; end: number }
export type Stored = { size: number; stream: Readable }

/**
 * Where files live. A key is a relative path of our own making ("files/ab/abcd….pdf"), never a person's.
 * `put` is atomic: a key either holds the whole content or does not exist.
 */
export interface StoragePort {
  /** Takes the file at `path` over (it is gone there afterwards). `durable` waits until the disk has it. */
  take(key: string, path: string, durable: boolean): Promise<void>
  put(key: string, content: Buffer, durable: boolean): Promise<void>
  /** null when there is no such key */
  open(key: string, range?: Range): Promise<Stored | null>
  read(key: string): Promise<Buffer | null>
  /** bytes, or null when there is no such key */
  size(key: string): Promise<number | null>
  remove(key: string): Promise<void>
  removeAll(prefix: string): Promise<void>
  list(prefix: string): AsyncIterable<string>
  /** A path on this machine's disk for programs that need one. `done` frees a copy, where one was made. */
  onDisk(key: string): Promise<{ path: string; done(): Promise<void> } | null>
}

const keyShape = /^[a-z0-9][a-z0-9._/-]*$/i

/** Refuses keys that could leave the storage; keys are generated, so this is a second line of defence. */
export const safeKey = (key: string): string => {
  if (!keyShape.test(key) || key.includes("..") || key.includes("//")) throw new Error(`unsafe storage key: ${key}`)
  return key
}
