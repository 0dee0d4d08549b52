import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { findProgram, runOutside } from "./programs.mjs"

/** Maximum number of pages of a document to compare. */
export const maxPages = 20

/**
 * Renders the same PDF with `pdftocairo -svg`, one call per page. Returns pages per second and bytes of a gzipped page over the first
 * twenty pages, or null when pdftocairo is not installed.
 */
export async function popplerPages(pdf, pages, folder) {
  const program = findProgram("pdftocairo")
  if (!program) return null
  const out = join(folder, "poppler")
  mkdirSync(out)
  try {
    const count = Math.min(pages, maxPages)
    const started = performance.now()
    for (let page = 1; page <= count; page++) {
      const { code } = await runOutside(program, ["-svg", "-f", String(page), "-l", String(page), pdf, join(out, `${page}.svg`)])
      if (code !== 0) return null
    }
    const seconds = (performance.now() - started) / 1000
    const bytes = Array.from({ length: count }, (_, index) => gzipSync(readFileSync(join(out, `${index + 1}.svg`)), { level: 6 }).length)
    return { pages: count, seconds, pagesPerSecond: count / seconds, bytesPerPage: bytes.reduce((sum, size) => sum + size, 0) / count }
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}
