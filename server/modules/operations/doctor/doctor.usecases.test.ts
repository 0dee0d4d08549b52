import { chmod, cp, mkdir, mkdtemp, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, inject, test } from "vitest"
import { readingApp } from "@/tests/setup/reading"
import { migrateDatabase } from "@/server/db/migrate"
import { createFakeConverter } from "@/server/ports/converter/fake.converter"
import { orphanedProcess, unreachable } from "./doctor.usecases"
import { storedFiles } from "./files.usecases"
import { fault, fine, warning, type Finding } from "./finding.rules"
import { databaseVersion, dataFolder, freeSpace, nodeVersion, programs, visitorAddresses } from "./machine.usecases"
import { createReport } from "./report.rules"
import { objectStorage, remoteServer, searchEngine, standbyDatabase } from "./services.usecases"
import { ledger, schema, settings, webhooks } from "./site.usecases"

const folder = () => mkdtemp(join(inject("folders"), "doctor-"))
const migrations = join(import.meta.dirname, "../../../db/migrations")
const { app, read, owner } = await readingApp()
const run = (statement: string) => app.database.pool.query(statement)
const closed = "http://127.0.0.1:9"
const missing = { name: "LibreOffice", installed: false, version: "", enables: "Word 的预览", install: "apt-get install -y libreoffice" }

/** Returns a migrations folder of a later version, with one more step. */
const withOneMoreStep = async (): Promise<string> => {
  const newer = await folder()
  await cp(migrations, newer, { recursive: true })
  const path = join(newer, "meta/_journal.json")
  const journal = JSON.parse(await readFile(path, "utf8")) as { entries: { when: number; tag: string; breakpoints: boolean }[] }
  const when = Math.max(...journal.entries.map((entry) => entry.when)) + 1
  await writeFile(join(newer, "next.sql"), "select 1")
  await writeFile(path, JSON.stringify({ ...journal, entries: [...journal.entries, { when, tag: "next", breakpoints: true }] }))
  return newer
}

/** Returns a data folder whose cluster is of this major version of PostgreSQL. */
const clusterOf = async (version: string): Promise<string> => {
  const data = await folder()
  await mkdir(join(data, "postgres"))
  await writeFile(join(data, "postgres", "PG_VERSION"), `${version}\n`)
  return data
}

/** Everything that the doctor checks, broken. Each entry returns the doctor's findings. */
const broken: Record<string, () => Promise<Finding[]>> = {
  "a data folder that is not there": async () => [dataFolder(join(await folder(), "none"))],
  "a data folder that others enter": async () => {
    const open = await folder()
    await chmod(open, 0o755)
    return [dataFolder(open)]
  },
  "a database of another major version": async () => [databaseVersion(await clusterOf("16"), "17")!],
  "a full disk": async () => [freeSpace(10, 100)],
  "programs that are missing": () => programs(createFakeConverter({ capabilities: [missing] }), null),
  "a sandbox that the system forbids": () =>
    programs(createFakeConverter({ capabilities: [{ ...missing, installed: true, notice: "没有沙箱" }] }), null),
  "a proxy that is not named": async () => {
    const data = await folder()
    await writeFile(join(data, "strange-proxy"), "10.0.0.9")
    return [await visitorAddresses(data, ["10.0.0.1"])]
  },
  "an old Node with object storage": () => Promise.resolve([nodeVersion("v20.19.5", true)]),
  "a server behind the site that is silent": async () => [await remoteServer(closed, undefined)],
  "a search engine that is silent": async () => [await searchEngine(closed, "doujia")],
  "a search engine with a malformed address": async () => [await searchEngine("search.example.com:9200", "doujia")],
  "a standby that is silent": async () => [await standbyDatabase("postgres://reader@127.0.0.1:1/site", app.database.pool)],
  "a standby that is the primary itself": async () => {
    const { host, port, user, database } = inject("postgres")
    const address = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    return [await standbyDatabase(address, app.database.pool)]
  },
  "a bucket that is silent": async () => [
    await objectStorage({
      endpoint: closed,
      region: "r",
      bucket: "b",
      prefix: "",
      accessKeyId: "a",
      secretAccessKey: "s",
      pathStyle: true,
    }),
  ],
  "a database that is silent": async () => [unreachable(new Error("connect ECONNREFUSED"), "postgres://x")],
  "a database process that nobody stops": async () => [orphanedProcess(7, 7)],
  "an older schema": async () => {
    const newer = await withOneMoreStep()
    return [await schema(app.database.db, newer, () => migrateDatabase(app.database.db, newer))]
  },
  "a schema from before the baseline": async () => {
    await run("update migration set created_at = created_at - 1e15")
    const finding = await schema(app.database.db, migrations, async () => undefined)
    await run("update migration set created_at = created_at + 1e15")
    return [finding]
  },
  "settings that are empty": () => settings(app.database.db),
  "a ledger that does not fit": async () => {
    await run("alter table ledger_account disable trigger all; update ledger_account set balance = balance + 1 where user_id is not null")
    const finding = await ledger(app.database.db)
    await run("update ledger_account set balance = balance - 1 where user_id is not null; alter table ledger_account enable trigger all")
    return [finding]
  },
  "a webhook that is switched off": async () => {
    await run("insert into webhook (title, url, enable, status, error) values ('通知', 'https://example.org', false, 2, '对方回答 500')")
    return [await webhooks(app.database.db)]
  },
  "files that are missing and left over": async () => {
    await app.storage.put("files/strange", Buffer.from("x"), false)
    const { uuid } = await read.submit(owner, "体检", { pages: ["一", "二"] })
    const { sha256, version } = await read.row(uuid)
    await app.storage.remove(`pages/${sha256.slice(0, 2)}/${sha256}/v${version}/2.gzip.svg`)
    const lost = await read.row((await read.submit(owner, "不见的", { pages: ["一"] })).uuid)
    await app.storage.remove(`files/${lost.sha256.slice(0, 2)}/${lost.sha256}.txt`)
    return (await storedFiles({ db: app.database.db, storage: app.storage })).findings
  },
}

