import { expect, test } from "vitest"
import { createPasswords } from "./password"

test("by default a password is hashed as argon2id with 19 MiB, two passes, one lane [security: 11.4.2]", async () => {
  const stored = await createPasswords().hash("correct horse 7")
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test("a hash is verified at its stored cost, not at the current cost", async () => {
  const stored = await createPasswords().hash("correct horse 7")
  const cheap = createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 })
  expect(await cheap.hash("correct horse 7")).toContain("$m=64,t=1,p=1$")
  expect([await cheap.verify(stored, "correct horse 7"), await cheap.verify(stored, "correct horse 8")]).toEqual([true, false])
})

test("no password matches a missing account, an empty hash or a damaged hash", async () => {
  const cheap = createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 })
  for (const stored of [null, undefined, "", "$argon2id$broken", "md5$salt$"]) expect(await cheap.verify(stored, "")).toBe(false)
})
