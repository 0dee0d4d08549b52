import { randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import { mkdir, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import { originOf, paths } from "@/lib/rules/path"
import type { Ctx, Services } from "@/server/context"
import { settingsOf } from "../settings/settings.usecases"
import { listSpans, readSpan, sources, type SitemapSource, type SitemapSpan } from "./sitemap.repository"
import { partClosing, partOpening, partSize, unknownOrigin, urlLine, type SitemapManifest, type SitemapPart } from "./sitemap.rules"

const manifestKey = "sitemap/manifest.json"
export const partKey = (name: string): string => `sitemap/${name}.xml.gz`

/** Returns the stored manifest; null before the first build. */
export const readManifest = async ({ storage }: Pick<Services, "storage">): Promise<SitemapManifest | null> => {
  const content = await storage.read(manifestKey)
  return content && (JSON.parse(content.toString("utf8")) as SitemapManifest)
}

type Refresh = { all?: boolean; size?: number; signal?: AbortSignal }

/**
 * Writes the parts whose rows have changed (with `all`, every part), then the manifest that lists them. Only one batch of rows and one
 * compressor are in memory, however many documents there are. Concurrent runs are harmless: a part is replaced as a whole.
 */
export const refreshSitemap = async (ctx: Ctx, { all = false, size = partSize, signal }: Refresh = {}): Promise<SitemapManifest> => {
  const { app } = ctx
  const origin = originOf((await settingsOf(app, "system")).domain) || unknownOrigin
  const before = await readManifest(app)
  const stored = new Map((before?.origin === origin && !all ? before.parts : []).map((part) => [part.name, part.mark]))
  const parts: SitemapPart[] = [
    await keepPart(app, fixedPart, stored, () => writePart(app, fixedPart.name, Readable.from(fixedLines(origin)))),
  ]
  for (const source of sources)
    for (const span of await listSpans(ctx.db, source, size)) {
      signal?.throwIfAborted()
      const part = partOf(source, span, size)
      parts.push(
        await keepPart(app, part, stored, () => writePart(app, part.name, Readable.from(linesOf(ctx, source, span, size, origin)))),
      )
    }
  const manifest = { origin, built_at: ctx.now().toISOString(), parts }
  await app.storage.put(manifestKey, Buffer.from(JSON.stringify(manifest)), false)
  const names = new Set(parts.map(({ name }) => name))
  for (const { name } of before?.parts ?? []) if (!names.has(name)) await app.storage.remove(partKey(name))
  return manifest
}

/** Static pages without a database row. */
const fixedPart: SitemapPart = { name: "pages", count: 3, mark: "1", lastmod: null }
function* fixedLines(origin: string) {
  yield partOpening
  for (const path of [paths.home, paths.category(), paths.article()]) yield urlLine(origin, path, null)
  yield partClosing
}

const partOf = ({ kind }: SitemapSource, { part, count, mark, lastmod }: SitemapSpan, size: number): SitemapPart => ({
  name: `${kind}-${part + 1}`,
  count,
  mark: `${size} ${mark}`,
  lastmod: lastmod?.toISOString() ?? null,
})

async function* linesOf(ctx: Ctx, source: SitemapSource, { part }: SitemapSpan, size: number, origin: string) {
  yield partOpening
  for await (const rows of readSpan(ctx.db, source, part, size))
    yield rows.map(({ name, at }) => urlLine(origin, source.pathOf(name), at)).join("")
  yield partClosing
}

const keepPart = async (
  app: Services,
  part: SitemapPart,
  stored: Map<string, string>,
  write: () => Promise<void>,
): Promise<SitemapPart> => {
  const same = stored.get(part.name) === part.mark && (await app.storage.size(partKey(part.name))) !== null
  if (!same) await write()
  return part
}

/** Compresses the part while writing it to disk, then moves it into the storage. */
const writePart = async (app: Services, name: string, lines: Readable): Promise<void> => {
  const path = join(app.dataDir, "tmp", "storing", randomUUID())
  await mkdir(dirname(path), { recursive: true })
  try {
    await pipeline(lines, createGzip(), createWriteStream(path))
    await app.storage.take(partKey(name), path, false)
  } finally {
    await rm(path, { force: true })
  }
}
