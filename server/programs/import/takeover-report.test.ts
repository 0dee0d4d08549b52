import { expect, test } from "vitest"
import { takeoverReport, type SourceDifference } from "./takeover-report"

test("thousands of missing files hide no refusal and no conflict, and the rest is named", () => {
  const missing = Array.from({ length: 3_000 }, (_, at): SourceDifference => ({
    table: "attachment",
    id: at + 1,
    text: `没有找到文件 /a/${at}`,
  }))
  const others: SourceDifference[] = [
    { table: "document", id: 7, text: "两边都改了 title：这里是“甲”，那边是“乙”，保留了这里的" },
    { table: "report", id: 8, text: "没有带过来：同一个人举报过了" },
  ]
  const page = takeoverReport({
    source: "old",
    dry: false,
    tables: [],
    files: { total: 3_000, present: 0, damaged: 0 },
    differences: [...missing, ...others],
    logPath: "import.txt",
    at: new Date(0),
  })
  const texts = [...page.matchAll(/<td>([^<]*)<\/td><\/tr>/g)].map(([, text]) => text)
  expect(texts.slice(0, 3)).toEqual([others[1]!.text, others[0]!.text, "没有找到文件 /a/0"])
  expect(texts).toHaveLength(2_000)
  expect(page).toContain("还有 1002 处，都在 import.txt。")
})
