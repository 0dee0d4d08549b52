import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { beforeAll, describe, expect, test } from "vitest"
import type { Right } from "@/lib/contract/types"
import { releaseNotes } from "@/server/modules/operations/host/release.rules"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { createFakeConverter } from "@/server/ports/converter/fake.converter"
import { createCtx } from "@/server/context"
import { staffWith } from "../../setup/staff"
import { testApp, until, type TestUser, type TestApp } from "../../setup/test-app"

/* Access and withdrawn permissions are tested for every call in contract.test.ts. */

let app: TestApp
let reader: TestUser
const apt = "apt-get install -y --no-install-recommends"
beforeAll(async () => {
  app = await testApp({
    version: "1.2.0",
    changelog: "# 更新日志\n\n## 1.2.0 - 2026-11-20\n\n- 后台更快\n\n## 1.1.0\n\n- 旧的\n",
    converter: createFakeConverter({
      capabilities: [
        { name: "LibreOffice", installed: true, version: "24.2", enables: "Office 文档", install: `${apt} libreoffice` },
        { name: "bubblewrap", installed: false, version: "", enables: "沙箱", install: `${apt} bubblewrap`, notice: "没有沙箱" },
      ],
    }),
  })
  reader = await app.person()
})
const staff = (...rights: Right[]) => staffWith(app, ...rights)
const refused = (status: number) => ({ ok: false, status })

describe("the programs that the site uses", () => {
  test("are listed with their fix, for users with the permission; other users get an empty list", async () => {
    for (const as of [undefined, reader, await staff("ConfigAPI/GetDeviceInfo")])
      expect(await app.call("GET /envs", {}, as)).toEqual({ ok: true, status: 200, data: { envs: [] } })
    const clerk = await staff("ConfigAPI/GetEnvs")
    const reply = await app.call("GET /envs", { extra: "x" }, clerk)
    if (!reply.ok) throw new Error(reply.message)
    expect(reply.data.envs).toMatchObject([
      { name: "Node.js", version: process.version, is_installed: true, is_required: true },
      { name: "PostgreSQL", version: expect.stringMatching(/^\d+/) as string, is_required: true },
      { name: "LibreOffice", version: "24.2", is_installed: true, is_required: false, error: "", install: "" },
      { name: "bubblewrap", is_installed: false, is_required: false, error: "没有沙箱", install: `${apt} bubblewrap` },
    ])
  })

  test("the sandbox is listed as required if nothing is parsed without it", async () => {
    await saveSettings(createCtx(app), "converter", { sandbox_required: true })
    const required = await until(async () => {
      const reply = await app.call("GET /envs", {}, await app.admin())
      const names = reply.ok ? reply.data.envs.filter((one) => one.is_required).map(({ name }) => name) : []
      return names.length > 2 && names
    })
    expect(required).toEqual(["Node.js", "PostgreSQL", "bubblewrap"])
  })
})

describe("the machine", () => {
  test("is measured for users with the permission, without paths or names", async () => {
    expect(await app.call("GET /device")).toMatchObject(refused(401))
    expect(await app.call("GET /device", {}, reader)).toMatchObject(refused(403))
    const reply = await app.call("GET /device", {}, await staff("ConfigAPI/GetDeviceInfo"))
    if (!reply.ok) throw new Error(reply.message)
    const { cpu, memory, disk } = reply.data
    expect(cpu.cores).toBeGreaterThan(0)
    for (const { percent } of [cpu, memory, ...disk]) {
      expect(percent).toBeGreaterThanOrEqual(0)
      expect(percent).toBeLessThanOrEqual(100)
    }
    expect(memory.used + memory.available).toBe(memory.total)
    expect(disk).toHaveLength(1)
    expect(disk[0]!.total).toBeGreaterThanOrEqual(disk[0]!.used + disk[0]!.free)
    expect(JSON.stringify(reply.data)).not.toContain(app.dataDir)
  })

  test("no licence limits anything, and PostgreSQL has no mode to set", async () => {
    for (const [key, right] of [
      ["GET /license", "ConfigAPI/GetLicense"],
      ["PUT /sqlmode", "ConfigAPI/SetSQLMode"],
    ] as const) {
      expect(await app.call(key)).toMatchObject(refused(401))
      expect(await app.call(key, {}, reader)).toMatchObject(refused(403))
      expect(await app.call(key, {}, await staff(right))).toMatchObject({ ok: true })
    }
    expect(await app.call("GET /license", {}, await app.admin())).toMatchObject({
      data: { type: 1, name: "Apache-2.0", max_docs: 0, max_articles: 0, max_users: 0, expired_at: "9999-12-31T00:00:00Z" },
    })
    expect(await app.call("PUT /sqlmode", {}, await app.admin())).toMatchObject({
      data: { message: "数据库是 PostgreSQL，没有需要修改的模式" },
    })
  })
})

describe("the version", () => {
  const release = {
    tag_name: "1.2.0",
    current: "1.2.0",
    name: "豆架 1.2.0",
    body: "- 后台更快",
    release_at: "2026-11-20",
    source: "none",
    ignore: "",
  }

  test("is returned with its news; the check for a newer one returns the same", async () => {
    for (const [key, right] of [
      ["GET /release", "ConfigAPI/GetLatestRelease"],
      ["POST /release", "ConfigAPI/RefreshLatestRelease"],
    ] as const) {
      expect(await app.call(key)).toMatchObject(refused(401))
      expect(await app.call(key, {}, reader)).toMatchObject(refused(403))
      expect(await app.call(key, {}, await staff(right))).toEqual({ ok: true, status: 200, data: release })
    }
  })

  test("a source and a version to ignore are stored, and change no settings", async () => {
    const clerk = await staff("ConfigAPI/SetReleaseSource", "ConfigAPI/IgnoreRelease")
    for (const [key, input, wrong] of [
      ["PUT /release/source", { source: "gitee" }, { source: "elsewhere" }],
      ["PUT /release/ignore", { tag_name: "1.3.0" }, { tag_name: "长".repeat(65) }],
    ] as const) {
      expect(await app.call(key, input)).toMatchObject(refused(401))
      expect(await app.call(key, input, reader)).toMatchObject(refused(403))
      expect(await app.call(key, wrong, clerk)).toMatchObject(refused(400))
      expect(await app.call(key, input, clerk)).toMatchObject({ ok: true, data: {} })
    }
    const readRelease = async () => app.call("GET /release", {}, await app.admin())
    expect(await readRelease()).toMatchObject({ data: { ...release, source: "gitee", ignore: "1.3.0" } })
    // the alternative name of the same field, and how to undo it
    await app.call("PUT /release/ignore", { release: "1.4.0" }, clerk)
    expect(await readRelease()).toMatchObject({ data: { ignore: "1.4.0" } })
    await app.call("PUT /release/ignore", {}, clerk)
    expect(await readRelease()).toMatchObject({ data: { ignore: "" } })
    const rows = await app.call("GET /config/list", { category: ["release", "internal"] }, await app.admin())
    expect(rows).toMatchObject({ data: { config: [] } })
    const change = { config: [{ category: "release", name: "source", value: "none" }] }
    expect(await app.call("PUT /config", change, await app.admin())).toMatchObject(refused(403))
  })

  test("the shipped change log names this version", async () => {
    const root = join(import.meta.dirname, "../../..")
    const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string }
    expect(releaseNotes(await readFile(join(root, "CHANGELOG.md"), "utf8"), version).body).not.toBe("")
  })
})
