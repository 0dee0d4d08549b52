import { describe, expect, test } from "vitest"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { ConversionError, type ConversionReason } from "@/server/ports/converter/converter.port"
import { wakeDocuments } from "@/server/modules/library/document/conversion.repository"
import { requeueAbandoned } from "@/server/modules/library/document/conversion.jobs"
import { createCtx } from "@/server/context"
import { readingApp } from "../../setup/reading"
import { until, type TestUser } from "../../setup/test-app"

/*
 * The state of a document whose file cannot be converted into pages, and the message that users see (docs/reference/conversion.md 7).
 * That the engine finds the right reason for real files is tested in tests/process/hostile.test.ts and server/ports/converter.
 */

const { app, library, read, scripted, owner, other, admin } = await readingApp()
const documentAs = async (uuid: string, as?: TestUser) => {
  const reply = await app.call("GET /document", { uuid }, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}

describe("a file that cannot be converted fails its document with the reason", () => {
  test.each<[string, ConversionReason, string]>([
    ["a password", "encrypted", "文档已加密，无法预览，请上传未加密的文件"],
    ["damage", "corrupt", "文件已损坏或格式与扩展名不符"],
    ["a wrong extension", "mismatch", "文件已损坏或格式与扩展名不符"],
    ["too much time", "timeout", "转换超时"],
    ["too much memory, or the third lost child", "memory", "文档过于复杂"],
    ["an empty file", "empty", "文件内容为空"],
    ["a template of styles", "styles_only", "这是只有样式的模板，没有内容"],
    ["a bomb", "too_large", "文件内容过大，无法预览"],
    ["a format that nobody draws", "unsupported", "暂不支持预览该格式的文件"],
  ])("%s", async (_, reason, sentence) => {
    const { id, uuid } = await read.submit(owner, `失败 ${reason}`, { pages: ["一"], fail: new ConversionError(reason) })
    expect(await read.row(uuid)).toMatchObject({ status: DocumentStatus.failed, convert_error: sentence })
    for (const as of [owner, admin, other])
      expect(await documentAs(uuid, as), as.username).toMatchObject({ status: DocumentStatus.failed, convert_error: sentence, pages: 0 })
    // the uploaded file is kept
    expect(await app.call("GET /document/download", { id }, other)).toMatchObject({ ok: true })
  })
})

test("without LibreOffice the document waits, can be downloaded and is converted later; the administrator reads how to install it", async () => {
  const made = await read.submit(owner, "等待办公软件", { pages: ["一", "二"], fail: new ConversionError("need_office") }, { wait: false })
  const sentence = "服务器未安装 LibreOffice，暂不能预览 Office 文档"
  await until(async () => (await read.row(made.uuid)).convert_error === sentence)
  expect(await library.rows("select status, convert_reason, lease_until from document where uuid = $1", [made.uuid])).toEqual([
    { status: DocumentStatus.pending, convert_reason: "need_office", lease_until: null },
  ])
  for (const as of [owner, other])
    expect(await documentAs(made.uuid, as)).toMatchObject({ status: DocumentStatus.pending, convert_error: sentence })
  expect((await documentAs(made.uuid, admin)).convert_error).toMatch(/^服务器未安装 LibreOffice，暂不能预览 Office 文档/)
  expect(await app.call("GET /document/download", { id: made.id }, other)).toMatchObject({ ok: true })
  for (const script of scripted.scripts.values())
    if (script.fail instanceof ConversionError && script.fail.reason === "need_office") delete script.fail
  // what startup does when it finds the program
  await wakeDocuments(app.database.db, "need_office", [(await read.row(made.uuid)).ext])
  expect(await read.row(made.uuid), "its component is still missing").toMatchObject({ convert_reason: "need_office" })
  await wakeDocuments(app.database.db, "need_office", [".other"])
  await requeueAbandoned(createCtx(app))
  expect(await read.settled(made.uuid)).toMatchObject({ status: DocumentStatus.converted, pages: 2, convert_error: "" })
})

describe("conversions with warnings", () => {
  const pages = ["一", "二", "三", "四"]
  test("only owner and staff get the numbers of missing pages", async () => {
    const { uuid } = await read.submit(owner, "缺了两页", { pages, warnings: ["第 2 页无法预览", "第 4 页无法预览"] })
    expect(await read.row(uuid)).toMatchObject({ status: DocumentStatus.converted, convert_error: "" })
    for (const as of [owner, admin]) expect(await documentAs(uuid, as)).toMatchObject({ convert_warning: "第 2、4 页无法预览" })
    for (const as of [other, undefined]) expect(await documentAs(uuid, as)).toMatchObject({ convert_warning: "" })
    const listed = await app.call("GET /document/list", { user_id: [owner.id], size: 100 }, owner)
    expect(listed.ok && listed.data.document.find((one) => one.uuid === uuid)?.convert_warning).toBe("第 2、4 页无法预览")
  })

  test("missing Chinese fonts are reported to the administrator only", async () => {
    const { uuid } = await read.submit(owner, "没有字体", {
      pages,
      warnings: [{ message: "缺少中文字体，版式可能有差异", staffOnly: true }, "第 3 页无法预览"],
    })
    expect((await documentAs(uuid, admin)).convert_warning).toBe("第 3 页无法预览；缺少中文字体，版式可能有差异")
    expect((await documentAs(uuid, owner)).convert_warning).toBe("第 3 页无法预览")
    expect((await documentAs(uuid, other)).convert_warning).toBe("")
  })

  test("omitted content is reported to owner and staff, at most ten kinds of it", async () => {
    const chapters = Array.from({ length: 12 }, (_, index) => `没有找到章节 ${index + 1}.xhtml`)
    const { uuid } = await read.submit(owner, "缺了章节", { pages, warnings: [...chapters, "没有找到章节 1.xhtml"] })
    const sentence = [...chapters.slice(0, 10), "另有 2 处"].join("；")
    for (const as of [owner, admin]) expect((await documentAs(uuid, as)).convert_warning).toBe(sentence)
    expect((await documentAs(uuid, other)).convert_warning).toBe("")
  })
})
