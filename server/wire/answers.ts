import { LRUCache } from "lru-cache"
import { addGzip, uncompressed, type Compressed } from "./compressed"

/** How long (ms) an answer is given out again, also where nobody says that it has changed, as counters do. */
export const keepMs = 1_000
/** The same where all that changes it is announced (`announced` of the contract). */
const announcedMs = 30_000
/** Longer questions are asked too seldom to be kept. */
const maxKey = 500

/** Answers that are the same for every visitor (`shared` calls), for a second, or until something changes. */
export type Answers = {
  /** The kept answer of this question as JSON that is ready to be sent, or that of `make`, which runs once for all who ask meanwhile. */
  packed: (key: string, input: unknown, make: () => Promise<unknown>, announced?: boolean) => Promise<Compressed>
  /** The same as an object, for pages that are rendered: several of them read it, and nobody can change it. */
  object: (key: string, input: unknown, make: () => Promise<unknown>, announced?: boolean) => Promise<unknown>
  /** Forgets all; what is being made now is not kept. */
  clear: () => void
  /** Forgets the answers to questions about one thing. */
  forget: (id: string) => void
}

/** The answer itself, which from now on refuses every change. */
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
  // what nobody asks for again need not be made smaller
  again: (made: unknown) => addGzip(made as Compressed),
}
const object = { name: "object", of: frozen, bytes: (made: unknown) => JSON.stringify(made).length * 2, again: async () => undefined }
type Kind = typeof packed | typeof object

export const createAnswers = (megabytes: number): Answers => {
  const kept = new LRUCache<string, { made: unknown; bytes: number; repeated?: true }>({
    maxSize: Math.max(1, megabytes * 1024 * 1024),
    sizeCalculation: ({ bytes }, name) => Math.ceil(bytes) + name.length * 2 + 200,
    ttl: keepMs,
    ttlResolution: 0,
  })
  let coming = new Map<string, Promise<unknown>>()

  const begin = (kind: Kind, name: string, make: () => Promise<unknown>, ttl: number): Promise<unknown> => {
    const here = coming
    // the time counts from the question: what is read meanwhile may be as old as that
    const start = performance.now()
    const work = make().then((answer) => {
      const made = kind.of(answer)
      if (here === coming) kept.set(name, { made, bytes: kind.bytes(made) }, { start, ttl })
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
      const found = kept.get(name)
      if (!found) return coming.get(name) ?? begin(kind, name, make, announced ? announcedMs : keepMs)
      if (!found.repeated) void kind.again(found.made)
      found.repeated = true
      return Promise.resolve(found.made)
    }
  return {
    packed: answers(packed) as Answers["packed"],
    object: answers(object),
    clear: () => {
      coming = new Map()
      kept.clear()
    },
    forget: (id) => {
      coming = new Map()
      for (const name of kept.keys()) if (name.includes(id)) kept.delete(name)
    },
  }
}
