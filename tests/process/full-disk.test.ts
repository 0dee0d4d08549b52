import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { isAlive, signal } from "../../scripts/lib/processes.mjs"
import type { Running } from "../../scripts/lib/server.mjs"
import { copyTestData, type Admin } from "../../scripts/lib/test-data.mjs"
import { makeTestFolder } from "../../scripts/lib/test-folder.mjs"
import { patience } from "../setup/patience"
import { takeBuild, type Build } from "./support/build"
import { call, login, register, send, upload, type ClientUser } from "./support/client"
import { query, saveSetting } from "./support/database"
import { databaseProcesses } from "./support/processes"
import { startSite } from "./support/server"

/* A data folder on a small file system, which is filled. An empty site with the log of its database has 70 MB. */

const folder = makeTestFolder("full")
const mounted = (() => {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=160m,mode=700", "tmpfs", folder], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()
const dataDir = join(folder, "data")
const filler = join(folder, "filler")
const megabyte = 1024 * 1024
const free = () => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
/** Leaves `left` bytes free. */
const fill = (left: number) => {
  const size = free() - left
  for (let n = 0; size > 0 && n * megabyte < size; n++)
    writeFileSync(`${filler}-${n}`, Buffer.alloc(Math.min(megabyte, size - n * megabyte), 1))
}
const fillAll = () => {
  for (let n = 0; n < 20_000 && free() > 0; n++)
    try {
      writeFileSync(`${filler}-last-${n}`, Buffer.alloc(Math.min(64 * 1024, free()), 1))
    } catch {
      return
    }
}
const clear = () => execFileSync("sh", ["-c", `rm -f ${filler}-*`])

let build: Build
let admin: Admin
let server: Running
let person: ClientUser

afterAll(async () => {
  clear()
  await server?.stop()
  await build?.remove()
  if (mounted) execFileSync("umount", ["-l", folder])
  rmSync(folder, { recursive: true, force: true })
})

/** Checks whether this process has the capability of Linux to mount (CAP_SYS_ADMIN, bit 21). */
const mayMount = () => {
  const [, effective = "0"] = /^CapEff:\t([0-9a-f]+)$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? []
  return ((BigInt(`0x${effective}`) >> 21n) & 1n) === 1n
}

if (!mounted)
  test("a machine without a small disk does not allow its processes to mount one", () => {
    expect(mayMount(), "mount failed although it is permitted").toBe(false)
  })
else
  describe("a full disk", () => {
    beforeAll(async () => {
      build = await takeBuild()
      mkdirSync(dataDir)
      admin = await copyTestData("empty", dataDir)
      server = await startSite({ main: build.main, dataDir, env: { SAMPLES: "false", PAGE_CACHE_DISK_MB: "0" } })
      await saveSetting(dataDir, "security", "free_space_reserve", "30")
      person = await register(server.url, "filler")
    })

    test("below the reserve every change is answered with 507 and a sentence, reading goes on, and staff can still log in and change settings", async () => {
      fill(25 * megabyte)
      await new Promise((done) => setTimeout(done, 1_100))
      const refused = { status: 507, json: { message: "服务器剩余空间不足，现在只能浏览和下载，不能提交内容，请稍后再试或联系管理员" } }
      expect(await call(server.url, "PUT /user/profile", { id: person.id, username: "filler", signature: "写一句" }, person)).toMatchObject(
        refused,
      )
      expect(await call(server.url, "POST /report", { document_id: 1, reason: 1 }, person)).toMatchObject(refused)
      expect(await call(server.url, "POST /user/register", {})).toMatchObject(refused)
      expect((await upload(server.url, person, "文.txt", "内容")).status).toBe(507)
      for (const path of ["/", "/category", "/api/v1/document/list", "/readyz"])
        expect((await send(`${server.url}${path}`)).status).toBe(200)
      const staff = await login(server.url, admin.username, admin.password)
      expect((await call(server.url, "PUT /config", { config: [] }, staff)).status).toBe(200)
    })

    test("with no byte left the process stays, nothing answers 500, and the database comes back by itself when there is space", async () => {
      fillAll()
      const statuses = new Set<number>()
      for (let n = 0; n < 10; n++) {
        for (const reply of await Promise.all([
          send(`${server.url}/api/v1/document/list?page=${n}`),
          call(server.url, "POST /user/login", { username: "filler", password: "correct horse 7" }),
          upload(server.url, person, "文.txt", "内容"),
          send(`${server.url}/category?page=${n}`),
        ]))
          statuses.add(reply.status)
      }
      expect([...statuses].filter((status) => status >= 500 && ![503, 507].includes(status))).toEqual([])
      for (const pid of databaseProcesses(dataDir)) signal(pid, "SIGKILL")
      await new Promise((done) => setTimeout(done, 8_000))
      expect(isAlive(server.pid)).toBe(true)
      expect((await send(`${server.url}/healthz`)).status).toBe(200)
      clear()
      await expect.poll(async () => (await send(`${server.url}/readyz`)).status, { timeout: 60_000 * patience }).toBe(200)
      await expect
        .poll(
          async () =>
            (await call(server.url, "PUT /user/profile", { id: person.id, username: "filler", signature: "又能写了" }, person)).status,
          {
            timeout: 20_000 * patience,
          },
        )
        .toBe(200)
      expect(await query(dataDir, "select signature from \"user\" where username = 'filler'")).toEqual([{ signature: "又能写了" }])
    })
  })
