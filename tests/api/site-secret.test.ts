import { randomBytes } from "node:crypto"
import { beforeAll, expect, test } from "vitest"
import { requireSiteSecret } from "@/server/modules/operations/maintenance/site-secret.usecases"
import { testApp, type TestApp } from "../setup/test-app"

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await app.database.pool.query("delete from site_secret")
})
const [first, second] = [randomBytes(48), randomBytes(48)]
const require = (secret: Buffer, replaced = false) => requireSiteSecret(app.database.db, secret, replaced)

test("the first secret is recorded; a process with another one is refused in a sentence, and changes nothing [security: one-secret]", async () => {
  // several processes of a new site start at once
  expect(await Promise.all([require(first), require(first), require(first)])).toEqual([false, false, false])
  await expect(require(second)).rejects.toThrow(/另一个密钥.*JWT_SECRET.*JWT_SECRET_REPLACED=true/)
  expect(await require(first)).toBe(false)
})

test("an operator may say that the secret was replaced; from then on the old one is refused", async () => {
  expect(await require(second, true)).toBe(true)
  expect(await require(second)).toBe(false)
  await expect(require(first)).rejects.toThrow("另一个密钥")
})

test("the database does not hold the secret", async () => {
  const { rows } = await app.database.pool.query("select * from site_secret")
  expect(rows).toHaveLength(1)
  for (const form of ["hex", "base64", "base64url", "utf8"] as const)
    expect(JSON.stringify(rows)).not.toContain(second.toString(form).slice(0, 20))
})
