// A search index on a temporary PostgreSQL, or in a cluster, which is deleted when the program ends.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { importTypeScript } from "../../scripts/lib/bundle.mjs"

/** Starts the database and opens the index. `parts` are the pure functions that callers use to check the index. */
export const openOwnIndex = async () => {
  const [{ startEmbeddedDatabase }, { createPostgresSearch }, { directAnalyser }, { fold }, { staticScore }] = await Promise.all([
    importTypeScript("server/db/embedded.ts"),
    importTypeScript("server/ports/search/postgres.search.ts"),
    importTypeScript("server/ports/search/direct-analyser.ts"),
    importTypeScript("server/ports/search/fold.ts"),
    importTypeScript("server/ports/search/static-score.ts"),
  ])
  const dataDir = await mkdtemp(join(tmpdir(), "doujia-search-"))
  const database = await startEmbeddedDatabase({ dataDir, log: () => undefined })
  const pool = new pg.Pool({ ...database.connection, max: 2 })
  // ignored: if the program is interrupted, the server stops before the pool
  pool.on("error", () => undefined)
  await pool.query("create extension if not exists pg_trgm")
  const search = createPostgresSearch({ connection: database.connection, analyser: directAnalyser() })
  const close = async () => {
    await search.close()
    await pool.end()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { search, pool, parts: { fold, staticScore }, close }
}

/** Opens an index in an OpenSearch cluster. @param {string} url */
export const openCluster = async (url) => {
  const [{ createOpenSearch }, { createEngine }, { directAnalyser }, { fold }, { staticScore }] = await Promise.all([
    importTypeScript("server/ports/search/opensearch.search.ts"),
    importTypeScript("server/ports/search/opensearch/engine.ts"),
    importTypeScript("server/ports/search/direct-analyser.ts"),
    importTypeScript("server/ports/search/fold.ts"),
    importTypeScript("server/ports/search/static-score.ts"),
  ])
  // hundreds of hits with their pages take longer than a visitor's search
  const alias = `recall${process.pid}`
  const search = createOpenSearch({ url, alias, analyser: directAnalyser(), seconds: 60 })
  const close = async () => {
    await search.close()
    await createEngine(url)("DELETE", `/${alias}-*`, { seconds: 60 })
  }
  return { search, parts: { fold, staticScore }, close }
}
