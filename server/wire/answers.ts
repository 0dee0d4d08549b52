import { LRUCache } from "lru-cache"
import { addGzip, uncompressed, type Compressed } from "./compressed"

/** How long an answer is cached (ms) even if no change is announced, as with counters. */
export const keepMs = 1_000
/** The same if every change to the answer is announced (`announced` in the contract). */
const announcedMs = 30_000
/** Maximum length of a cache key. Longer requests are too rare to cache. */
const maxKey = 500

/** Caches answers that are the same for every visitor (`shared` calls), for a second or until something changes. */
export type Answers = {
  /** Returns the cached answer to a request as JSON ready to send, or the result of `make`, which runs once for all concurrent requests. */
  packed: (key: string, input: unknown, make: () => Promise<unknown>, announced?: boolean) => Promise<Compressed>
  /** The same as an object, for rendered pages. Several pages share it, so it is immutable. */
  object: (key: string, input: unknown, make: () => Promise<unknown>, announced?: boolean) => Promise<unknown>
  /** Clears the cache. Answers being made at the moment are not cached. */
  clear: () => void
  /** Removes the cached answers for the entity with this id. */
  forget: (id: string) => void
}

/** Freezes the answer itself, so that any later change fails. */
function frozen(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null || Object.isFrozen(answer)) return answer
  for (const part of Object.values(answer)) frozen(part)
  return Object.freeze(answer)
}

const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" }
const packed = {
  name: "packed",
  of: (answer: unknown): unknown => uncompressed(200, headers, Buffer.from(JSON.stringify(answer))),
  bytes: (made: unknown) => (made as Compressed).bytes * 1.5,
  // Compress only when an answer is requested again.
  again: (made: unknown) => addGzip(made as Compressed),
}
const object = { name: "object", of: frozen, bytes: (made: unknown) => JSON.stringify(made).length * 2, again: async () => undefined }
type Kind = typeof packed | typeof object

export const createAnswers = (megabytes: number): Answers => {
  const cache = new LRUCache<string, { made: unknown; bytes: number; repeated?: true }>({
    maxSize: Math.max(1, megabytes * 1024 * 1024),
    sizeCalculation: ({ bytes }, name) => Math.ceil(bytes) + name.length * 2 + 200,
    ttl: keepMs,
    ttlResolution: 0,
  })
  let coming = new Map<string, Promise<unknown>>()

  const begin = (kind: Kind, name: string, make: () => Promise<unknown>, ttl: number): Promise<unknown> => {
    const here = coming
    // The lifetime starts with the request, because the data read may be as old as that.
    const start = performance.now()
    const work = make().then((answer) => {
      const made = kind.of(answer)
      if (here === coming) cache.set(name, { made, bytes: kind.bytes(made) }, { start, ttl })
      return made
    })
    here.set(name, work)
    const done = () => void here.delete(name)
    work.then(done, done)
    return work
  }

  const answers =
    (kind: Kind) =>
    (key: string, input: unknown, make: () => Promise<unknown>, announced = false) => {
      const name = `${kind.name} ${key} ${JSON.stringify(input)}`
      if (megabytes === 0 || name.length > maxKey) return make().then(kind.of)
      const entry = cache.get(name)
      if (!entry) return coming.get(name) ?? begin(kind, name, make, announced ? announcedMs : keepMs)
      if (!entry.repeated) void kind.again(entry.made)
      entry.repeated = true
      return Promise.resolve(entry.made)
    }
  return {
    packed: answers(packed) as Answers["packed"],
    object: answers(object),
    clear: () => {
      coming = new Map()
      cache.clear()
    },
    forget: (id) => {
      coming = new Map()
      for (const name of cache.keys()) if (name.includes(id)) cache.delete(name)
    },
  }
}
