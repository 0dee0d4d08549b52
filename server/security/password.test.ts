import { expect, test } from "vitest"
import { createPasswords, productionCost, productionQueue } from "./password"

test("by default a password is hashed as argon2id with 32 MiB, seven passes, one lane, at most three at once [security: 11.4.2]", async () => {
  const stored = await createPasswords().hash("correct horse 7")
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=32768,t=7,p=1\$/)
  const { running, waiting, waitMs } = productionQueue()
  expect(running).toBeGreaterThan(0)
  expect((running * productionCost.memoryCost) / 1024).toBeLessThanOrEqual(128)
  expect([waiting, waitMs]).toEqual([64, 3_000])
})

test("web processes share the hashes that run at once, down to one each, and those that wait", () => {
  const total = (processes: number, cores: number) => processes * productionQueue(processes, cores).running
  for (const cores of [1, 2, 3, 4, 8, 64]) {
    expect(total(1, cores)).toBe(Math.min(3, Math.max(1, cores - 1)))
    for (const processes of [2, 3, 4, 8]) expect(total(processes, cores)).toBeLessThanOrEqual(Math.max(3, processes))
  }
  expect(productionQueue(4, 8)).toEqual({ running: 1, waiting: 16, waitMs: 3_000 })
})

test("hashes beyond the queue are refused with 429 and Retry-After [security: password-flood]", async () => {
  const passwords = createPasswords({ memoryCost: 8_192, timeCost: 4, parallelism: 1 }, { running: 1, waiting: 2, waitMs: 3_000 })
  const replies = await Promise.allSettled(Array.from({ length: 6 }, () => passwords.verify(null, "whatever")))
  expect(replies.filter(({ status }) => status === "fulfilled")).toHaveLength(3)
  expect(replies.find(({ status }) => status === "rejected")).toMatchObject({ reason: { status: 429, retryAfter: 3 } })
})

test("while the queue is full, a login is refused before it costs anything [security: password-flood]", async () => {
  const passwords = createPasswords({ memoryCost: 8_192, timeCost: 4, parallelism: 1 }, { running: 1, waiting: 1, waitMs: 3_000 })
  passwords.requireRoom()
  const both = [passwords.verify(null, "a"), passwords.verify(null, "b")]
  expect(() => passwords.requireRoom()).toThrow(expect.objectContaining({ status: 429, retryAfter: 3 }))
  await Promise.all(both)
  passwords.requireRoom()
})

test("hashes of a former format or cost are outdated", async () => {
  const cheap = createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 })
  const former = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA"
  expect([former, "md5$salt$0123456789abcdef0123456789abcdef", await cheap.hash("x"), ""].map(cheap.isOutdated)).toEqual([
    true,
    true,
    false,
    false,
  ])
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
