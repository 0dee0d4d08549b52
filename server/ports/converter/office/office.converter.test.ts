import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import type { ConverterPort } from "../converter.port"
import { childCommands, childScript, convertBytes, localConversions, localConverter } from "../testing/conversion.fixture"
import { asTemplate, makeDocx, makeXlsx, makeZip } from "../testing/office.fixture"
import { sheetSample, wordSample } from "../testing/office-samples"
import { svgFaults } from "../testing/svg-whitelist"

test("reports that LibreOffice is missing", async () => {
  const converter = localConverter(await childScript(), { office: { command: "/nowhere/soffice" } })
  const failure = await convertBytes(converter, "a.docx", makeDocx(["x"])).catch((error: unknown) => error)
  expect(failure).toMatchObject({ reason: "need_office", message: "服务器未安装 LibreOffice，暂不能预览 Office 文档" })
  expect(await converter.capabilities()).toContainEqual(expect.objectContaining({ name: "LibreOffice", installed: false }))
  await converter.close()
})

describe("with LibreOffice installed", () => {
  const convert = localConversions()
  let converter: ConverterPort
  beforeAll(async () => {
    converter = localConverter(await childScript())
  })
  afterAll(() => converter.close())

  test("converts a .docx into pages", async () => {
    const { events, pages, text, svgs } = await convert("a.docx", wordSample)
    expect(events.find((event) => event.type === "opened")).toMatchObject({ pages: 2, engine: "office" })
    expect(pages.map(({ kind }) => kind)).toEqual(["vector", "vector"])
    expect(text).toContain("文档管理办法")
    expect(svgs.flatMap(svgFaults)).toEqual([])
  })

  test("converts .rtf, and a .doc that is RTF inside, into pages", async () => {
    const rtf = "{\\rtf1\\ansi\\deff0 {\\fonttbl{\\f0 SimSun;}} Hello \\u25991?\\u26723?\\par}"
    for (const ext of [".rtf", ".doc"]) expect((await convertBytes(converter, `a${ext}`, rtf)).text).toContain("文档")
  })

  test("prints a wide sheet one page wide", async () => {
    const { pages, text } = await convert("a.xlsx", sheetSample)
    expect(pages).toHaveLength(1)
    expect(text).toContain("column39")
  })

  test("converts templates into pages, sheets one page wide", async () => {
    expect((await convertBytes(converter, "a.dotx", asTemplate(makeDocx(["会议纪要"])))).text).toContain("会议纪要")
    const columns = Array.from({ length: 40 }, (_, index) => `column${index}`)
    const { pages, text } = await convertBytes(converter, "a.xltx", asTemplate(makeXlsx([columns])))
    expect(pages).toHaveLength(1)
    expect(text).toContain("column39")
  })

  test("reports a broken document as corrupt", async () => {
    const broken = makeZip({ "[Content_Types].xml": "<Types", "_rels/.rels": "<", "word/document.xml": "\u0001\u0002" })
    await expect(convertBytes(converter, "a.docx", broken)).rejects.toMatchObject({ reason: "corrupt" })
  })

  test("terminates LibreOffice and its children when aborted", async () => {
    const controller = new AbortController()
    const programs = async () => (await childCommands()).filter((line) => /soffice/.test(line))
    const conversion = convertBytes(converter, "a.docx", makeDocx(["x"]), { signal: controller.signal })
    const refused = expect(conversion).rejects.toThrow("enough")
    await vi.waitFor(async () => expect(await programs()).not.toEqual([]), 10_000)
    controller.abort(new Error("enough"))
    await refused
    expect(await programs()).toEqual([])
  })

  test("enforces the document's deadline", async () => {
    await expect(convertBytes(converter, "a.docx", makeDocx(["x"]), { timeoutMs: 400 })).rejects.toMatchObject({ reason: "timeout" })
  })
})
