import { writeFile } from "node:fs/promises"
import { isInsideHost, maxRedirects, requireWebAddress } from "./outside"
import { mayCarryHeaders, WebError, type WebAnswer, type WebPort, type WebRequest } from "./web.port"

/** The answer of an address. With `location` it is a redirect. */
export type MemoryPage = { status?: number; type?: string; disposition?: string; location?: string; body?: string | Buffer }
/** A request that an address received. */
export type MemoryRequest = { url: string; headers: Readonly<Record<string, string>> }

/** The fake: answers from `pages`, which maps addresses to answers. All other addresses are unavailable. */
export const memoryWeb = (): WebPort & { pages: Record<string, MemoryPage>; requests: MemoryRequest[] } => {
  const pages: Record<string, MemoryPage> = {}
  const requests: MemoryRequest[] = []

  const find = async (address: string, request: WebRequest): Promise<WebAnswer & { content: Buffer }> => {
    let url = requireWebAddress(address)
    const home = url
    for (let hop = 0; hop <= maxRedirects; hop++) {
      if (isInsideHost(url)) throw new WebError("address")
      await request.before?.(url)
      requests.push({ url, headers: mayCarryHeaders(home, url) ? (request.headers ?? {}) : {} })
      const page = pages[url]
      const status = page ? (page.status ?? (page.location ? 302 : 200)) : 404
      if (page && status === 200)
        return { url, type: page.type ?? "text/html", disposition: page.disposition ?? "", content: Buffer.from(page.body ?? "") }
      if (!page?.location) throw new WebError("unavailable", { status })
      url = requireWebAddress(new URL(page.location, url).href)
    }
    throw new WebError("unavailable")
  }
  const checked = (content: Buffer, { maxBytes, signal }: WebRequest): Buffer => {
    if (signal?.aborted) throw new WebError("unavailable")
    if (content.length > maxBytes) throw new WebError("size")
    return content
  }
  const save: WebPort["save"] = async (address, path, request) => {
    const { content, ...answer } = await find(address, request)
    await writeFile(path, checked(content, request), { flag: "wx" })
    return { ...answer, bytes: content.length }
  }

  return {
    pages,
    requests,
    politeMs: 0,
    save,
    download: async (address, path, limits) => (await save(address, path, limits)).bytes,
    read: async (address, { accepts = () => true, ...request }) => {
      const { content, ...answer } = await find(address, request)
      return { ...answer, body: accepts(answer) ? checked(content, request) : null }
    },
  }
}
