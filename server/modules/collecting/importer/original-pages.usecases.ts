import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import sharp from "sharp"
import type { Services } from "@/server/context"
import { coverKey, pageKey } from "../../library/files/storage-keys.rules"
import { isInAbsentFolder, noteAbsentFolder, pathOf, type Originals } from "./original-files.usecases"

const zip = promisify(gzip)
const pagePattern = /^(\d{1,6})\.(gzip\.svg|svg|webp|png|jpe?g)$/
const types: Record<string, string> = { webp: "image/webp", png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg" }

/** The size of pages without one, in points. */
const a4 = { width: 595, height: 842 }
/** The source stores sizes in pixels; this site uses points. */
const pointsOfPixel = 0.75
export type OriginalPage = { page: number; width: number; height: number; kind: "vector" | "raster" }
type Size = { width: number; height: number }

/** Returns the folder where a site of this family stores the rendered pages of a file. */
const drawnFolder = (folder: string, hash: string) => pathOf(folder, `documents/${hash.slice(0, 5).split("").join("/")}/${hash}`)

/** Lists the names of the pages that the source site rendered, from the first page up to the first gap. */
export const listOriginalPages = async (originals: Originals, hash: string): Promise<string[]> => {
  const pagesPath = /^[\da-f]{32}$/.test(hash) ? drawnFolder(originals.folder, hash) : null
  if (!pagesPath || isInAbsentFolder(originals, pagesPath)) return []
  const names = await readdir(pagesPath).catch((): string[] => [])
  if (!names.length) await noteAbsentFolder(originals, pagesPath)
  const byPage = new Map<number, string>()
  for (const name of names.toSorted()) {
    const page = Number(pagePattern.exec(name)?.[1] ?? 0)
    if (page) byPage.set(page, name)
  }
  const pages: string[] = []
  while (byPage.has(pages.length + 1)) pages.push(byPage.get(pages.length + 1)!)
  return pages
}

/** Wraps an image in an SVG, the format of pages here. */
const wrapped = (picture: Buffer, type: string, { width, height }: Size): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
      `<image width="${width}" height="${height}" href="data:${type};base64,${picture.toString("base64")}"/></svg>`,
  )

/** Returns the page size in points: the document's width with the image's aspect ratio. */
const sizeOf = async (picture: Buffer, size: Size): Promise<Size> => {
  const metadata = await sharp(picture)
    .metadata()
    .catch(() => null)
  return metadata?.width && metadata.height
    ? { width: size.width, height: Math.round((size.width * metadata.height) / metadata.width) }
    : size
}

const readPage = async (path: string, kind: string, size: Size) => {
  const content = await readFile(path)
  if (kind === "gzip.svg" || kind === "svg") {
    const packed = content[0] === 0x1f && content[1] === 0x8b
    return { svg: packed ? content : await zip(content, { level: 6 }), ...size, kind: "vector" as const }
  }
  const pictureSize = await sizeOf(content, size)
  return { svg: await zip(wrapped(content, types[kind]!, pictureSize), { level: 1 }), ...pictureSize, kind: "raster" as const }
}

/** Stores pages and cover of a content as its first rendering, used until ours is complete. `size` is in pixels, as in the source. */
export const storeOriginalPages = async (
  app: Services,
  folder: string,
  { hash, sha256, names, size }: { hash: string; sha256: string; names: string[]; size: Size },
): Promise<OriginalPage[]> => {
  const pagesPath = drawnFolder(folder, hash)!
  const hasSize = size.width > 0 && size.height > 0
  const points = hasSize ? { width: Math.round(size.width * pointsOfPixel), height: Math.round(size.height * pointsOfPixel) } : a4
  const pages: OriginalPage[] = []
  for (const [at, name] of names.entries()) {
    const { svg, ...page } = await readPage(join(pagesPath, name), pagePattern.exec(name)![2]!, points)
    await app.storage.put(pageKey(sha256, 1, at + 1), svg, false)
    pages.push({ page: at + 1, ...page })
  }
  for (const name of ["cover.big.png", "cover.png", "cover.webp", "cover.jpg"]) {
    const picture = await readFile(join(pagesPath, name)).catch(() => null)
    const webp =
      picture &&
      (await sharp(picture)
        .resize(480, 640, { fit: "inside", withoutEnlargement: true })
        .webp()
        .toBuffer()
        .catch(() => null))
    if (!webp) continue
    await app.storage.put(coverKey(sha256, 1), webp, false)
    break
  }
  return pages
}
