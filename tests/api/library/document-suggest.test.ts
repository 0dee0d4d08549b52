import { createHash } from "node:crypto"
import { describe, expect, test } from "vitest"
import { detectLanguage } from "@/server/modules/library/language/detection.rules"
import { headingOf, isMeaninglessTitle, titleOfName } from "@/server/modules/library/instant-upload/suggestion.rules"
import { readingApp } from "../../setup/reading"
import type { TestUser } from "../../setup/test-app"

const { app, read, owner, other } = await readingApp()
const suggest = async (attachment_id: number, as: TestUser) => {
  const reply = await app.call("GET /document/suggest", { attachment_id }, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}
/** Uploads the same file again, as this user. */
const again = async (uuid: string, as: TestUser, name: string) => {
  const { sha256, ext } = await read.row(uuid)
  return app.file(as, name, (await app.storage.read(`files/${sha256.slice(0, 2)}/${sha256}${ext}`))!)
}

describe("suggestions for a file", () => {
  test("come from its name if its content has never been converted", async () => {
    const id = await app.file(other, "2024年_高考数学真题（全国卷）(1).txt", "没有转换过的内容 " + Math.random())
    const suggestion = await suggest(id, other)
    expect(suggestion).toMatchObject({ title: "2024年 高考数学真题（全国卷）", language: "zh-CN", description: "", duplicates: [] })
    expect(suggestion.keywords).toContain("高考")
  })

  test("come from converted content: a heading for a meaningless name, keywords, description", async () => {
    const { uuid } = await read.submit(owner, "教程", {
      pages: ["PostgreSQL 性能调优\n索引与事务是数据库的核心。索引让检索很快，索引也要维护。"],
      outline: [{ title: "PostgreSQL 性能调优", page: 1, level: 1 }],
    })
    const suggestion = await suggest(await again(uuid, other, "新建 文本文档 (2).txt"), other)
    expect(suggestion.title).toBe("PostgreSQL 性能调优")
    expect(suggestion.keywords).toContain("索引")
    expect(suggestion.description).toContain("索引与事务")
    expect((await suggest(await again(uuid, other, "我取的名字.txt"), other)).title).toBe("我取的名字")
  })

  test("are made only for own files", async () => {
    const id = await app.file(owner)
    expect(await app.call("GET /document/suggest", { attachment_id: id }, other)).toMatchObject({ ok: false, status: 404 })
  })

  test("never name a language that the site does not offer", async () => {
    await app.database.pool.query("update language set enable = false where code = 'en'")
    expect((await suggest(await app.file(other, "the name of the file.txt"), other)).language).toBe("")
    await app.database.pool.query("update language set enable = true where code = 'en'")
    expect((await suggest(await app.file(other, "the name of the file.txt"), other)).language).toBe("en")
  })

  test("do not take a Chinese Markdown file for English, neither by its name nor by its code", async () => {
    expect((await suggest(await app.file(other, "deploy-notes.md", "# 部署说明"), other)).language).toBe("")
    const code = "docker compose up --build --detach web database cache worker\n".repeat(12)
    const { uuid } = await read.submit(owner, "部署", { pages: [`部署说明\n先装好依赖，再运行下面的命令。\n${code}出错时看日志。`] })
    expect((await suggest(await again(uuid, other, "deploy-notes.md"), other)).language).toBe("zh-CN")
  })
})

describe("duplicate documents", () => {
  const paragraph = (n: number) =>
    `第${n}条 甲乙双方就${String.fromCodePoint(0x5100 + n * 41)}${String.fromCodePoint(0x6100 + n * 29)}的交付、验收、保密与违约责任达成一致，自签字之日起生效，未尽事宜另行协商。`
  const contract = Array.from({ length: 60 }, (_, n) => paragraph(n))

  test("have the same content or nearly the same text, as far as they are visible to the user", async () => {
    const first = await read.submit(owner, "合同原稿", { pages: [contract.join("\n")] })
    const near = await read.submit(owner, "合同改稿", { pages: [contract.toSpliced(7, 1, "这一条重新写过了。").join("\n")] })
    const unlike = await read.submit(owner, "游记", {
      pages: [
        Array.from(
          { length: 60 },
          (_, n) =>
            `春天的${String.fromCodePoint(0x7300 + n * 23)}山上开满了${String.fromCodePoint(0x8300 + n * 19)}花，我们沿着小河一直走到日落。`,
        ).join("\n"),
      ],
    })
    const attachment = await again(first.uuid, other, "合同.txt")
    const duplicates = (await suggest(attachment, other)).duplicates
    expect(duplicates.map(({ title, own: isOwn, username }) => [title, isOwn, username])).toEqual([
      ["合同原稿", false, owner.username],
      ["合同改稿", false, owner.username],
    ])
    expect(duplicates[0]!.likeness).toBe(1)
    expect(duplicates[1]!.likeness).toBeGreaterThan(0.6)
    expect(duplicates[1]!.likeness).toBeLessThan(1)
    expect(duplicates.map(({ uuid }) => uuid)).not.toContain(unlike.uuid)
    await read.change(near.uuid, "status = 6")
    expect((await suggest(attachment, other)).duplicates.map(({ title }) => title)).toEqual(["合同原稿"])
    expect(
      (await suggest(await again(first.uuid, owner, "合同.txt"), owner)).duplicates.map(({ title, own: isOwn }) => [title, isOwn]),
    ).toEqual([
      ["合同原稿", true],
      ["合同改稿", true],
    ])
    await app.call("DELETE /document", { id: [first.id] }, owner)
    expect((await suggest(attachment, other)).duplicates).toEqual([])
  })

  test("GET /document/exist knows public, readable documents by their MD5, and no others", async () => {
    const title = "存在的"
    const { uuid } = await read.submit(owner, title, { pages: ["一"] })
    const { sha256, ext } = await read.row(uuid)
    const hash = createHash("md5")
      .update((await app.storage.read(`files/${sha256.slice(0, 2)}/${sha256}${ext}`))!)
      .digest("hex")
    expect(await app.call("GET /document/exist", { hash }, other)).toMatchObject({ ok: true, data: { uuid, title } })
    expect(await app.call("GET /document/exist", { hash: hash.toUpperCase() }, other)).toMatchObject({ ok: true, data: { uuid } })
    expect(await app.call("GET /document/exist", { hash: "0".repeat(32) }, other)).toMatchObject({ ok: false, status: 404 })
    for (const status of [0, 3, 4, 6, 7]) {
      await read.change(uuid, `status = ${status}, convert_reason = 'need_office'`)
      expect(await app.call("GET /document/exist", { hash }, owner), String(status)).toMatchObject({ ok: false, status: 404 })
    }
    await read.change(uuid, "status = 5, convert_reason = 'need_office'")
    expect(await app.call("GET /document/exist", { hash }, other)).toMatchObject({ ok: true })
  })
})

describe("names, headings and languages", () => {
  test.each([
    ["年度总结_最终版 - 副本.docx", "年度总结 最终版"],
    ["report+final(3).pdf", "report final"],
    ["第1.2版.txt", "第1.2版"],
  ])("%s", (name, title) => expect(titleOfName(name)).toBe(title))

  test.each(["新建 Microsoft Word 文档", "未命名 (2)", "IMG_20240101", "扫描件 003", "d41d8cd98f00b204e9800998ecf8427e", ""])(
    "%s is a meaningless title",
    (title) => expect(isMeaninglessTitle(title)).toBe(true),
  )
  test.each(["数据结构", "Scanner 原理", "2024 年终总结"])("%s is a meaningful title", (title) =>
    expect(isMeaninglessTitle(title)).toBe(false),
  )

  test("a heading is a line of reasonable length", () => {
    expect(headingOf({ outline: [{ title: " 第一章\n总则 " }], text: "别的" })).toBe("第一章 总则")
    expect(headingOf({ outline: [], text: "\n\n标题行\n正文" })).toBe("标题行")
    expect(headingOf({ outline: [], text: "长".repeat(200) })).toBe("")
  })

  test.each([
    ["数据结构与算法", "zh-CN"],
    ["資料結構與演算法，這個學期的報告", "zh-TW"],
    ["データ構造とアルゴリズム", "ja"],
    ["자료구조와 알고리즘", "ko"],
    ["Структуры данных", "ru"],
    ["The structure of data", "en"],
    ["Data structures", ""],
    ["Übersicht über die größten Flüsse", "de"],
    ["Éléments de théorie des séries", "fr"],
    ["123", ""],
  ])("%s", (text, code) => expect(detectLanguage(text, ["zh-CN", "zh-TW", "en", "fr", "ko", "de", "ja", "ru"])).toBe(code))
})
