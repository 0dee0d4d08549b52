import { beforeAll, describe, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { seedLanguages } from "@/server/modules/library/language/language.usecases"
import { libraryOf, type Library } from "../../setup/library"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let library: Library
let admin: TestUser
let person: TestUser

beforeAll(async () => {
  app = await testApp()
  library = libraryOf(app)
  ;[admin, person] = [await app.admin(), await app.person()]
})
const codes = async (as?: TestUser) => {
  const reply = await app.call("GET /language/list", { size: 100 }, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.language.map(({ code }) => code)
}
const offered = async () => {
  const reply = await app.call("GET /settings", {})
  return reply.ok ? reply.data.language.map(({ code }) => code) : []
}
const first = ["zh-CN", "zh-TW", "en", "fr", "ko", "de", "ja", "ru"]

describe("languages", () => {
  test("eight languages are created at the first start only; removed ones do not return", async () => {
    expect(await offered()).toEqual(first)
    expect(await codes()).toEqual(first)
    const reply = await app.call("GET /language/list", { wd: "俄", size: 10 }, admin)
    const russian = reply.ok ? reply.data.language[0]! : null
    expect(russian?.code).toBe("ru")
    expect(await app.call("DELETE /language", { id: [russian!.id] }, admin)).toMatchObject({ ok: true })
    await seedLanguages(createCtx(app))
    expect(await offered()).not.toContain("ru")
  })

  test("staff add, rename, order and disable languages; all users see the enabled ones; codes are unique and immutable", async () => {
    const made = await app.call("POST /language", { language: "西班牙语", code: "es", sort: 100 }, admin)
    expect(made).toMatchObject({ ok: true, data: { code: "es", enable: true } })
    const id = made.ok ? made.data.id : 0
    expect((await offered())[0]).toBe("es")
    expect(await app.call("POST /language", { language: "又一个", code: "es" }, admin)).toMatchObject({
      ok: false,
      status: 409,
      message: "语言代码已存在",
    })
    expect(await app.call("PUT /language", { id, language: "西语", code: "xx" }, admin)).toMatchObject({ ok: true })
    expect(await app.call("GET /language", { id }, admin)).toMatchObject({ ok: true, data: { language: "西语", code: "es" } })
    expect(await app.call("PUT /language/status", { id: [id], enable: false }, admin)).toMatchObject({ ok: true })
    expect(await offered()).not.toContain("es")
    expect(await codes(person)).not.toContain("es")
    expect(await codes(admin)).toContain("es")
    expect(await app.call("PUT /language/status", { id: [id], enable: true }, person)).toMatchObject({ ok: false, status: 403 })
  })

  test("a document has an enabled language, by default that of the site; staff see the count of each language", async () => {
    const document = await library.document(person, "英文的", { language: "en" })
    const unset = await library.document(person, "没选")
    const language = async (id: number) => {
      const reply = await app.call("GET /document", { id })
      return reply.ok && reply.data.language
    }
    expect([await language(document.id), await language(unset.id)]).toEqual(["en", "zh-CN"])
    for (const code of ["es", "xx"]) {
      expect(
        await app.call("POST /document", { document: [{ attachment_id: await app.file(person), title: "不行", language: code }] }, person),
        code,
      ).toMatchObject({ ok: false, status: 400, message: "所选语言不存在，请重新选择" })
      expect(await app.call("PUT /document", { id: unset.id, language: code }, person), code).toMatchObject({ ok: false, status: 400 })
    }
    expect(await app.call("PUT /document", { id: unset.id, language: "ja" }, person)).toMatchObject({ ok: true })
    const listed = await app.call("GET /language/list", { size: 100 }, admin)
    const totals = Object.fromEntries(listed.ok ? listed.data.language.map(({ code, total }) => [code, total]) : [])
    expect(totals).toMatchObject({ en: 1, ja: 1, "zh-CN": 0 })
    // a chosen language stays when it is disabled later, even after an edit
    await app.database.pool.query("update language set enable = false where code = 'en'")
    expect(await app.call("PUT /document", { id: document.id, title: "英文的，改名", language: "en" }, person)).toMatchObject({ ok: true })
    expect(await language(document.id)).toBe("en")
  })
})
