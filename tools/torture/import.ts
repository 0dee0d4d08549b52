import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { gunzipSync } from "node:zlib"
import type { Connection } from "mysql2/promise"
import { generatedSite } from "../../scripts/import/generated-site.mjs"
import { launchMariaDb } from "../../scripts/import/mariadb.mjs"
import { Failure } from "../../scripts/lib/failure.mjs"
import { inProject } from "../../scripts/lib/project.mjs"
import { createCtx } from "../../server/context"
import { startEmbeddedDatabase } from "../../server/db/embedded"
import { migrateSite } from "../../server/db/migrate"
import { bootstrap } from "../../server/modules/site/samples/bootstrap.usecases"
import { diskStorage } from "../../server/ports/storage/disk.storage"
import { seeded } from "../../tests/process/support/random"
import { bothSides, type BothSides, type Side } from "../../tests/setup/both-sides"
import { callsOf, createFakeApp } from "../../tests/setup/fake-app"
import { withoutConfiguration } from "../../tests/setup/no-configuration"
import { sourceRows } from "../../tests/setup/source-rows"
import { databaseProcesses, strike } from "./kills"

/** The targets of SIGKILL during an import. */
export const importKillTitles = {
  none: "什么也不杀",
  importer: "导入",
  target: "PostgreSQL",
  source: "MariaDB",
  power: "导入和它的 PostgreSQL（断电）",
} as const
export type ImportKill = keyof typeof importKillTitles
const kinds = Object.keys(importKillTitles) as ImportKill[]

export type ImportTorture = {
  /** The importer: arguments of Node. */
  program: readonly string[]
  seconds: number
  /** Repeats the choices of an earlier run, not its timing. */
  seed: number
  /** Documents of the source; it has about as many comments, favourites and downloads. */
  documents?: number
  /** Prints the progress so far, for a waiting operator. */
  say?: (text: string) => void
}
/** `differences`: sentences about what was lost, doubled or mixed, none if nothing was. */
export type ImportTortured = {
  rounds: number
  runs: number
  checks: number
  seconds: number
  kills: Map<ImportKill, number>
  tally: BothSides["tally"]
  differences: string[]
}

const database = "family"
/** An import that has not ended by then never will. */
const hangsAfterMs = 240_000
const roundsPerCheck = 3
/** Runs without a kill that may fail until one ends with 0. */
const maxRuns = 3
/** Further differences would only repeat these. */
const maxDifferences = 40

const md5Of = (text: string) => createHash("md5").update(text).digest("hex")

/** Starts a source site in a MariaDB, with a file for each of its documents. */
const openSource = async (folder: string, documents: number) => {
  const maria = await launchMariaDb(90_000)
  const opened = async (name?: string) => {
    const connection = await maria.connect(name)
    // the connection may be lost between two queries; the next query fails
    connection.on("error", () => undefined)
    return connection
  }
  let connection: Connection | null = await opened()
  const query = (statement: string, values?: unknown[]) => {
    if (!connection) throw new Failure("MariaDB 没有运行")
    return connection.query(statement, values)
  }
  await query(`create database ${database} character set utf8mb4`)
  await connection.changeUser({ database })
  await query(gunzipSync(await readFile(inProject("tests/import/database.sql.gz"))).toString("utf8"))
  for (const statement of generatedSite(documents)) await query(statement)
  // the punished accounts of the recorded site have other owners now
  await query("delete from mnt_punishment")
  await mkdir(join(folder, "documents/none"), { recursive: true })
  const filesThere = new Map<string, string>()
  for (let n = 1; n <= documents; n++) {
    filesThere.set(md5Of(String(n)), String(n))
    await writeFile(join(folder, `documents/none/${md5Of(String(n))}.pdf`), String(n))
  }
  return {
    address: maria.address(database),
    query,
    filesThere,
    isRunning: () => connection !== null,
    kill: async () => {
      const broken = connection
      connection = null
      await maria.kill()
      // only now: a destroyed connection never answers pending queries
      broken?.destroy()
    },
    start: async () => {
      await maria.start()
      connection = await opened(database)
    },
    stop: async () => {
      connection?.destroy()
      await maria.stop()
    },
  }
}

