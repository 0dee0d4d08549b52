import { LRUCache } from "lru-cache"

/** How long an answer is given out again, also where nobody says that it has changed, as counters do. */
const keepMs = 1_000
/** Longer questions are asked too seldom to be kept. */
const maxKey = 500

/** The JSON of answers that are the same for every visitor (`shared` calls), for a second, or until something changes. */
export type Answers = {
  /** The kept answer of this question, or that of `make`, which runs once for all who ask meanwhile. */
  answer: (key: string, input: unknown, make: () => Promise<string>) => Promise<string>
  /** Forgets all; what is being made now is not kept. */
  clear: () => void
}

export const createAnswers = (megabytes: number): Answers => {
  const kept = new LRUCache<string, string>({
    maxSize: Math.max(1, megabytes * 1024 * 1024),
    sizeCalculation: (text, name) => (text.length + name.length) * 2 + 200,
    ttl: keepMs,
  })
  let coming = new Map<string, Promise<string>>()

  const begin = (name: string, make: () => Promise<string>): Promise<string> => {
    const here = coming
    // the time counts from the question: what is read meanwhile may be as old as that
    const start = performance.now()
    const made = make().then((text) => {
      if (here === coming) kept.set(name, text, { start })
      return text
    })
    here.set(name, made)
    const done = () => void here.delete(name)
    made.then(done, done)
    return made
  }

  return {
    answer: (key, input, make) => {
      const name = `${key} ${JSON.stringify(input)}`
      if (megabytes === 0 || name.length > maxKey) return make()
      const text = kept.get(name)
      return text === undefined ? (coming.get(name) ?? begin(name, make)) : Promise.resolve(text)
    },
    clear: () => {
      coming = new Map()
      kept.clear()
    },
  }
}
