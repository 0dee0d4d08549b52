import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { StartError } from "@/server/errors"
import { testApp } from "../../../../tests/setup/test-app"
import { noteRun } from "./runs.usecases"

const app = await testApp()
const { db, pool } = app.database
const noted = async (error: unknown): Promise<string> => {
  const end = await noteRun(db, "backup", "/backup")
  await end({ ok: false, error })
  return (await pool.query<{ error: string }>("select error from backup_run order by id desc limit 1")).rows[0]!.error
}

test("a failure is stored as its sentence; of a failed statement only its code, because staff read it [security: 16.2.5]", async () => {
  const secret = "hash-and-address@example.org"
  const failed: unknown = await db.execute(sql`select ${secret}::int`).catch((error: unknown) => error)
  expect(String(failed)).toContain(secret)
  expect(await noted(failed)).toBe("数据库没有完成备份的一步（22P02）")
  expect(await noted(new StartError("备份的口令不对。"))).toBe("备份的口令不对。")
  expect(await noted("2 个文件已损坏")).toBe("2 个文件已损坏")
  expect(await noted(new Error("socket hang up"))).toBe("socket hang up")
  expect(await noted(undefined)).toBe("")
})