describe("npm run doctor", () => {
  test.each(Object.entries(broken))("%s: it says what to do, and what it offers to repair works afterwards", async (_, look) => {
    const findings = (await look()).filter((one) => !one.works)
    expect(findings.length).toBeGreaterThan(0)
    for (const one of findings) {
      expect(one.text.length).toBeGreaterThan(0)
      expect(!one.works && one.fix).toMatch(/\S{4}/)
      if (!one.works && one.mend) expect(await one.mend()).toMatch(/\S{2}/)
    }
  })

  test("repaired items work: folder, schema, pages, leftovers", async () => {
    const open = await folder()
    await chmod(open, 0o755)
    await createReport(true, () => undefined).add(dataFolder(open))
    expect((await stat(open)).mode & 0o777).toBe(0o700)
    const made = join(await folder(), "data")
    await createReport(true, () => undefined).add(dataFolder(made))
    expect(dataFolder(made).works).toBe(true)
    // the schema is now that of a later version, which this one must not touch
    expect(await schema(app.database.db, migrations, async () => undefined)).toMatchObject({
      works: false,
      text: expect.stringContaining("升级过") as string,
    })
    const { findings } = await storedFiles({ db: app.database.db, storage: app.storage })
    expect(findings.map(({ name }) => name)).toEqual(["缺少文件"])
    const [row] = (await app.database.pool.query("select status from document where title = '体检'")).rows as { status: number }[]
    expect(row!.status).toBe(5)
  })

  test("a database of another major version is moved by a backup and a restore, each with its command", async () => {
    const data = await clusterOf("16")
    const finding = databaseVersion(data, "17")!
    expect(finding).toMatchObject({ works: false, severe: true, text: expect.stringContaining("PostgreSQL 16") as string })
    const fix = finding.works ? "" : finding.fix
    expect(fix).toContain(`npm run backup -- --to 备份目录 --data ${data}`)
    expect(fix).toContain(`npm run restore -- 备份目录 --data ${data}-17`)
    expect(databaseVersion(data, "16")).toMatchObject({ works: true })
    expect(databaseVersion(await folder(), "17")).toBeNull()
  })

  test("programs are installed by privileged users, with the displayed command", async () => {
    const commands: string[] = []
    const [finding] = await programs(createFakeConverter({ capabilities: [missing] }), async (command) => void commands.push(command))
    await createReport(true, () => undefined).add(finding!)
    expect(commands).toEqual([missing.install])
  })

  test("nothing is repaired without request; remaining problems are counted", async () => {
    let mended = 0
    const one = fault("甲", "坏了", "修", async () => `修好了 ${++mended}`)
    const lines: string[] = []
    const looking = createReport(false, (text) => void lines.push(text))
    expect(await looking.add(fine("乙", "好的"), one, fault("丙", "坏了", "自己修"))).toBe(false)
    expect([looking.end(), mended, lines.join("\n")]).toEqual([2, 0, expect.stringContaining("其中 1 项可以自动解决")])
    expect(looking.severe()).toBe(2)
    const warned = createReport(false, () => undefined)
    await warned.add(warning("戊", "没有装", "安装"))
    expect([warned.end(), warned.severe()]).toEqual([1, 0])
    const fixing = createReport(true, () => undefined)
    await fixing.add(
      one,
      fault("丁", "坏了", "修", async () => {
        throw new Error("不行")
      }),
    )
    expect([fixing.end(), mended]).toEqual([1, 1])
  })
})
