import { expect, test } from "vitest"
import { keywordsOf } from "./keywords.rules"

test("keywords are Chinese and Latin words, best first, without stop words", async () => {
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

test("code quoted by a Chinese text is no keyword, a name in Latin letters is", async () => {
  const text = "用 LaTeX 排版中文文档，先学宏包的命令。set new map exp int Npn reset zhnum 宏包的命令在 LaTeX 文档里定义。".repeat(8)
  const words = await keywordsOf(text)
  expect(words).toContain("LaTeX")
  for (const word of ["set", "new", "map", "exp", "int", "Npn", "reset", "zhnum"]) expect(words).not.toContain(word)
  expect(await keywordsOf("Install the compiler and reset the cache of the compiler.")).toContain("compiler")
})

test("an empty text has no keywords; a keyword contains no comma and occurs in one case only", async () => {
  expect(await keywordsOf("  \n")).toEqual([])
  const words = await keywordsOf("Redis,REDIS，redis 缓存,缓存")
  expect(words.filter((word) => word.toLowerCase() === "redis")).toHaveLength(1)
  expect(words.join("")).not.toMatch(/[,，]/)
})
