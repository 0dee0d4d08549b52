import { execFileSync, spawn } from "node:child_process"
import { chmodSync, chownSync, mkdtempSync, rmSync } from "node:fs"
import { appendFile, cp, mkdtemp, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { sql } from "drizzle-orm"
import { Client, Pool, type PoolConfig } from "pg"
import { expect, inject, test, vi } from "vitest"
import { closeAtTheEnd } from "../../tests/setup/opened"
import { startEmbeddedDatabase } from "./embedded"
import { prepareBinaries } from "./embedded-binaries"
import { clusterArgument, databaseUser, serverEnvironment } from "./embedded-cluster"
import { examineStandby, openStandby } from "./standby"

/* A real streaming standby of a real PostgreSQL. */

const silent = () => undefined

/** Copies the running primary and starts the copy as its standby. Returns how to connect to it, and a function that kills it. */
const startStandby = async (folder: string, primary: { host: string; port: number; user: string; database: string }) => {
  const cluster = join(folder, "standby")
  const client = new Client(primary)
  await client.connect()
  await client.query("select pg_backup_start('standby', true)")
  await cp(join(folder, "postgres"), cluster, { recursive: true, filter: (path) => !basename(path).startsWith("postmaster.") })
  const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop()")
  await client.end()
  await writeFile(join(cluster, "backup_label"), rows[0]!.labelfile)
  await writeFile(join(cluster, "standby.signal"), "")
  await appendFile(
    join(cluster, "postgresql.auto.conf"),
    `primary_conninfo = 'host=${primary.host} port=${primary.port} user=${primary.user}'\n`,
  )
  const runAs = databaseUser()
  const host = mkdtempSync("/tmp/standby-")
  chmodSync(host, 0o700)
  chmodSync(cluster, 0o700)
  if (runAs) {
    chownSync(host, runAs.uid, runAs.gid)
    execFileSync("chown", ["-R", `${runAs.uid}:${runAs.gid}`, cluster])
  }
  const settings = { listen_addresses: "", unix_socket_directories: host, port: primary.port }
  const { postgres } = prepareBinaries(folder, runAs)
  const child = spawn(
    postgres,
    ["-D", clusterArgument(cluster, runAs), ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...runAs, cwd: cluster, env: serverEnvironment, stdio: "ignore" },
  )
  const ended = new Promise<void>((done) => child.on("exit", () => done()))
  const kill = async () => {
    child.kill("SIGKILL")
    await ended
  }
  closeAtTheEnd(async () => {
    await kill()
    rmSync(host, { recursive: true, force: true })
  })
  const connection: PoolConfig = { ...primary, host }
  const accepts = () => {
    const probe = new Client(connection)
    probe.on("error", silent)
    return probe.connect().then(
      () => probe.end().then(() => true),
      () => false,
    )
  }
  await vi.waitUntil(accepts, { timeout: 60_000, interval: 50 })
  return { connection, kill }
}

test("a standby is read once it has applied the last change, and never when it is late, read-only or dead", async () => {
  const folder = await mkdtemp(join(inject("folders"), "standby-"))
  const database = await startEmbeddedDatabase({ dataDir: folder, log: silent })
  closeAtTheEnd(() => database.stop())
  const primary = new Pool(database.connection)
  primary.on("error", silent)
  closeAtTheEnd(() => primary.end())
  await primary.query("create table item (id integer)")
  const { connection, kill } = await startStandby(folder, database.connection)
  const errors: unknown[] = []
  const standby = openStandby(connection, (error) => void errors.push(error))
  closeAtTheEnd(() => standby.close())
  const count = async () => Number((await standby.db.execute<{ n: string }>(sql`select count(*) as n from item`)).rows[0]!.n)
  const source = () =>
    standby.read(
      async () => "standby",
      async () => "primary",
    )
  const isRead = () => vi.waitUntil(async () => (await source()) === "standby", { timeout: 60_000, interval: 5 })

  expect(await source()).toBe("primary")
  standby.follow(primary)
  await isRead()
  expect(await examineStandby(connection, primary)).toBe(0)

  for (let n = 1; n <= 20; n++) {
    await primary.query("insert into item values ($1)", [n])
    standby.behind()
    expect(await source()).toBe("primary")
    await isRead()
    expect(await count()).toBe(n)
  }

  const admin = new Pool({ ...connection, max: 1 })
  admin.on("error", silent)
  closeAtTheEnd(() => admin.end())
  await admin.query("select pg_wal_replay_pause()")
  await primary.query("insert into item values (21)")
  standby.behind()
  await pause(500)
  expect(await source()).toBe("primary")
  await admin.query("select pg_wal_replay_resume()")
  await isRead()
  expect(await count()).toBe(21)
  expect(errors).toEqual([])

  const write = () => standby.db.execute(sql`insert into item values (0)`).then(() => "standby")
  expect(await standby.read(write, async () => "primary")).toBe("primary")
  expect(errors).toHaveLength(1)

  await kill()
  expect(
    await standby.read(
      () => count().then(() => "standby"),
      async () => "primary",
    ),
  ).toBe("primary")
  expect(await source()).toBe("primary")
  expect(errors).toHaveLength(2)
}, 120_000)

test("a primary, or a standby of another database, is not read", async () => {
  const connection = { ...inject("postgres"), database: "postgres" }
  const other = new Pool(inject("postgres"))
  closeAtTheEnd(() => other.end())
  await expect(examineStandby(connection, other)).rejects.toThrow("not a standby of this database")
  await expect(examineStandby(inject("postgres"), other)).rejects.toThrow("not a standby")
})
