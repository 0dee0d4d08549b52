import { ErrorCode } from "@/lib/contract/error-code"
import type { IncomingMessage, ServerResponse } from "node:http"
import { createGunzip } from "node:zlib"
import type { PageAccess, Services } from "@/server/context"
import { publish } from "@/server/db/events"
import { coverKey, pageKey, pictureOf, thumbKey, titleCoverKey } from "../files/storage-keys.rules"
import { readerOf } from "@/server/wire/caller"
import { visitorCookieOf } from "@/server/wire/cookies"
import { typeOfPicture } from "../attachment/pictures.http"
import { fileHeaders, hasVersion, publicImageCache } from "@/server/wire/headers"
import { findSigner, type SignedRequest } from "./page-signature.usecases"
import { markedPage, markedThumb, markSeconds, marksReaders } from "./reader-watermark.usecases"
import { type CoverPicture, jpegCover } from "./jpeg-cover.http"
import { sendJson } from "@/server/wire/send"

const pagePath = /^\/view\/page\/([0-9a-zA-Z]{1,32})\/(\d{1,6})(?:\.gzip)?\.svg$/
/**
 * Page images by the MD5 of the file, with any extension that a compatible server renders. Such older links receive the SVG, with its
 * content type.
 */
const hashPagePath = /^\/view\/page\/([\da-f]{32})\/(\d{1,6})\.(?:webp|png|jpg)$/
const versionPath = /^\/view\/version\/(\d{1,15})\/(\d{1,6})\.svg$/
const thumbPath = /^\/view\/thumb\/([0-9a-zA-Z]{1,32})\/(\d{1,6})$/
const coverPath = /^\/view\/cover\/([0-9a-zA-Z]{1,32})(\.jpg)?$/
/** How long a request waits for a page that is being rendered before it answers 202 (ms). */
const waitMs = 3_000

/** How long a browser may keep an image of a document with restricted visibility (s). */
const restrictedSeconds = 60

/** URLs contain the version of the rendering, so public images never change. */
const cacheFor = (isPublic: boolean, versioned: boolean) => {
  if (!versioned) return `${isPublic ? "public" : "private"}, max-age=60`
  return isPublic ? publicImageCache : "private, max-age=31536000, immutable"
}

/**
 * Serves `/view/page/{docId}/{page}.svg`, `.gzip.svg`, `/view/thumb/{docId}/{page}` and `/view/cover/{docId}` (as JPEG with `.jpg`), where
 * `docId` is a uuid, an id or the MD5 of the file, and `/view/version/{versionId}/{page}.svg`. Returns null for other paths. `open`: site
 * security excludes no visitor.
 */
export const serveView = (
  app: Services,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  query: string,
  open: boolean,
): Promise<void> | null => {
  const request = { versioned: query.includes("v="), query, open }
  const page = pagePath.exec(path) ?? hashPagePath.exec(path)
  if (page) return servePage(app, req, res, { ...request, id: page[1]!, page: Number(page[2]) })
  const thumb = thumbPath.exec(path)
  if (thumb) return serveThumb(app, req, res, { ...request, id: thumb[1]!, page: Number(thumb[2]) })
  const version = versionPath.exec(path)
  if (version) return serveVersionPage(app, req, res, { id: Number(version[1]), page: Number(version[2]) })
  const cover = coverPath.exec(path)
  return cover && serveCover(app, req, res, { ...request, id: cover[1]!, page: 0, jpeg: cover[2] !== undefined })
}

/**
 * Sets headers one by one: spreading an object for every image costs more than all its other headers. Other origins may embed public
 * images: the embedded reader has an origin of its own in a sandboxed frame.
 */
const setFileHeaders = (res: ServerResponse, isPublic: boolean) => {
  for (const name in fileHeaders) res.setHeader(name, fileHeaders[name]!)
  if (isPublic) res.setHeader("cross-origin-resource-policy", "cross-origin")
}

/** `open`: site security excludes no visitor, so shared caches may store what is public. */
type PageImageRequest = { id: string; page: number; versioned: boolean; query: string; open: boolean; jpeg?: boolean }

