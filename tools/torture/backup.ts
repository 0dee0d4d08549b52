import { spawn } from "node:child_process"
import { createHash, randomBytes } from "node:crypto"
import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { sql } from "drizzle-orm"
import { checkLedger } from "../../server/modules/money/ledger/check.usecases"
import { makePdf, textPage } from "../../server/ports/converter/testing/pdf.fixture"
import { attachmentOf, call, login, register, submit, upload, type ClientUser } from "../../tests/process/support/client"
import { saveSetting } from "../../tests/process/support/database"
import { seeded } from "../../tests/process/support/random"
import { freePort, startServer, type Running } from "../../scripts/lib/server.mjs"
import { databaseProcesses, strike } from "./kills"
import { openSiteDatabase } from "./snapshot"

export type BackupTorture = {
  /** the built program */
  main: string
  /** an empty folder for the backups and the restored sites */
  folder: string
  /** a folder after the first start, for this torture test only; it is destroyed */
  dataDir: string
  admin: { username: string; password: string }
  /** how often the site is destroyed */
  times: number
  /** repeats the choices of an earlier run, not its timing */
  seed: number
  clients?: number
  /** prints the progress so far, for a waiting operator */
  say?: (text: string) => void
}
/** `lostByDesign`: uploads that were acknowledged after the backup had begun. */
export type Restorations = {
  times: number
  uploads: number
  credits: number
  killedBackups: number
  lostByDesign: number
  seconds: number
  violations: string[]
}

/** What the site has acknowledged. */
type Acknowledgements = { uploads: Map<number, { sha256: string; ext: string }>; credits: { user_id: number; credit: number }[] }
const copyOf = ({ uploads, credits }: Acknowledgements): Acknowledgements => ({ uploads: new Map(uploads), credits: [...credits] })

type Exit = { code: number; text: string }
/** Runs a command of the product; `killAfterMs` ends it with SIGKILL. */
const runCommand = (main: string, args: string[], killAfterMs?: number): Promise<Exit> =>
  new Promise((done, fail) => {
    const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", LANG: "C.UTF-8", NODE_ENV: "production" } as const
    const child = spawn(process.execPath, [join(main, "../cli.mjs"), ...args], { env, stdio: ["ignore", "pipe", "pipe"] })
    let text = ""
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (part: string) => (text = (text + part).slice(-4_000)))
    const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfterMs)
    child.on("error", fail)
    child.on("close", (code) => {
      clearTimeout(timer)
      done({ code: code ?? 128, text })
    })
  })

type World = { url: string; random: ReturnType<typeof seeded>; people: ClientUser[]; staff: ClientUser; record: Acknowledgements }
let serial = 0

const makeFile = ({ random }: World): { name: string; ext: string; content: Buffer } => {
  const mark = `${(serial += 1)} ${randomBytes(6).toString("hex")}`
  if (random.below(4) === 0) return { name: `文件 ${serial}.pdf`, ext: ".pdf", content: makePdf([textPage(`page of ${mark}`, "restored")]) }
  return { name: `文件 ${serial}.txt`, ext: ".txt", content: Buffer.from(`第 ${mark} 份\n${"字".repeat(200 + random.below(5_000))}`) }
}

/** One client: uploads, submits and gives credits, whatever happens to the server. */
const client = async (world: World, running: () => boolean): Promise<void> => {
  const { url, random, people, staff } = world
  while (running()) {
    const person = random.pick(people)
    try {
      if (random.below(4) === 0) {
        const input = { user_id: person.id, credit: 1 + random.below(20), remark: randomBytes(8).toString("hex") }
        const { status } = await call(url, "POST /order/system/recharge", input, staff)
        if (status === 200) world.record.credits.push(input)
      } else {
        const { name, ext, content } = makeFile(world)
        const id = attachmentOf(await upload(url, person, name, content))
        world.record.uploads.set(id, { sha256: createHash("sha256").update(content).digest("hex"), ext })
        if (random.below(2) === 0) await submit(url, person, id, name)
      }
    } catch {
      await pause(100) // destroyed: only what it acknowledged counts
    }
    await pause(random.below(120))
  }
}

/** Compares the restored site with what was acknowledged before its backup began. */
const faultsOfSite = async (dataDir: string, { uploads, credits }: Acknowledgements): Promise<string[]> => {
  const faults: string[] = []
  const { db, close } = openSiteDatabase(dataDir)
  try {
    const rows = await db.execute<{ id: number; sha256: string }>(sql`select id::int, sha256 from attachment where deleted_at is null`)
    const hashes = new Map(rows.rows.map(({ id, sha256 }) => [id, sha256]))
    for (const [id, { sha256, ext }] of uploads) {
      if (hashes.get(id) !== sha256) {
        faults.push(`确认过的上传 ${id} 不见了`)
        continue
      }
      try {
        const content = readFileSync(join(dataDir, "files", sha256.slice(0, 2), `${sha256}${ext}`))
        if (createHash("sha256").update(content).digest("hex") !== sha256) faults.push(`上传 ${id} 的文件内容不对`)
      } catch {
        faults.push(`上传 ${id} 的文件不见了`)
      }
    }
    const ledger = await checkLedger(db)
    if (ledger.sum !== 0n || ledger.faults.length) faults.push(`账本合计 ${ledger.sum}，${ledger.faults.length} 处对不上`)
    const given = new Map<number, number>()
    for (const { user_id, credit } of credits) given.set(user_id, (given.get(user_id) ?? 0) + credit)
    const accounts = await db.execute<{ user_id: number; balance: number }>(
      sql`select user_id::int, balance::int from ledger_account where user_id is not null`,
    )
    const balances = new Map(accounts.rows.map(({ user_id, balance }) => [user_id, balance]))
    for (const [user_id, credit] of given)
      if ((balances.get(user_id) ?? 0) < credit) faults.push(`用户 ${user_id} 确认过 ${credit} 积分，只有 ${balances.get(user_id) ?? 0}`)
  } finally {
    await close()
  }
  return faults
}

