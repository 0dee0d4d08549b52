import { existsSync, mkdirSync } from "node:fs"
import { resolve } from "node:path"
import { loadEnvFile } from "node:process"
import { parseArgs } from "node:util"
import pg from "pg"
import { importTypeScript, serverBundle } from "../../scripts/lib/bundle.mjs"
import { fail, Failure, messageOf } from "../../scripts/lib/failure.mjs"
import { inProject, say } from "../../scripts/lib/project.mjs"
import { startServer } from "../../scripts/lib/server.mjs"
import { countContents, loadRows } from "./load.mjs"
import { drawPictures } from "./pictures.mjs"
import { rebuildSearch } from "./search-index.mjs"

const options = /** @type {const} */ ({
  documents: { type: "string", default: "100000" },
  articles: { type: "string", default: "20000" },
  users: { type: "string" },
  pictures: { type: "string", default: "240" },
  data: { type: "string" },
  force: { type: "boolean", default: false },
})

/** @param {string} name @param {string} text @param {number} least */
const number = (name, text, least = 0) => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > 10_000_000)
    throw new Failure(`--${name} 应为 ${least} 到 10000000 的整数（现在是 ${text}）。`)
  return value
}

/** @param {string[]} args */
const readOptions = (args) => {
  let values
  try {
    values = parseArgs({ args, options, strict: true, allowPositionals: false }).values
  } catch (error) {
    const name = /'([^' ]*)/.exec(messageOf(error))?.[1] ?? ""
    throw new Failure(`看不懂选项 ${name}，npm run seed -- --help 会列出所有选项。`, { cause: error })
  }
  const documents = number("documents", values.documents)
  return {
    documents,
    articles: number("articles", values.articles),
    users: number("users", values.users ?? String(Math.max(20, Math.floor(documents / 100))), 1),
    pictures: number("pictures", values.pictures),
    dataDir: resolve(values.data ?? process.env.DATA_DIR ?? inProject("data")),
    force: values.force,
  }
}

/**
 * Returns the address of the private database in the form of `DATABASE_URL`. @param {{ host: string, user: string, database: string }}
 * connection
 */
const addressOf = ({ host, user, database }) => `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`

/**
 * Calls `work` with the site's database; starts the private one if `DATABASE_URL` is not set. @template T @param {string} dataDir @param
 * {(url: string) => Promise<T>} work @returns {Promise<T>}
 */
const withDatabase = async (dataDir, work) => {
  if (process.env.DATABASE_URL) return work(process.env.DATABASE_URL)
  const { startEmbeddedDatabase } = await importTypeScript("server/db/embedded.ts")
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const database = await startEmbeddedDatabase({ dataDir, log: () => undefined })
  try {
    return await work(addressOf(database.connection))
  } finally {
    await database.stop()
  }
}

/**
 * Starts the site without its pages, which are not needed here. The first start creates the schema, the groups and the administrator.
 * @param {string} dataDir @param {string} url
 */
const startSite = (dataDir, url) =>
  startServer({
    dataDir,
    withinMs: 120_000,
    env: { PROCESS_MODE: "worker", SAMPLES: "false", LOG_LEVEL: "warn", DATABASE_URL: url, ...searchEnv() },
  })

/** @returns {Record<string, string>} */
const searchEnv = () =>
  Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (/^(OPEN)?SEARCH_/.test(name) && value ? [[name, value]] : [])))

/** @param {string} url @param {ReturnType<typeof readOptions>} seedOptions */
const fill = async (url, seedOptions) => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    if (!seedOptions.force && (await countContents(client)) > 0)
      throw new Failure(`${seedOptions.dataDir} 里已经有文档或文章；请换一个新的目录，或加上 --force。`)
    return await loadRows(client, seedOptions)
  } finally {
    await client.end()
  }
}

/** @param {ReturnType<typeof readOptions>} seedOptions */
const run = async (seedOptions) => {
  const { build } = await import("esbuild")
  await build(serverBundle())
  await withDatabase(seedOptions.dataDir, async (url) => {
    const first = await startSite(seedOptions.dataDir, url)
    const { admin } = first
    await first.stop()
    if (admin) console.log(`\n第一位管理员：${admin.username}\n密码（只显示这一次）：${admin.password}\n`)
    const started = Date.now()
    await drawPictures(seedOptions.dataDir, await fill(url, seedOptions))
    const { documents, articles, users } = seedOptions
    say(`放入了 ${documents} 份文档、${articles} 篇文章、${users} 位用户，用了 ${((Date.now() - started) / 1000).toFixed(0)} 秒`)
    await rebuildSearch(url)
  })
}

/** `npm run seed`. @param {string[]} args */
export const seed = async (args) => {
  try {
    if (existsSync(inProject(".env"))) loadEnvFile(inProject(".env"))
    await run(readOptions(args))
  } catch (error) {
    fail(error)
  }
}