/**
 * Checks access to a page image. Returns null when a refusal has been sent. All page images go through this check. Without a session, the
 * signature of the address names the reader; `seconds` is then how much longer it is valid.
 */
const pass = async (app: Services, req: IncomingMessage, res: ServerResponse, pageRequest: PageImageRequest) => {
  let seconds = Infinity
  const signed = signedRequestOf(pageRequest)
  const reader = readerOf(app, req)
  const who = async () => {
    const user = await reader()
    const signer = user || !signed ? null : await findSigner(app, signed)
    if (signer) seconds = Math.max(0, Math.floor((signer.until - app.now().getTime()) / 1000))
    return user ?? signer?.user ?? null
  }
  const access = await app.pageAccess.check(app, pageRequest.id, pageRequest.page, who, visitorCookieOf(req))
  if (!access.found || pageRequest.page < 1 || (access.pages > 0 && pageRequest.page > access.pages))
    return void sendJson(res, 404, { code: ErrorCode.notFound, message: "没有这一页" })
  // a signature opens pages of the rendering that it was made for
  const outdated = seconds < Infinity && access.version !== signed?.version
  if (!access.allowed || outdated) return void sendJson(res, 403, { code: ErrorCode.permissionDenied, message: "这一页下载后可以阅读" })
  return { ...access, seconds }
}

const signedRequestOf = ({ id, page, query }: PageImageRequest): SignedRequest | null => {
  if (!query.includes("sign=")) return null
  const values = new URLSearchParams(query)
  return { uuid: id, page, version: Number(values.get("v")), sign: values.get("sign") ?? "" }
}

/** The signature of this address for another address of the same page. */
const signOf = (pageRequest: PageImageRequest): string => {
  const sign = signedRequestOf(pageRequest)?.sign
  return sign ? `&sign=${encodeURIComponent(sign)}` : ""
}

type Granted = NonNullable<Awaited<ReturnType<typeof pass>>>
/** How long browsers may reuse a page: a signed answer until its signature ends, one of a restricted document briefly. */
const cacheOf = ({ public: isPublic, shared, restricted, seconds }: Granted, { open, versioned }: PageImageRequest) => {
  if (shared) return "private, no-store"
  if (restricted) return `private, max-age=${Math.min(restrictedSeconds, seconds)}`
  return seconds < Infinity ? `private, max-age=${seconds}` : cacheFor(isPublic && open, versioned)
}

/** Names the version of a public image, for shared caches that ask whether it is still public; null for all other images. */
const etagOf = ({ public: isPublic, sha256, version }: Granted, { open, page }: PageImageRequest): string | null =>
  isPublic && open ? `W/"${sha256.slice(0, 16)}-${version}-${page}"` : null

/** Answers a cache that already has the image. Returns false if it does not. */
const sendUnchanged = (req: IncomingMessage, res: ServerResponse, access: Granted, pageRequest: PageImageRequest): boolean => {
  const etag = etagOf(access, pageRequest)
  if (!etag || !hasVersion(req, etag)) return false
  setImageHeaders(res, access, pageRequest)
  res.writeHead(304, { "cache-control": cacheOf(access, pageRequest), vary: "accept-encoding" }).end()
  return true
}

const setImageHeaders = (res: ServerResponse, access: Granted, pageRequest: PageImageRequest) => {
  setFileHeaders(res, access.public && pageRequest.open)
  const etag = etagOf(access, pageRequest)
  if (etag) res.setHeader("etag", etag)
}

/** A picture with the reader's name is drawn again after some minutes. */
const markedCacheOf = ({ shared, restricted, seconds }: Granted): string =>
  shared ? "private, no-store" : `private, max-age=${Math.min(restricted ? restrictedSeconds : markSeconds, seconds)}`

/** Returns the user whose name a picture must carry; null for pictures without a name. */
const readerToMark = async (app: Services, { marked }: Pick<Granted, "marked">) => (marked && (await marksReaders(app)) ? marked : null)

const sendNoPage = (res: ServerResponse) =>
  sendJson(res, 404, { code: ErrorCode.notFound, message: "没有这一页" }, { "cache-control": "no-store" })

