import { gzipSync } from "node:zlib"
import { afterAll, describe, expect, test } from "vitest"
import type { StoredPage, StoredRun, StructurePort } from "./structure.port"

const pageOf = (page: number, runs: readonly StoredRun[] | null): StoredPage => ({
  page,
  width: 595,
  height: 842,
  links: [],
  words: runs && gzipSync(JSON.stringify(runs)),
})
const prose = (page: number): StoredRun[] => [
  ["注意事项", 72, 100, 64, 18, 1, 16],
  [`数据库负责保存文档，倒排索引让检索很快，事务保证第 ${page} 份数据一致，`, 72, 300, 420, 14, 0, 12],
  ["这是它的第二行，可以排中文的书籍与论文。", 72, 320, 300, 14, 0, 12],
]
const whole = { from: 1, to: 9, outline: [] }

/** The test suite that the adapter and the fake must pass. */
export const structureSuite = (title: string, structure: StructurePort): void => {
  describe(title, () => {
    afterAll(() => structure.close())

    test("headings and paragraphs of a stored page come back in reading order", async () => {
      const [page] = await structure.analyse({ ...whole, pages: [pageOf(1, prose(1))] })
      expect(page!.blocks.map(({ kind }) => kind)).toEqual(["heading", "paragraph"])
      expect(page!.blocks[1]!.text).toMatch(/^数据库.*第 1 份数据一致，这是它的第二行，可以排中文的书籍与论文。$/)
    })

    test("only the requested pages are returned", async () => {
      const pages = [1, 2, 3, 4].map((page) => pageOf(page, prose(page)))
      const structured = await structure.analyse({ ...whole, pages, from: 2, to: 3 })
      expect(structured.map(({ page }) => page)).toEqual([2, 3])
    })

    test("a page without a text layer has no blocks", async () => {
      expect(await structure.analyse({ ...whole, pages: [pageOf(1, null)] })).toEqual([{ page: 1, blocks: [] }])
    })

    test("an unreadable text layer fails its own task only", async () => {
      const broken = { ...pageOf(1, null), words: Buffer.from("not gzip") }
      const tasks = await Promise.allSettled([
        structure.analyse({ ...whole, pages: [pageOf(1, prose(1))] }),
        structure.analyse({ ...whole, pages: [broken] }),
        structure.analyse({ ...whole, pages: [pageOf(1, prose(1))] }),
      ])
      expect(tasks.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"])
    })
  })
}
