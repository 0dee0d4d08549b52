import { randomBytes } from "node:crypto"
import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { readPostmasterFile } from "../../server/db/embedded-orphans"
import { databaseUrl } from "../../server/wire/cluster"
import { send } from "./support/client"
import { query } from "./support/database"
import { ownServer } from "./support/own-server"
import { newDataFolder, siteFails, startSite } from "./support/server"

/*
 * What a second machine says that was set up wrongly: with another secret, or with a data folder of its own and no bucket. The first one with
 * an address of the database records its folder, so the order of the tests matters.
 */

const { server, build, data } = ownServer({ SAMPLES: "false" })
const sharedDatabase = () => {
  const { socketDir, port } = readPostmasterFile(join(data().path, "postgres"))!
  return { SAMPLES: "false", PROCESS_MODE: "web", DATABASE_URL: databaseUrl({ host: socketDir, port, user: "doujia", database: "doujia" }) }
}
const fingerprint = () => query(data().path, "select fingerprint from site_secret")

test("a machine with another secret exits with 1 and a sentence, and changes nothing", async () => {
  const other = await newDataFolder()
  try {
    const before = await fingerprint()
    expect(before).toHaveLength(1)
    const secrets: Record<string, string>[] = [{}, { JWT_SECRET: randomBytes(32).toString("hex") }]
    for (const secret of secrets) {
      const { code, output } = await siteFails({ main: build().main, dataDir: other.path, env: { ...sharedDatabase(), ...secret } })
      expect(code).toBe(1)
      const sentence = output.trim().split("\n").at(-1)!
      expect(sentence).toMatch(/^这个数据库属于另一个密钥：.*JWT_SECRET.*。$/)
      // the secret itself appears nowhere
      expect(output).not.toMatch(/[0-9a-f]{64}/)
    }
    expect(await fingerprint()).toEqual(before)
    expect((await send(`${server().url}/readyz`)).status).toBe(200)
  } finally {
    await other.remove()
  }
})

test("a machine with the same folder says nothing", async () => {
  const second = await startSite({ main: build().main, dataDir: data().path, env: sharedDatabase() })
  try {
    expect(second.output()).not.toContain("不是同一个")
  } finally {
    await second.stop()
  }
})

test("a machine with a data folder of its own starts, and its log says that files are not shared", async () => {
  const other = await newDataFolder()
  copyFileSync(join(data().path, "secret"), join(other.path, "secret"))
  const second = await startSite({ main: build().main, dataDir: other.path, env: sharedDatabase() })
  try {
    const line = second
      .output()
      .split("\n")
      .find((text) => text.includes("数据目录和正在运行的其他进程不是同一个"))
    expect(JSON.parse(line ?? "{}")).toMatchObject({
      level: 50,
      dataDir: other.path,
      msg: expect.stringContaining("docs/storage.md") as string,
    })
    expect((await send(`${second.url}/readyz`)).status).toBe(200)
  } finally {
    await second.stop()
    await other.remove()
  }
})
