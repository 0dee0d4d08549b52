import { LRUCache } from "lru-cache"
import { failureOf } from "./failures"
import { noReply, RemoteRefusal, type AskRemote } from "./dialect"
import { isFields, type Fields } from "./messages"

/** Location of a document's pages: the MD5 of its file, and the extension of its page images. */
type PageAddress = { hash: string; ext: string }

/** How long the address of a public document is cached (ms). The document may be withdrawn in the meantime. */
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
 * Maps the addresses of pages and covers: this site addresses them by document, a remote server by the MD5 of the file. `has` checks
 * whether an address exists there, because rows of files shared by several documents say `.svg` although their pages are `.webp`.
 */
export const createPageAddresses = (has: (path: string) => Promise<boolean>) => {
  const hashes = new LRUCache<string, string>({ max: 20_000, ttl: keptMs })
  const extensions = new LRUCache<string, string>({ max: 5_000, ttl: keptMs })

  /** Caches the files of public documents in an answer. */
  const learn = (data: unknown): void => {
    if (!isFields(data)) return
    if (Array.isArray(data["document"])) for (const row of data["document"]) learn(row)
    const uuid = data["uuid"]
    const hash = hashIn(data)
    if (typeof uuid === "string" && hash && (data["status"] === 2 || data["cover"])) hashes.set(uuid, hash)
  }
  const placeOf = async (name: string, ask: AskRemote): Promise<PageAddress | null> => {
    if (isHash(name)) return { hash: name, ext: ".svg" }
    const { status, data } = await ask("GET /document", { uuid: name })
    if (status !== 200) {
      // A server outage does not mean that the address is missing.
      if (failureOf({ method: "GET", status, body: data, signedIn: false }).status === 502) throw new RemoteRefusal(noReply)
      return null
    }
    if (!isFields(data)) return null
    learn(data)
    const hash = hashIn(data)
    return hash ? { hash, ext: extOf(data) } : null
  }
  const extensionOf = async (name: string, ask: AskRemote): Promise<PageAddress | null> => {
    const hash = hashes.get(name)
    const extension = hash && extensions.get(hash)
    if (hash && extension) return { hash, ext: extension }
    const pageLocation = await placeOf(name, ask)
    if (!pageLocation) return null
    for (const ext of new Set([pageLocation.ext, ".webp", ".svg", ".gzip.svg"]))
      if (await has(`/view/page/${pageLocation.hash}/1${ext}`)) {
        extensions.set(pageLocation.hash, ext)
        return { hash: pageLocation.hash, ext }
      }
    return pageLocation
  }

  /**
   * Returns the remote server's address for one of this site's; all others are returned unchanged. Null if the document does not exist for
   * the caller. Throws `Refused` while the server is unavailable.
   */
  const remotePath = async (path: string, ask: AskRemote): Promise<string | null> => {
    const [, kind, name, page] = viewed.exec(path) ?? []
    if (!kind || !name) return path
    if (kind === "page" && page) {
      const pageLocation = await extensionOf(name, ask)
      return pageLocation && `/view/page/${pageLocation.hash}/${page}${pageLocation.ext}`
    }
    const hash = hashes.get(name) ?? (await placeOf(name, ask))?.hash
    return hash ? `/view/cover/${hash}` : null
  }
  return { learn, remotePath }
}
