import { beforeAll, describe, expect, test, vi } from "vitest"
import { createCtx } from "@/server/context"
import { readEnv } from "@/server/env"
import { saveSettings } from "../../site/settings/settings.usecases"
import { testApp, type TestApp } from "../../../../tests/setup/test-app"
import { startBackupJob } from "./backup.jobs"
import { backupPlan, planOf } from "./plan.usecases"

const clock = { now: new Date("2026-11-30T20:40:00Z") }
const variables = readEnv({})
let app: TestApp
beforeAll(async () => {
  app = await testApp({ now: () => clock.now, backups: { program: "/nowhere", variables } })
})
const start = async () => {
  const enqueue = vi.fn(async () => undefined)
  await startBackupJob.run({ ...createCtx(app), enqueue }, {}, new AbortController().signal)
  return enqueue.mock.calls.length
}

describe("the automatic backup", () => {
  test("starts in the hour of the settings, in Beijing, and only with a target", async () => {
    expect(await backupPlan(app)).toBe(null)
    expect(await start()).toBe(0)
    await saveSettings(createCtx(app), "backup", { to: "/backup", hour: 4 })
    expect(await start()).toBe(1)
    clock.now = new Date("2026-11-30T04:40:00Z")
    expect(await start()).toBe(0)
  })

  test("is the one of the environment if BACKUP_TO is set, and a passphrase there encrypts both", async () => {
    await saveSettings(createCtx(app), "backup", { to: "s3://bucket/a", s3_access_key: "id", s3_secret_key: "key", encrypt: false })
    expect(await backupPlan(app)).toMatchObject({
      to: "s3://bucket/a",
      encrypt: false,
      access: { accessKeyId: "id", secretAccessKey: "key", allowed: variables.OUTGOING_ALLOW },
    })
    const settings = { to: "/a", hour: 5, keep: "1d", encrypt: false, passphrase: "", s3_endpoint: "", s3_region: "", s3_path_style: false }
    const all = { ...settings, s3_access_key: "", s3_secret_key: "" }
    const here = { ...variables, BACKUP_TO: "/b", BACKUP_PASSPHRASE: "a passphrase" }
    expect(planOf(here, all)).toMatchObject({ to: "/b", keep: "7d,4w,12m", hour: 3, encrypt: true, passphrase: "a passphrase" })
    expect(planOf(here, all)!.access.allowed, "the environment names the endpoint").toBeUndefined()
    expect(planOf({ ...variables, BACKUP_PASSPHRASE: "a passphrase" }, all)).toMatchObject({ to: "/a", encrypt: true })
    expect(planOf(variables, all)).toMatchObject({ to: "/a", encrypt: false, hour: 5, keep: "1d" })
  })
})
