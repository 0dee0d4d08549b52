import { randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import { mkdir, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import { originOf, paths } from "@/lib/rules/path"
import type { Ctx, Services } from "@/server/context"
import { readDatabaseId, readSnapshotXmin } from "@/server/db/change-log"
import { settingsOf } from "../settings/settings.usecases"
import { listSpans, readSpan, sources, type SitemapSource, type SitemapSpan } from "./sitemap.repository"
import { listTouched } from "./touched.repository"
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
  const origin = await originOfSite(app)
  const position = await readPosition(ctx)
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
  const at = ctx.now().toISOString()
  return keepManifest(app, before, { origin, built_at: at, parts, size, ...position, compared_at: at })
}

const originOfSite = async (app: Services): Promise<string> => originOf((await settingsOf(app, "system")).domain) || unknownOrigin

/** Every change of a transaction below `seen` is visible to what is read from now on. */
const readPosition = async ({ db }: Ctx) => ({ seen: await readSnapshotXmin(db), database: await readDatabaseId(db) })

const keepManifest = async (app: Services, before: SitemapManifest | null, manifest: SitemapManifest): Promise<SitemapManifest> => {
  await app.storage.put(manifestKey, Buffer.from(JSON.stringify(manifest)), false)
  const names = new Set(manifest.parts.map(({ name }) => name))
  for (const { name } of before?.parts ?? []) if (!names.has(name)) await app.storage.remove(partKey(name))
  return manifest
}

/** All parts are compared with the tables again after this time (ms), for what no change announces: a punishment that ends, SQL by hand. */
const compareMs = 6 * 86_400_000

/**
 * Rewrites only the parts that announced changes touch. Compares everything if the log of changes is not sufficient: on the first run, with
 * another domain, after a week, and if an object named by a change is deleted.
 */
export const followSitemap = async (ctx: Ctx, { size = partSize, signal }: Omit<Refresh, "all"> = {}): Promise<SitemapManifest> => {
  const { app } = ctx
  const before = await readManifest(app)
  const origin = await originOfSite(app)
  const position = await readPosition(ctx)
  const isCurrent = before?.origin === origin && before.size === size && before.seen !== undefined && before.database === position.database
  if (!isCurrent || ctx.now().getTime() - Date.parse(before.compared_at ?? "") >= compareMs) return refreshSitemap(ctx, { size, signal })
  const touched = await listTouched(ctx.db, before.seen!, size)
  if (!touched) return refreshSitemap(ctx, { size, signal })
  if (touched.size === 0) return before
  const stored = new Map(before.parts.map((part) => [part.name, part.mark]))
  const parts = new Map(before.parts.map((part) => [part.name, part]))
  for (const source of sources) {
    const numbers = touched.get(source.kind)
    if (!numbers) continue
    for (const number of numbers === "all" ? partNumbers(before, source) : numbers) parts.delete(nameOf(source, number))
    for (const span of await listSpans(ctx.db, source, size, numbers === "all" ? undefined : [...numbers])) {
      signal?.throwIfAborted()
      const part = partOf(source, span, size)
      const write = () => writePart(app, part.name, Readable.from(linesOf(ctx, source, span, size, origin)))
      parts.set(part.name, await keepPart(app, part, stored, write))
    }
  }
  const order = (name: string) => sources.findIndex(({ kind }) => name.startsWith(`${kind}-`)) * 1e9 + Number(/\d+$/.exec(name)?.[0] ?? 0)
  const sorted = [...parts.values()].toSorted((a, b) => order(a.name) - order(b.name))
  return keepManifest(app, before, { ...before, ...position, built_at: ctx.now().toISOString(), parts: sorted })
}

const nameOf = ({ kind }: SitemapSource, part: number): string => `${kind}-${part + 1}`
const partNumbers = ({ parts }: SitemapManifest, { kind }: SitemapSource): number[] =>
  parts.flatMap(({ name }) => (name.startsWith(`${kind}-`) ? [Number(name.slice(kind.length + 1)) - 1] : []))

/** Static pages without a database row. */
const fixedPart: SitemapPart = { name: "pages", count: 3, mark: "2", lastmod: null }
function* fixedLines(origin: string) {
  yield partOpening
  for (const path of [paths.home, paths.category(), paths.article()]) yield urlLine(origin, path, null)
  yield partClosing
}

const partOf = (source: SitemapSource, { part, count, mark, lastmod }: SitemapSpan, size: number): SitemapPart => ({
  name: nameOf(source, part),
  count,
  mark: `${size} ${mark} i`,
  lastmod: lastmod?.toISOString() ?? null,
})

async function* linesOf(ctx: Ctx, source: SitemapSource, { part }: SitemapSpan, size: number, origin: string) {
  yield partOpening
  for await (const rows of readSpan(ctx.db, source, part, size))
    yield rows
      .map(({ name, at, version }) => urlLine(origin, source.pathOf(name), at, version === null ? "" : source.imageOf?.(name, version)))
      .join("")
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