const servePage = async (app: Services, req: IncomingMessage, res: ServerResponse, pageRequest: PageImageRequest) => {
  const access = await pass(app, req, res, pageRequest)
  if (!access) return
  // the preview limit depends on the page count: while that is unknown, only the first page is readable
  if (access.pages === 0 && pageRequest.page > 1)
    return access.coming ? sendComing(res) : sendJson(res, 404, { code: ErrorCode.notFound, message: "没有这一页" })
  if (sendUnchanged(req, res, access, pageRequest)) return
  const key = pageKey(access.sha256, access.version, pageRequest.page)
  const svg =
    app.pageImages.cached(key) ??
    (await app.pageImages.read(key)) ??
    (access.coming ? await waitFor(app, access.uuid, pageRequest.page, key) : null)
  if (!svg && !access.coming) return sendJson(res, 404, { code: ErrorCode.notFound, message: "没有这一页" })
  if (!svg) return sendComing(res)
  const reader = await readerToMark(app, access)
  const marked = reader && (await markedPage(app, key, svg, reader))
  // never without the name
  if (reader && !marked) return sendNoPage(res)
  setImageHeaders(res, access, pageRequest)
  sendSvg(req, res, marked ?? svg, marked ? markedCacheOf(access) : cacheOf(access, pageRequest))
}

/** Serves a page of an earlier version of a document's file. A page that is missing is not converted again. */
const serveVersionPage = async (app: Services, req: IncomingMessage, res: ServerResponse, { id, page }: { id: number; page: number }) => {
  const file = await app.pageAccess.checkVersion(app, id, readerOf(app, req))
  const key = file && page > 0 ? pageKey(file.sha256, file.version, page) : ""
  const svg = key ? await app.pageImages.read(key) : null
  if (!file || !svg) return sendNoPage(res)
  const reader = await readerToMark(app, file)
  const sent = reader ? await markedPage(app, key, svg, reader) : svg
  if (!sent) return sendNoPage(res)
  setFileHeaders(res, false)
  sendSvg(req, res, sent, cacheFor(false, false))
}

/** Sends a stored page, which is compressed. */
const sendSvg = (req: IncomingMessage, res: ServerResponse, svg: Buffer, cache: string) => {
  const type = "image/svg+xml; charset=utf-8"
  if (/\bgzip\b/.test(String(req.headers["accept-encoding"] ?? ""))) {
    res.writeHead(200, {
      "content-type": type,
      "cache-control": cache,
      vary: "accept-encoding",
      "content-encoding": "gzip",
      "content-length": svg.length,
    })
    return void res.end(req.method === "HEAD" ? undefined : svg)
  }
  res.writeHead(200, { "content-type": type, "cache-control": cache, vary: "accept-encoding" })
  createGunzip()
    .on("error", () => res.destroy())
    .end(svg)
    .pipe(res)
}

/** Serves a thumbnail. Redirects to the page image if it is missing or cannot carry the reader's name. */
const serveThumb = async (app: Services, req: IncomingMessage, res: ServerResponse, pageRequest: PageImageRequest) => {
  const access = await pass(app, req, res, pageRequest)
  if (!access || sendUnchanged(req, res, access, pageRequest)) return
  const key = thumbKey(access.sha256, access.version, pageRequest.page)
  const webp = app.pageImages.cached(key) ?? (await app.pageImages.read(key))
  const reader = await readerToMark(app, access)
  const marked = webp && reader ? markedThumb(app, webp, reader) : null
  const picture = reader ? marked : webp
  if (!picture) {
    res.writeHead(302, {
      location: `/view/page/${access.uuid}/${pageRequest.page}.gzip.svg?v=${access.version}${signOf(pageRequest)}`,
      "cache-control": "no-store",
      "content-length": 0,
    })
    return void res.end()
  }
  setImageHeaders(res, access, pageRequest)
  res.writeHead(200, {
    "content-type": marked ? "image/svg+xml; charset=utf-8" : "image/webp",
    "content-length": picture.length,
    "cache-control": marked ? markedCacheOf(access) : cacheOf(access, pageRequest),
  })
  res.end(req.method === "HEAD" ? undefined : picture)
}

