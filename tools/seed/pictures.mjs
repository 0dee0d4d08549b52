// Page images and covers of the newest documents, so that the home page and lists look as on a real site.
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import sharp from "sharp"

const [width, height, lineLength] = [595, 842, 34]

/** @param {string} text */
const linesOf = (text) =>
  Array.from({ length: Math.ceil(text.length / lineLength) }, (_, n) => text.slice(n * lineLength, (n + 1) * lineLength))

/** @param {string} text */
const pageOf = (text) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#fff"/><g font-family="sans-serif" font-size="14" fill="#222">${linesOf(
    text,
  )
    .map((line, n) => `<text x="56" y="${80 + n * 26}">${line}</text>`)
    .join("")}</g></svg>`

/** @param {string} dataDir @param {import("./load.mjs").Drawn[]} documents */
export const drawPictures = async (dataDir, documents) => {
  for (const { sha256, pages } of documents) {
    const folder = join(dataDir, "pages", sha256.slice(0, 2), sha256, "v1")
    await mkdir(folder, { recursive: true })
    for (const [index, text] of pages.entries()) await writeFile(join(folder, `${index + 1}.gzip.svg`), gzipSync(pageOf(text)))
    // rendering letters takes most of the time, so it is done once per document
    const cover = await sharp(Buffer.from(pageOf(pages[0] ?? "")))
      .resize(420)
      .webp()
      .toBuffer()
    await writeFile(join(folder, "cover.webp"), cover)
    await writeFile(join(folder, "1.thumb.webp"), await sharp(cover).resize(172).webp().toBuffer())
  }
}
