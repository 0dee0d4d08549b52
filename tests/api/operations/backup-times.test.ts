import { expect, test } from "vitest"
import { backupRunTable } from "@/server/modules/operations/backup/backup-run.table"
import { testApp } from "../../setup/test-app"

test("staff see when the newest backup and the newest proof ended, failed ones apart; others see neither", async () => {
  const app = await testApp()
  const admin = await app.admin()
  expect(await app.call("GET /stats", {}, admin)).toMatchObject({ data: { backup_at: null, backup_proven_at: null } })
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 29, hour))
  await app.database.db.insert(backupRunTable).values([
    { kind: "backup", target: "/b", ok: true, ended_at: at(3) },
    { kind: "backup", target: "/b", ok: true, ended_at: at(4) },
    { kind: "backup", target: "/b", ok: false, ended_at: at(5) },
    { kind: "verify", target: "/b", ok: true, ended_at: at(2) },
    { kind: "verify", target: "/b", ok: true },
  ])
  expect(await app.call("GET /stats", {}, admin)).toMatchObject({
    data: { backup_at: "2026-11-29T04:00:00.000Z", backup_proven_at: "2026-11-29T02:00:00.000Z" },
  })
  for (const as of [undefined, await app.person()])
    expect(await app.call("GET /stats", {}, as)).toMatchObject({ data: { backup_at: null, backup_proven_at: null } })
})