const sendComing = (res: ServerResponse) =>
  sendJson(res, 202, { code: 0, message: "这一页正在转换" }, { "retry-after": "1", "cache-control": "no-store" })

/** Requests a page from the converter. The converter may run in another process, so the storage is polled. */
const waitFor = async (app: Services, uuid: string, page: number, key: string): Promise<Buffer | null> => {
  await publish(app.database.db, "wanted", { uuid, page })
  for (const end = Date.now() + waitMs; Date.now() < end && !app.stopping();) {
    await app.wantedPages.wait(uuid, page, 300)
    const svg = await app.pageImages.read(key)
    if (svg) return svg
  }
  return null
}

const blankSheet = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 297" width="210" height="297"><path fill="#fff" d="M0 0H210V297H0Z"/></svg>`,
)

/**
 * A first page never changes, but staff may choose another cover. Browsers revalidate after a day and show the cached cover until then,
 * shared caches after an hour.
 */
const lastingCover = "max-age=86400, s-maxage=3600, stale-while-revalidate=604800"

/** Returns the cover chosen by staff, else the rendered title, else the first page. `lasting`: the image does not change by itself. */
const coverImage = async (
  app: Services,
  { sha256, version, uuid, titleCover, ownCover }: PageAccess & { found: true },
): Promise<(CoverPicture & { lasting: boolean }) | null> => {
  const imageOf = async (key: string) => app.pageImages.cached(key) ?? (await app.pageImages.read(key))
  const chosen = pictureOf(ownCover)
  const coverContent = chosen && (await imageOf(chosen.key))
  if (coverContent) return { key: chosen.key, content: coverContent, name: chosen.hash, type: typeOfPicture(chosen.ext), lasting: false }
  const titleKey = titleCover && titleCoverKey(sha256, uuid, titleCover)
  const title = titleKey ? await imageOf(titleKey) : null
  if (titleKey && title) return { key: titleKey, content: title, name: titleCover, type: "image/webp", lasting: false }
  const key = coverKey(sha256, version)
  const page = await imageOf(key)
  return page && { key, content: page, name: `${sha256.slice(0, 16)}-${version}`, type: "image/webp", lasting: true }
}

const serveCover = async (app: Services, req: IncomingMessage, res: ServerResponse, pageRequest: PageImageRequest) => {
  const access = await app.pageAccess.check(app, pageRequest.id, pageRequest.page, readerOf(app, req), visitorCookieOf(req))
  if (!access.found) return sendJson(res, 404, { code: ErrorCode.notFound, message: "没有这份文档" }, { "cache-control": "no-store" })
  const image = await coverImage(app, access)
  setFileHeaders(res, access.public && pageRequest.open)
  if (!image) {
    // not rendered yet, or not renderable: a blank sheet instead of a broken image
    res.writeHead(200, { "content-type": "image/svg+xml; charset=utf-8", "content-length": blankSheet.length, "cache-control": "no-store" })
    return void res.end(req.method === "HEAD" ? undefined : blankSheet)
  }
  const jpeg = pageRequest.jpeg ? await jpegCover(app, access, image) : null
  const { content, type } = jpeg ? { content: jpeg, type: "image/jpeg" } : image
  const etag = `"${image.name}${jpeg ? ".jpg" : ""}"`
  res.setHeader("etag", etag)
  // a cover that could not be converted now is tried again soon
  const lasting = !access.restricted && pageRequest.versioned && image.lasting && (!pageRequest.jpeg || jpeg !== null)
  if (access.shared) res.setHeader("cache-control", "private, no-store")
  else
    res.setHeader("cache-control", `${access.public && pageRequest.open ? "public" : "private"}, ${lasting ? lastingCover : "max-age=60"}`)
  if (hasVersion(req, etag)) return void res.writeHead(304).end()
  res.writeHead(200, { "content-type": type, "content-length": content.length })
  res.end(req.method === "HEAD" ? undefined : content)
}
