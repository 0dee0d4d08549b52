import { gunzipSync } from "node:zlib"
import { mkdirSync, rmSync } from "node:fs"
import { extname, join } from "node:path"
import { atEnd } from "../bench/cleanup.mjs"
import { importTypeScript, serverBundle } from "../../scripts/lib/bundle.mjs"
import { inProject } from "../../scripts/lib/project.mjs"

const patienceMs = 30 * 60_000

/** Loads the converter from its sources, without a build. */
export async function openConverter() {
  const { build } = await import("esbuild")
  const childScript = inProject("dist/scripts/pdfium-child.mjs")
  await build({
    ...serverBundle(),
    entryPoints: ["server/ports/converter/pdfium-child.ts"],
    outdir: undefined,
    outExtension: undefined,
    outfile: childScript,
    sourcemap: false,
  })
  const { createLocalConverter } = await importTypeScript("server/ports/converter/local.converter.ts")
  const converter = createLocalConverter({ childScript, resources: inProject("server/ports/converter/resources") })
  atEnd(() => converter.close())
  return converter
}

/** Yields the first pages of a document as SVG sources with their sizes and kinds. */
export async function* pagesOf(converter, file, maxPages, temporary) {
  const workDir = join(temporary, "work")
  mkdirSync(workDir, { recursive: true })
  try {
    for await (const event of converter.convert({ file, ext: extname(file).toLowerCase(), workDir, maxPages, timeoutMs: patienceMs })) {
      if (event.type !== "page") continue
      const { page, width, height, kind, svg } = event.result
      yield { page, width, height, kind, bytes: svg.length, svg: gunzipSync(svg).toString("utf8") }
    }
  } finally {
    rmSync(workDir, { recursive: true, force: true })
  }
}
