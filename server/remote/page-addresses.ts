import { LRUCache } from "lru-cache"
import { failureOf } from "./failures"
import { noReply, Refused, type Ask } from "./dialect"
import { isFields, type Fields } from "./messages"

/** Where the pages of a document are: the MD5 of its file, and what the names of its page images end in. */
type Place = { hash: string; ext: string }

/** A document that was public a moment ago may be taken back; its address is asked for again after this. */
const keptMs = 5 * 60_000
const isHash = (name: string) => /^[0-9a-f]{32}$/i.test(name)
const viewed = /^\/view\/(page|cover)\/([0-9a-zA-Z]{1,64})(?:\/(\d{1,6})(\.[a-z.]{1,12}))?$/

const hashIn = (row: Fields): string => {
  const { attachment, cover } = row
  const hash = isFields(attachment) ? String(attachment["hash"] ?? "") : /\/view\/cover\/([0-9a-f]{32})/i.exec(String(cover ?? ""))?.[1]
  return hash && isHash(hash) ? hash : ""
}
const extOf = (row: Fields): string => {
  const ext = String(row["preview_ext"] || ".svg")
  return ext === ".svg" && row["enable_gzip"] ? ".gzip.svg" : ext
}

/**
 * Addresses of pages and covers: ours name a document, those of an existing server the MD5 of its file. `has` says whether an
 * address there answers: rows of files that several documents share say `.svg` while their pages are `.webp`.
 */
export const createPageAddresses = (has: (path: string) => Promise<boolean>) => {
  const hashes = new LRUCache<string, string>({ max: 20_000, ttl: keptMs })
  const extensions = new LRUCache<string, string>({ max: 5_000, ttl: keptMs })

  /** Remembers the files of public documents in an answer. */
  const learn = (data: unknown): void => {
    if (!isFields(data)) return
    if (Array.isArray(data["document"])) for (const row of data["document"]) learn(row)
    const uuid = data["uuid"]
    const hash = hashIn(data)
    if (typeof uuid === "string" && hash && (data["status"] === 2 || data["cover"])) hashes.set(uuid, hash)
  }
  const placeOf = async (name: string, ask: Ask): Promise<Place | null> => {
    if (isHash(name)) return { hash: name, ext: ".svg" }
    const { status, data } = await ask("GET /document", { uuid: name })
    if (status !== 200) {
      // an address is no missing one because the server is away
      if (failureOf({ method: "GET", status, body: data, signedIn: false }).status === 502) throw new Refused(noReply)
      return null
    }
    if (!isFields(data)) return null
    learn(data)
    const hash = hashIn(data)
    return hash ? { hash, ext: extOf(data) } : null
  }
  const extensionOf = async (name: string, ask: Ask): Promise<Place | null> => {
    const hash = hashes.get(name)
    const known = hash && extensions.get(hash)
    if (hash && known) return { hash, ext: known }
    const place = await placeOf(name, ask)
    if (!place) return null
    for (const ext of new Set([place.ext, ".webp", ".svg", ".gzip.svg"]))
      if (await has(`/view/page/${place.hash}/1${ext}`)) {
        extensions.set(place.hash, ext)
        return { hash: place.hash, ext }
      }
    return place
  }

  /** The remote server's address for one of ours; the same for all others, null for a document that is not there for whoever asks. Throws `Refused` while the server is away. */
  const remotePath = async (path: string, ask: Ask): Promise<string | null> => {
    const [, kind, name, page] = viewed.exec(path) ?? []
    if (!kind || !name) return path
    if (kind === "page" && page) {
      const place = await extensionOf(name, ask)
      return place && `/view/page/${place.hash}/${page}${place.ext}`
    }
    const hash = hashes.get(name) ?? (await placeOf(name, ask))?.hash
    return hash ? `/view/cover/${hash}` : null
  }
  return { learn, remotePath }
}
