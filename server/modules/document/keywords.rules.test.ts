import { expect, test } from "vitest"
import { keywordsOf } from "./keywords.rules"

test("Chinese and Latin words, best first, without words that say nothing", async () => {
  const words = await keywordsOf(
    "豆架文库使用手册。PostgreSQL 数据库负责保存文档，用户可以上传文档。and the PostgreSQL is used by the 文库。第 12 页 2024 年。".repeat(
      5,
    ),
  )
  expect(words).toContain("PostgreSQL")
  expect(words).toContain("文库")
  for (const word of ["可以", "the", "and", "2024", "12"]) expect(words).not.toContain(word)
  expect(words.length).toBeLessThanOrEqual(10)
})

test("nothing from nothing; never a comma inside, never the same word in two cases", async () => {
  expect(await keywordsOf("  \n")).toEqual([])
  const words = await keywordsOf("Redis,REDIS，redis 缓存,缓存")
  expect(words.filter((word) => word.toLowerCase() === "redis")).toHaveLength(1)
  expect(words.join("")).not.toMatch(/[,，]/)
})
