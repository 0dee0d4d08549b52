import { randomUUID } from "node:crypto"
import { mkdtemp, readFile, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { beforeEach, describe, expect, test } from "vitest"
import type { StoragePort } from "./storage.port"

/** The test suite that every storage must pass. */
export const storageSuite = (name: string, make: () => Promise<StoragePort>) =>
  describe(name, () => {
    let storage: StoragePort
    beforeEach(async () => {
      storage = await make()
    })
    const content = Buffer.from("第一页\u0000\u00ff 內容")

    test("a stored file comes back byte for byte", async () => {
      await storage.put("files/ab/one.pdf", content, true)
      expect(await storage.read("files/ab/one.pdf")).toEqual(content)
      expect(await storage.size("files/ab/one.pdf")).toBe(content.length)
      const opened = await storage.open("files/ab/one.pdf")
      expect(opened?.size).toBe(content.length)
      expect(await buffer(opened!.stream)).toEqual(content)
    })

    test("a range returns exactly its bytes and the total size", async () => {
      await storage.put("files/ab/one.pdf", content, false)
      const opened = await storage.open("files/ab/one.pdf", { start: 3, end: 5 })
      expect(opened?.size).toBe(content.length)
      expect(await buffer(opened!.stream)).toEqual(content.subarray(3, 6))
    })

    test("a missing key is null, not an error", async () => {
      expect(await storage.read("files/none")).toBeNull()
      expect(await storage.open("files/none")).toBeNull()
      expect(await storage.size("files/none")).toBeNull()
      expect(await storage.onDisk("files/none")).toBeNull()
      await storage.remove("files/none")
    })

    test("takes over a file by moving it, and new content replaces the old content", async () => {
      const path = join(await mkdtemp(join(tmpdir(), "suite-")), randomUUID())
      await writeFile(path, content)
      await storage.put("files/ab/one.pdf", Buffer.from("old"), true)
      await storage.take("files/ab/one.pdf", path, true)
      expect(await storage.read("files/ab/one.pdf")).toEqual(content)
      await expect(readFile(path)).rejects.toThrow()
    })

    test("gives a program a path on disk", async () => {
      await storage.put("files/ab/one.pdf", content, false)
      const copy = await storage.onDisk("files/ab/one.pdf")
      expect(await readFile(copy!.path)).toEqual(content)
      await copy!.done()
      expect(await storage.read("files/ab/one.pdf")).toEqual(content)
    })

    test("lists and removes files by prefix", async () => {
      await storage.put("pages/ab/x/v1/1.gzip.svg", content, false)
      await storage.put("pages/ab/x/v1/2.gzip.svg", content, false)
      await storage.put("pages/ab/xy/v1/1.gzip.svg", content, false)
      const keys: string[] = []
      for await (const key of storage.list("pages/ab/x")) keys.push(key)
      expect(keys.sort()).toEqual(["pages/ab/x/v1/1.gzip.svg", "pages/ab/x/v1/2.gzip.svg"])
      await storage.removeAll("pages/ab/x")
      expect(await storage.read("pages/ab/x/v1/1.gzip.svg")).toBeNull()
      expect(await storage.read("pages/ab/xy/v1/1.gzip.svg")).toEqual(content)
    })

    test.each(["../etc/passwd", "/etc/passwd", "files/../../x", "files/a\u0000b", "", "files//x", "files/文.pdf"])(
      "the key %j is rejected [security: 5.3.2, archive-traversal]",
      async (key) => {
        await expect(async () => storage.put(key, content, false)).rejects.toThrow("unsafe")
      },
    )
  })