/** Opens the site in this process, for the work of its people. The importer finds its database as that of a running site. */
const openSite = async (dataDir: string) => {
  const server = await startEmbeddedDatabase({ dataDir, log: () => undefined })
  await migrateSite(server.connection, inProject("server/db/migrations"))
  const app = await createFakeApp({ connection: server.connection, dataDir, storage: diskStorage(dataDir) })
  await bootstrap(createCtx(app))
  const rows = async <T extends object>(statement: string, values: unknown[] = []): Promise<T[]> =>
    (await app.database.pool.query(statement, values)).rows as T[]
  return {
    here: { ...callsOf(app), rows, database: app.database, passwords: app.passwords },
    close: async () => {
      // a site whose database was killed has nothing to wait for
      await Promise.race([app.stop(1).catch(() => undefined), pause(10_000, undefined, { ref: false })])
      await server.stop()
    },
  }
}

/** Imports again and again, kills what takes part, and compares both sides. */
export const tortureImport = async ({
  program,
  seconds,
  seed,
  documents = 300,
  say = () => undefined,
}: ImportTorture): Promise<ImportTortured> => {
  const begun = performance.now()
  const elapsed = () => (performance.now() - begun) / 1_000
  const random = seeded(seed)
  const folder = await mkdtemp(join(tmpdir(), "doujia-torture-"))
  const [dataDir, filesFolder] = [join(folder, "data"), join(folder, "site")]
  const source = await openSource(filesFolder, documents)
  const sides = bothSides({
    query: source.query,
    there: sourceRows(source.query, filesFolder),
    filesThere: source.filesThere,
    passwordsThere: Array.from({ length: documents }, (_, n) => `reader-${n + 1}`),
    random,
  })
  const result: ImportTortured = { rounds: 0, runs: 0, checks: 0, seconds: 0, kills: new Map(), tally: sides.tally, differences: [] }
  const note = (difference: string) => {
    if (result.differences.length < maxDifferences) result.differences.push(difference)
    say(`不对：${difference}`)
  }
  let site: Awaited<ReturnType<typeof openSite>> | null = null
  const open = async () => {
    site ??= await openSite(dataDir)
    await sides.open(site.here)
  }
  const close = async () => {
    await sides.open(null)
    await site?.close()
    site = null
  }

  const startImport = () => {
    result.runs += 1
    const child = spawn(
      process.execPath,
      [...program, "--from", source.address, "--files", filesFolder, "--timezone", "+00:00", "--accept-missing", "--data", dataDir],
      { cwd: inProject("."), env: { ...withoutConfiguration(), NODE_ENV: "production" }, stdio: ["ignore", "pipe", "pipe"] },
    )
    let output = ""
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => void (output += chunk.toString()))
    const late = setTimeout(() => {
      note(`an import has not ended after ${hangsAfterMs / 1_000} s: ${output.slice(-400)}`)
      child.kill("SIGKILL")
    }, hangsAfterMs)
    const ended = new Promise<{ code: number | null; output: string }>((done, refuse) => {
      child.once("error", refuse)
      child.once("close", (code) => {
        clearTimeout(late)
        done({ code, output })
      })
    })
    return { child, ended }
  }

  /** The target that is being killed: work that fails during it does not count. */
  let killing: ImportKill = "none"
  const work = async (chosen: readonly Side[]) => {
    try {
      await sides.work(chosen)
    } catch (error) {
      if (killing === "none") throw error
    }
  }
  /** People work on the open sides while an import runs. */
  const workUntil = async (isOver: () => boolean) => {
    while (!isOver()) {
      const chosen: Side[] = [...(site ? (["here"] as const) : []), ...(source.isRunning() ? (["there"] as const) : [])]
      if (chosen.length) await work(chosen)
      await pause(random.below(120))
    }
  }

  /** How long a whole import takes (ms), measured. */
  let wholeMs = 6_000
  /** Runs one import, kills at a random moment, and starts again what was killed. */
  const runKilled = async (kind: ImportKill) => {
    const at = performance.now()
    const { child, ended } = startImport()
    let isOver = false
    const over = ended.finally(() => (isOver = true))
    const working = workUntil(() => isOver)
    // the later `await` gets its error
    working.catch(() => undefined)
    const moment = random.below(wholeMs)
    await Promise.race([pause(moment), over])
    if (!isOver) {
      killing = kind
      if (kind !== "none") result.kills.set(kind, (result.kills.get(kind) ?? 0) + 1)
      if (kind === "importer" || kind === "power") child.kill("SIGKILL")
      if (kind === "target" || kind === "power") for (const pid of databaseProcesses(dataDir)) strike(pid)
      if (kind === "source") {
        await source.kill()
        await pause(random.below(4_000))
        await source.start()
        killing = "none"
      }
    }
    const { code, output } = await over
    await working
    if (code === 0 && kind === "none") wholeMs = performance.now() - at
    if (site && (killing === "target" || killing === "power")) await close()
    killing = "none"
    return { code, output, killed: !isOver || moment < performance.now() - at }
  }
  /** Runs the import until it ends with 0, which it must. */
  const runUntilDone = async () => {
    for (let n = 1; ; n++) {
      const at = performance.now()
      const { code, output } = await startImport().ended
      if (code === 0) {
        wholeMs = performance.now() - at
        return
      }
      if (n < maxRuns) continue
      note(`an import that nobody disturbed ended with ${code}: ${output.slice(-600)}`)
      return
    }
  }
  const check = async () => {
    // the first run ends the interrupted import, the second one imports what has changed since
    await runUntilDone()
    await runUntilDone()
    await open()
    for (const difference of await sides.differences()) note(difference)
    result.checks += 1
  }
  const round = async () => {
    await open()
    const works = 10 + random.below(40)
    for (let n = 0; n < works; n++) await work(["here", "there"])
    const beside = random.below(2) === 0
    if (!beside) await close()
    const kind = random.pick(kinds)
    const { code } = await runKilled(kind)
    await runUntilDone()
    result.rounds += 1
    const { here, there, doubtful } = sides.tally
    say(
      `${Math.round(elapsed())} 秒，第 ${result.rounds} 轮：网站${beside ? "开着" : "关着"}，杀${importKillTitles[kind].replace("什么也不杀", "：没有")}，` +
        `以 ${code ?? "SIGKILL"} 结束；两边做了 ${here} 和 ${there} 件事，${doubtful} 件没有回答`,
    )
  }

  try {
    await sides.recountThere()
    await open()
    await close()
    await runKilled("none")
    while (elapsed() < seconds && !result.differences.length) {
      await round()
      if (result.rounds % roundsPerCheck === 0 || elapsed() >= seconds) await check()
    }
    if (!result.checks) await check()
  } finally {
    await close().catch(() => undefined)
    for (const pid of databaseProcesses(dataDir)) strike(pid)
    await source.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  return { ...result, seconds: elapsed() }
}

/** Returns a line about the whole run, and one for each difference. */
export const importReport = ({ rounds, runs, checks, seconds, kills, tally, differences }: ImportTortured, seed: number): string => {
  const killed = [...kills].map(([kind, times]) => `${importKillTitles[kind]} ${times} 次`).join("，")
  const summary =
    `${Math.round(seconds)} 秒，${rounds} 轮，导入运行了 ${runs} 次，杀了 ${killed || "0 次"}；` +
    `这边做了 ${tally.here} 件事，那边 ${tally.there} 件；核对 ${checks} 次：`
  if (!differences.length) return `${summary}一行不少，一行不多，没有混在一起的`
  return [...differences.map((one) => `不对  ${one}`), `${summary}${differences.length} 处不对；--seed ${seed} 重复这次的选择`].join("\n")
}
