import { randomBytes } from "node:crypto"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { expect, test } from "vitest"
import { createKey, openKey } from "./encryption.usecases"

const passphrase = "a passphrase of the tests"

test("a content opens with the key of its folder, and a changed byte is refused", async () => {
  const { cipher, sealedKey } = await createKey(passphrase)
  const content = randomBytes(300_000)
  const sealed = await buffer(await cipher.seal(Readable.from([content.subarray(0, 100_001), content.subarray(100_001)])))
  expect(sealed.includes(content.subarray(0, 64))).toBe(false)
  const again = await openKey(sealedKey, passphrase)
  expect((await buffer(await again.open(Readable.from([sealed])))).equals(content)).toBe(true)
  expect(again.nameOf("ab")).toBe(cipher.nameOf("ab"))
  expect(again.nameOf("ab")).toMatch(/^[0-9a-f]{64}$/)
  sealed[sealed.length - 50]! ^= 1
  const read = async () => buffer(await again.open(Readable.from([sealed])))
  await expect(read()).rejects.toThrow()
})

test("another passphrase opens no key, and a short one makes none", async () => {
  const { sealedKey } = await createKey(passphrase)
  await expect(openKey(sealedKey, `${passphrase}!`)).rejects.toThrow("口令不对")
  await expect(createKey("elf letters")).rejects.toThrow("至少要 12 个字符")
})
