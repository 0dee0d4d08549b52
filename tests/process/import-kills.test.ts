import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { gunzipSync } from "node:zlib"
import { strToU8, zipSync } from "fflate"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Running } from "../../scripts/lib/server.mjs"
import { generatedSite } from "../../scripts/import/generated-site.mjs"
import { closeAtTheEnd } from "../setup/opened"
import { startMariaDb } from "../setup/mariadb"
import { query } from "./support/database"
import { takeBuild, type Build } from "./support/build"
import { newDataFolder, startSite, type DataFolder } from "./support/server"
import { seeded } from "./support/random"

/* Imports beside a running site, killed again and again. */

/** DOUJIA_SEED=… repeats the choices of an earlier run; DOUJIA_KILLS=100: the long form of `npm run torture -- import`. */
const seed = Number(process.env.DOUJIA_SEED ?? Date.now() % 1_000_000)
const random = seeded(seed)
const kills = Math.ceil(Number(process.env.DOUJIA_KILLS ?? 4) / 2)
let build: Build
let data: DataFolder
let server: Running
beforeAll(async () => {
  build = await takeBuild()
  data = await newDataFolder()
  server = await startSite({ main: build.main, dataDir: data.path, env: { SAMPLES: "false", CONVERT_CONCURRENCY: "1" } })
})
afterAll(async () => {
  await server?.stop()
  await data?.remove()
  await build?.remove()
})

/** Every run opens a site of its own process: seconds on an idle machine, many times that on a busy one. */
const withinMs = (kills + 2) * 120_000

/** Ends with SIGKILL a while after its first line, or with the exit code. */
const runImport = async (args: string[], killAfterMs: number | null) => {
  const child = spawn(process.execPath, [join(build.main, "../import.mjs"), ...args, "--data", data.path], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  child.stderr.on("data", (chunk: Buffer) => void (output += chunk.toString()))
  child.stdout.on("data", (chunk: Buffer) => void (output += chunk.toString()))
  const ended = once(child, "close") as Promise<[number | null, string | null]>
  if (killAfterMs !== null) {
    await Promise.race([once(child.stdout, "data"), ended])
    await pause(killAfterMs)
    child.kill("SIGKILL")
  }
  const [code, signal] = await ended
  return { code, signal, output }
}

/** Kills it so often at random moments, then lets it end. @returns how many runs were really cut off */
const untilDone = async (args: string[], spanMs: number): Promise<number> => {
  let cut = 0
  for (let n = 0; n < kills; n++) cut += (await runImport(args, random.below(spanMs))).signal === "SIGKILL" ? 1 : 0
  const { code, output } = await runImport(args, null)
  expect([code, output], `seed ${seed}`).toEqual([0, expect.any(String)])
  return cut
}

const rows = <T extends object>(statement: string) => query<T>(data.path, statement)
const countsOf = async (tables: string[]) =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (name) => [name, (await rows<{ n: number }>(`select count(*)::int as n from "${name}"`))[0]!.n] as const),
    ),
  )

test(
  "a takeover that is killed loses and doubles nothing [security: torture]",
  async () => {
    const maria = await startMariaDb()
    const theirs = await maria.connect()
    closeAtTheEnd(async () => theirs.destroy())
    await theirs.query("create database family character set utf8mb4")
    await theirs.changeUser({ database: "family" })
    await theirs.query(gunzipSync(await readFile(join(import.meta.dirname, "../import/database.sql.gz"))).toString("utf8"))
    for (const statement of generatedSite(200 * kills)) await theirs.query(statement)
    const files = join(import.meta.dirname, "../import/site")
    const cut = await untilDone(["--from", maria.address("family"), "--files", files, "--timezone", "+00:00"], 2_500)
    expect(cut).toBeGreaterThan(0)
    const tables = ["user", "document", "attachment", "document_category", "comment", "favorite", "download", "user_group"]
    const wanted: Record<string, number> = {}
    for (const name of tables) {
      const [found] = (await theirs.query(`select count(*) as n from mnt_${name}`)) as unknown as [{ n: number }[]]
      wanted[name] = found[0]!.n
    }
    expect(await countsOf(tables)).toEqual(wanted)
    const [credits] = (await theirs.query("select sum(greatest(credit_count, 0)) as n from mnt_user")) as unknown as [{ n: string }[]]
    expect(await rows(`select sum(credit_count)::int as n from "user"`)).toEqual([{ n: Number(credits[0]!.n) }])
    expect(await rows("select sum(amount)::int as n from ledger_entry")).toEqual([{ n: 0 }])
  },
  withinMs,
)

test(
  "an import of a folder that is killed loses and doubles nothing [security: torture]",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "import-kills-"))
    closeAtTheEnd(() => rm(folder, { recursive: true, force: true }))
    await mkdir(join(folder, "下面"))
    const names = Array.from({ length: 8 * kills }, (_, n) => `${n % 2 ? "下面/" : ""}第 ${n} 份.txt`)
    for (const name of names) await writeFile(join(folder, name), `${name} 的内容 ${seed}\n`.repeat(20))
    const packed = Object.fromEntries(
      Array.from({ length: 8 }, (_, n) => [`包里 ${n}.txt`, strToU8(`包里第 ${n} 份 ${seed}\n`.repeat(20))]),
    )
    await writeFile(join(folder, "包.zip"), zipSync(packed))
    const total = names.length + 8
    const [before] = await rows<{ n: number }>("select count(*)::int as n from document")
    const cut = await untilDone(["--folder", folder, "--category", "导入/新的", "--create-categories"], 1_500)
    expect(cut).toBeGreaterThan(0)
    expect(
      await rows(
        "select count(*)::int as n, count(distinct d.sha256)::int as contents from import_file i join document d on d.id = i.document_id",
      ),
    ).toEqual([{ n: total, contents: total }])
    expect(await rows("select count(*)::int as n from document")).toEqual([{ n: before!.n + total }])
    expect(await rows("select doc_count from category where title in ('导入', '新的') order by title")).toEqual([
      { doc_count: total },
      { doc_count: total },
    ])
    expect(await rows('select doc_count >= $1 as ok from "user" where id = 1'.replace("$1", String(total)))).toEqual([{ ok: true }])
  },
  withinMs,
)