/** Kills the site and its PostgreSQL, and removes its data. */
const destroy = async (server: Running, dataDir: string): Promise<void> => {
  const database = databaseProcesses(dataDir)
  const dead = server.kill()
  for (const pid of database) strike(pid)
  await dead
  // children of the killed processes may write for a moment
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
}

/**
 * Backs up, destroys and restores a site in use, at random moments: everything that was acknowledged before a backup began is there after
 * its restoration. Some backups are killed halfway and must not count.
 */
export const tortureBackup = async (torture: BackupTorture): Promise<Restorations> => {
  const { main, folder, admin, times, seed, clients = 4, say = () => undefined } = torture
  const random = seeded(seed)
  const backups = join(folder, "backups")
  mkdirSync(backups, { recursive: true })
  const env = { LOG_LEVEL: "warn", SAMPLES: "false", TRUSTED_PROXIES: "127.0.0.1", LAME_DUCK_SECONDS: "0" }
  const port = await freePort()
  const start = (dataDir: string) => startServer({ main, dataDir, port, env, withinMs: 90_000 })
  const done: Restorations = { times: 0, uploads: 0, credits: 0, killedBackups: 0, lostByDesign: 0, seconds: 0, violations: [] }
  const begun = Date.now()
  let { dataDir } = torture
  let server = await start(dataDir)
  let running = true
  let work: Promise<unknown> = Promise.resolve()
  try {
    for (const name of ["uploads_per_hour", "max_unfinished_uploads"]) await saveSetting(dataDir, "security", name, "0")
    const people = await Promise.all(["restored-a", "restored-b", "restored-c"].map((name) => register(server.url, name)))
    const staff = await login(server.url, admin.username, admin.password)
    const world: World = { url: server.url, random, people, staff, record: { uploads: new Map(), credits: [] } }
    work = Promise.all(Array.from({ length: clients }, () => client(world, () => running)))
    const check = async (name: string, args: string[]): Promise<boolean> => {
      const { code, text } = await runCommand(main, args)
      if (code !== 0) done.violations.push(`${name}：${text.trim().split("\n").at(-1) ?? code}`)
      return code === 0
    }
    const backupArgs = () => ["backup", "--to", backups, "--keep", "2d", "--data", dataDir]
    for (let n = 1; n <= times; n++) {
      await pause(1_000 + random.below(3_000))
      // a password that was confirmed is valid for ten minutes
      await call(world.url, "POST /user/confirm", { password: admin.password }, staff)
      if (random.below(3) === 0) {
        await runCommand(main, backupArgs(), random.below(2_500))
        done.killedBackups += 1
      }
      const before = copyOf(world.record)
      // names of backups are seconds
      await pause(1_000)
      if (!(await check("备份", backupArgs()))) break
      await pause(random.below(2_000))
      await destroy(server, dataDir)
      done.lostByDesign += world.record.uploads.size - before.uploads.size
      dataDir = join(folder, `site-${n}`)
      if (!(await check("恢复", ["restore", backups, "--data", dataDir]))) break
      for (const args of [
        ["doctor", "files", "--hash"],
        ["ledger", "check"],
        ["audit", "check"],
      ])
        await check(args.join(" "), [...args, "--data", dataDir])
      world.record = copyOf(before)
      server = await start(dataDir)
      done.violations.push(...(await faultsOfSite(dataDir, before)).map((fault) => `第 ${n} 次恢复以后：${fault}`))
      Object.assign(done, { times: n, uploads: before.uploads.size, credits: before.credits.length })
      say(`第 ${n} 次：${before.uploads.size} 个上传、${before.credits.length} 次充值都要在，${done.violations.length} 处不对`)
    }
  } finally {
    running = false
    await work
    await server.stop()
  }
  return { ...done, seconds: (Date.now() - begun) / 1000 }
}

/** Returns the result as text for a terminal. */
export const backupReport = (result: Restorations): string =>
  [
    `${Math.round(result.seconds)} 秒，毁掉、恢复 ${result.times} 次，另有 ${result.killedBackups} 次备份做到一半被杀掉`,
    `最后一次备份之前确认过 ${result.uploads} 个上传、${result.credits} 次充值；备份开始以后确认、按理恢复不了的上传一共 ${result.lostByDesign} 个`,
    ...result.violations.slice(0, 50).map((violation) => `违反  ${violation}`),
    result.violations.length ? `${result.violations.length} 处不对` : "备份以前确认过的一个不少，账平，每个文件的哈希都对",
  ].join("\n")
