import { describe, expect, test } from "vitest"
import type { AntivirusPort } from "./antivirus.port"

/** A harmless text that these tests treat as a virus, under the name `Doujia.Test`. */
export const testVirus = "DOUJIA-ANTIVIRUS-TEST-FILE!$H+H*"

async function* chunksOf(...texts: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}
async function* broken(): AsyncGenerator<Buffer> {
  yield Buffer.from("正文")
  throw new Error("the disk failed")
}

/** The test suite that every scanner must pass; `make` returns one that recognizes the test virus. */
export const antivirusSuite = (name: string, make: () => Promise<AntivirusPort>) =>
  describe(name, () => {
    test("clean bytes have no signature, an empty file neither", async () => {
      const scanner = await make()
      expect(await scanner.scan(chunksOf("正文", Buffer.alloc(300_000, 7)))).toEqual({ signature: null })
      expect(await scanner.scan(chunksOf())).toEqual({ signature: null })
    })

    test("a virus is named, even across two chunks", async () => {
      const scanner = await make()
      expect((await scanner.scan(chunksOf(testVirus))).signature).toContain("Doujia.Test")
      expect((await scanner.scan(chunksOf("开头", testVirus.slice(0, 9), testVirus.slice(9)))).signature).toContain("Doujia.Test")
    })

    test("many scans at once do not mix", async () => {
      const scanner = await make()
      const verdicts = await Promise.all(Array.from({ length: 12 }, (_, n) => scanner.scan(chunksOf(n % 2 ? testVirus : `正文 ${n}`))))
      expect(verdicts.map(({ signature }) => signature !== null)).toEqual(verdicts.map((_, n) => n % 2 === 1))
    })

    test("content that cannot be read is no verdict", async () => {
      const scanner = await make()
      await expect(scanner.scan(broken())).rejects.toThrow("the disk failed")
    })

    test("the version names the scanner", async () => {
      expect(await (await make()).version()).toMatch(/\S/)
    })
  })
