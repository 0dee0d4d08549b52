import { createHash } from "node:crypto"
import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { strToU8, zipSync, type Zippable } from "fflate"
import { beforeEach, describe, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { filesOf, openManifest, ownManifest } from "@/server/modules/collecting/folder-import/disk.usecases"
import { importFiles, type FolderImportOptions } from "@/server/modules/collecting/folder-import/folder-import.usecases"
import type { ReportLine, OfferedFile } from "@/server/modules/collecting/folder-import/offered.rules"
import { putAway, settled, watchFolders } from "@/server/modules/collecting/folder-import/watch.usecases"
import { fileKey, missingBlob } from "@/server/modules/library/files/storage-keys.rules"
import { closeAtTheEnd } from "../../setup/opened"
import { testApp } from "../../setup/test-app"

const app = await testApp()
const admin = await app.admin()
const ctx = createCtx(app)
const ours = async (statement: string) => (await app.database.pool.query<Record<string, unknown>>(statement)).rows

let folder: string
let serial = 0
beforeEach(async () => {
  const created = await mkdtemp(join(tmpdir(), "folder-import-"))
  folder = created
  closeAtTheEnd(() => rm(created, { recursive: true, force: true }))
})

/** Returns content that no other test uses. */
const content = (text = "") => `${text}第 ${++serial} 份文件的内容。\n`.repeat(3)
const put = async (files: Record<string, string | Uint8Array>) => {
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(join(folder, name, ".."), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
}
const list = async (without: string[] = []) => {
  const files: OfferedFile[] = []
  for await (const file of filesOf(folder, without)) files.push(file)
  return files
}
const run = async (options: Partial<FolderImportOptions> = {}) => {
  const lines: ReportLine[] = []
  const files = options.files ?? (await list())
  const importOptions = { defaults: {}, createCategories: false, dry: false, manifest: await ownManifest(folder), ...options, files }
  await importFiles(ctx, { ...importOptions, onLine: (line) => void lines.push(line) })
  return lines
}
const fates = (lines: ReportLine[]) => lines.map(({ file, outcome, reason }) => [file, outcome, reason])
const csv = (...rows: string[][]) => `\ufeff${rows.map((cells) => cells.join(",")).join("\r\n")}\r\n`

describe("a folder with a list", () => {
  test("files become documents with the data of the list, and missing categories are created", async () => {
    const person = await app.person("clerk")
    await put({
      "a.txt": content(),
      "下面/b.md": content(),
      "c.txt": content(),
      "meta.csv": csv(
        ["文件", "标题", "分类", "价格", "关键词", "简介", "上传者", "语言", "备注"],
        ["a.txt", '"标题，有逗号, 有""引号"""', "理科/数学/代数；新书", "3", "数列", '"两行\n简介"', "clerk", "英语", "x"],
        ["下面\\b.md", "第二份", "理科/数学", "", "", "", "", "", ""],
        ["没有.pdf", "不在", "", "", "", "", "", "", ""],
      ),
    })
    const manifest = await openManifest(join(folder, "meta.csv"))
    const files = (await list()).filter(({ name }) => name !== "meta.csv")
    const lines = await run({ files, manifest, createCategories: true })
    expect(fates(lines)).toEqual([
      ["a.txt", "taken", ""],
      ["c.txt", "taken", ""],
      ["下面/b.md", "taken", ""],
    ])
    expect([manifest.unknown, manifest.unused()]).toEqual([["备注"], ["没有.pdf"]])
    const document = await app.call("GET /document", { uuid: lines[0]!.document }, admin)
    expect(document).toMatchObject({
      ok: true,
      data: { title: '标题，有逗号, 有"引号"', price: 3, keywords: "数列", description: "两行\n简介", language: "en", user_id: person.id },
    })
    const titles = (uuid: string) =>
      ours(`select c.title, c.doc_count from document d join document_category l on l.document_id = d.id
        join category c on c.id = l.category_id where d.uuid = '${uuid}' order by c.id`)
    expect(await titles(lines[0]!.document)).toEqual([
      { title: "理科", doc_count: 2 },
      { title: "数学", doc_count: 2 },
      { title: "代数", doc_count: 1 },
      { title: "新书", doc_count: 1 },
    ])
    // and it waits for its conversion like any other document
    expect(await ours(`select status, user_id::int from document where uuid = '${lines[1]!.document}'`)).toEqual([
      { status: 0, user_id: 1 },
    ])
  })

  test("a rejected file is reported with its reason, and the other files are imported", async () => {
    await app.person("punished")
    await app.call("POST /punishment", { user_id: await idOf("punished"), type: [2], remark: "x", operators: "x" }, admin)
    const same = content()
    await put({
      "1 同样.txt": same,
      "2 再来.txt": same,
      "3 程序.exe": "MZ",
      "4 大.txt": "x".repeat(2 * 1024 * 1024),
      "5 分类.txt": content(),
      "6 价格.txt": content(),
      "7 语言.txt": content(),
      "8 人.txt": content(),
      "9 好的.txt": content(),
      ".DS_Store": "x",
      "~$草稿.docx": "x",
      "没传完.pdf.part": "x",
      "meta.csv": csv(
        ["file", "category", "price", "language", "uploader"],
        ["5 分类.txt", "没有/这个", "", "", ""],
        ["6 价格.txt", "", "三元", "", ""],
        ["7 语言.txt", "", "", "火星语", ""],
        ["8 人.txt", "", "", "", "查无此人"],
      ),
    })
    await symlink(import.meta.filename, join(folder, "10 链接.txt"))
    await app.database.pool.query(
      "insert into config (category, name, value) values ('security', 'max_document_size', '1') on conflict (category, name) do update set value = '1'",
    )
    await ctx.changed("settings")
    const manifest = await openManifest(join(folder, "meta.csv"))
    const files = (await list()).filter(({ name }) => name !== "meta.csv")
    expect(fates(await run({ files, manifest }))).toEqual([
      ["1 同样.txt", "taken", ""],
      ["2 再来.txt", "duplicate", "和文档《1 同样》内容相同"],
      ["3 程序.exe", "refused", "不支持的文档类型：.exe，请查看支持的格式后重新选择"],
      ["4 大.txt", "refused", "文件超过 1 MB 的上限，请压缩或拆分后再上传"],
      ["5 分类.txt", "refused", "没有分类 没有/这个"],
      ["6 价格.txt", "refused", "价格应为整数（现在是 三元）"],
      ["7 语言.txt", "refused", "所选语言不存在，请重新选择"],
      ["8 人.txt", "refused", "没有用户 查无此人"],
      ["9 好的.txt", "taken", ""],
      ["10 链接.txt", "refused", "是符号链接或设备，不是文件"],
    ])
  })

  test("a dry run reports the same and writes nothing", async () => {
    const same = content()
    await put({ "a.txt": same, "b.txt": same, "c.exe": "x" })
    const before = await ours(
      "select (select count(*) from document) d, (select count(*) from attachment) a, (select count(*) from category) c",
    )
    const dryOptions = { defaults: { category: "还没有/的分类" }, createCategories: true, dry: true }
    expect(fates(await run(dryOptions)).map(([file, outcome]) => [file, outcome])).toEqual([
      ["a.txt", "taken"],
      ["b.txt", "duplicate"],
      ["c.exe", "refused"],
    ])
    expect(
      await ours("select (select count(*) from document) d, (select count(*) from attachment) a, (select count(*) from category) c"),
    ).toEqual(before)
    expect(await readdir(join(app.dataDir, "tmp", "incoming"))).toEqual([])
  })

  test("a second run skips imported files, and imports changed and new ones", async () => {
    await put({ "a.txt": content(), "b.txt": content() })
    const [first] = await run()
    await put({ "b.txt": content("改过的"), "c.txt": content() })
    expect(fates(await run())).toEqual([
      ["a.txt", "earlier", "以前导入过"],
      ["b.txt", "taken", ""],
      ["c.txt", "taken", ""],
    ])
    const [row] = await ours(`select id from document where uuid = '${first!.document}'`)
    await app.call("DELETE /document", { id: [Number(row!.id)] }, admin)
    expect(fates(await run())[0]).toEqual(["a.txt", "earlier", "以前导入过，后来删除了"])
  })

  test("two simultaneous imports of the same folder create one document per file", async () => {
    await put(Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`${n}.txt`, content()])))
    const both = await Promise.all([run(), run()])
    expect(both.flat().filter(({ outcome }) => outcome === "taken")).toHaveLength(6)
  })

  test("a signal stops the import after the current file", async () => {
    await put({ "a.txt": content(), "b.txt": content() })
    const controller = new AbortController()
    const lines: ReportLine[] = []
    const options = { defaults: {}, createCategories: false, dry: false, manifest: null, files: await list(), signal: controller.signal }
    await importFiles(ctx, { ...options, onLine: (line) => (lines.push(line), controller.abort()) })
    expect(lines.map(({ file }) => file)).toEqual(["a.txt"])
  })

  test("a full disk stops the import with its error message", async () => {
    await put({ "a.txt": content() })
    const full = createCtx({ ...app, freeSpace: async () => 0 })
    const options = { defaults: {}, createCategories: false, dry: false, manifest: null, files: await list(), onLine: () => undefined }
    await expect(importFiles(full, options)).rejects.toThrow("服务器剩余空间不足")
  })
})

describe("a file that a document of the site misses (docs/decisions/182)", () => {
  const fileOf = async (uuid: string) => {
    const [row] = await ours(`select id::int, status, sha256, ext, file_missing, (select count(*)::int from document_version v
      where v.document_id = document.id) versions from document where uuid = '${uuid}'`)
    return row as { id: number; status: number; sha256: string; ext: string; file_missing: boolean; versions: number }
  }
  /** Imports one file and removes it from the storage. */
  const lost = async (name: string, bytes: string) => {
    await put({ [name]: bytes })
    const uuid = (await run()).find(({ file }) => file === name)!.document
    const { sha256, ext } = await fileOf(uuid)
    await app.storage.remove(fileKey(sha256, ext))
    return { uuid, key: fileKey(sha256, ext) }
  }
  const documents = async () => Number((await ours("select count(*) from document"))[0]!.count)

  test.each([
    ["nobody has noticed", false],
    ["is known", true],
  ])("a file that %s to be missing comes back with a run over the same folder", async (_, marked) => {
    await put({ "b.txt": content() })
    const { uuid, key } = await lost("a.txt", content())
    if (marked) await app.call("GET /document/download", { id: (await fileOf(uuid)).id }, admin)
    expect((await fileOf(uuid)).file_missing).toBe(marked)
    await app.database.pool.query("update document set status = 3, convert_error = 'x' where uuid = $1", [uuid])
    const before = await documents()
    expect(fates(await run({ dry: true }))[0]).toEqual(["a.txt", "restored", "补回了文档《a》缺失的原文件"])
    expect(await app.storage.size(key)).toBeNull()
    const lines = await run()
    expect(fates(lines)).toEqual([
      ["a.txt", "restored", "补回了文档《a》缺失的原文件"],
      ["b.txt", "earlier", "以前导入过"],
    ])
    expect(lines[0]!.document).toBe(uuid)
    expect(await documents()).toBe(before)
    expect(await fileOf(uuid)).toMatchObject({ file_missing: false, status: 0, versions: 0 })
    expect(await app.storage.size(key)).toBeGreaterThan(0)
    expect(fates(await run())[0]).toEqual(["a.txt", "earlier", "以前导入过"])
  })

  test("it comes back to every document of its content, also from another folder or of another type", async () => {
    const same = content()
    const { uuid } = await lost("a.txt", same)
    const id = await app.file(admin, "b.md", Buffer.from(same))
    const made = await app.call("POST /document", { document: [{ attachment_id: id, title: "乙" }] }, admin)
    const other = made.ok ? made.data.document[0]!.uuid : ""
    const { sha256, ext } = await fileOf(other)
    await app.storage.remove(fileKey(sha256, ext))
    await app.database.pool.query("update document set status = 3 where uuid = $1", [other])
    await rename(join(folder, "a.txt"), join(folder, "c.txt"))
    await put({ "d.txt": same })
    expect(fates(await run())).toEqual([
      ["c.txt", "restored", "补回了文档《a》、《乙》缺失的原文件"],
      ["d.txt", "duplicate", expect.stringContaining("内容相同")],
    ])
    expect(await fileOf(uuid)).toMatchObject({ file_missing: false, ext: ".txt", versions: 0 })
    expect(await fileOf(other)).toMatchObject({ file_missing: false, ext: ".txt", versions: 2 })
  })

  test("a document that arrived without its file from another site gets the file of its MD5", async () => {
    const bytes = content()
    const md5 = createHash("md5").update(bytes).digest("hex")
    const { uuid } = await lost("a.txt", content())
    await app.database.pool.query("update document set sha256 = $1, status = 3 where uuid = $2", [missingBlob(md5), uuid])
    await rm(join(folder, "a.txt"))
    await put({ "新的.txt": bytes })
    expect(fates(await run())).toEqual([["新的.txt", "restored", "补回了文档《a》缺失的原文件"]])
    const row = await fileOf(uuid)
    expect(row).toMatchObject({ file_missing: false, status: 0, versions: 2 })
    expect(await app.storage.size(fileKey(row.sha256, row.ext))).toBe(Buffer.byteLength(bytes))
  })

  test("banned content does not come back, and a disabled document gets no file", async () => {
    const { uuid, key } = await lost("a.txt", content())
    await app.database.pool.query("update document set status = 4 where uuid = $1", [uuid])
    expect(fates(await run())).toEqual([["a.txt", "duplicate", "和文档《a》内容相同"]])
    await app.database.pool.query("update document set status = 2 where uuid = $1", [uuid])
    await app.database.pool.query("update attachment set enable = false where sha256 = $1", [key.slice(9, 73)])
    expect(fates(await run())).toEqual([["a.txt", "refused", "文件已被标记为非法文件，禁止上传"]])
    expect(await app.storage.size(key)).toBeNull()
  })
})

const idOf = async (name: string) => Number((await ours(`select id from "user" where username = '${name}'`))[0]!.id)

describe("zip files", () => {
  const pack = (files: Zippable) => zipSync(files, { level: 6 })

  test("a zip file with a list, also in JSON, is imported like a folder and skipped the next time", async () => {
    const manifest = JSON.stringify({
      documents: [{ file: "内/a.txt", title: "包里的", keywords: ["甲", "乙"], price: 2 }, { file: "缺.pdf" }],
    })
    await put({ "包.zip": pack({ "manifest.json": strToU8(manifest), "内/a.txt": strToU8(content()), "x.exe": strToU8("MZ") }) })
    const lines = await run()
    expect(fates(lines)).toEqual([
      ["包.zip/内/a.txt", "taken", ""],
      ["包.zip/x.exe", "refused", expect.stringContaining("不支持的文档类型")],
      ["包.zip/缺.pdf", "refused", "清单里有，压缩包里没有这个文件"],
    ])
    expect(await app.call("GET /document", { uuid: lines[0]!.document }, admin)).toMatchObject({
      data: { title: "包里的", keywords: "甲,乙", price: 2 },
    })
    expect(fates(await run())[0]).toEqual(["包.zip/内/a.txt", "earlier", "以前导入过"])
  })

  test("GBK names written by Windows are read", async () => {
    const zip = Buffer.from(pack({ "AAAA.txt": strToU8(content()) }))
    const gbk = Buffer.from([0xd6, 0xd0, 0xce, 0xc4])
    for (let at = zip.indexOf("AAAA"); at >= 0; at = zip.indexOf("AAAA")) gbk.copy(zip, at)
    await put({ "a.zip": zip })
    expect(await run()).toEqual([expect.objectContaining({ file: "a.zip/中文.txt", outcome: "taken", title: "中文" })])
  })

  test("hostile zip files are not opened [security: 5.2.3]", async () => {
    const overlapping = (() => {
      const zip = Buffer.from(pack({ "a.txt": strToU8(content().repeat(50)), "b.txt": strToU8(content()) }))
      // both entries claim to be as large as the whole archive
      const central = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
      zip.writeUInt32LE(zip.length, central + 20)
      return zip
    })()
    await put({
      "1.zip": pack({ "../../逃走.txt": strToU8(content()) }),
      "2.zip": pack({ "/etc/x.txt": strToU8(content()) }),
      "3.zip": pack({ "bomb.txt": new Uint8Array(30_000_000) }),
      "4.zip": overlapping,
      "5.zip": strToU8("PK\u0003\u0004 broken"),
      "6.zip": pack({ "manifest.csv": strToU8("title\r\nx\r\n"), "a.txt": strToU8(content()) }),
    })
    const lines = await run()
    expect(fates(lines)).toEqual([
      ["1.zip", "refused", "压缩包里有指向别处的文件名，没有打开。"],
      ["2.zip", "refused", "压缩包里有指向别处的文件名，没有打开。"],
      ["3.zip", "refused", "压缩包里有压缩得过分的文件，像是压缩炸弹，没有打开。"],
      ["4.zip", "refused", "压缩包里的文件互相重叠，像是压缩炸弹，没有打开。"],
      ["5.zip", "refused", "压缩包打不开，可能没有传完或已损坏。"],
      ["6.zip", "refused", "manifest.csv 的第一行应有一列叫 file（或 文件），写每个文件的路径。"],
    ])
  })

  test("an entry that is corrupt or larger than declared is rejected alone", async () => {
    const zip = Buffer.from(pack({ "a.txt": strToU8(content().repeat(9)), "b.txt": strToU8(content()) }))
    const central = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    zip.writeUInt32LE(5, central + 24)
    await put({ "a.zip": zip })
    expect(fates(await run())).toEqual([
      ["a.zip/a.txt", "refused", "文件读不出来，可能已损坏"],
      ["a.zip/b.txt", "taken", ""],
    ])
    expect(await readdir(join(app.dataDir, "tmp", "incoming"))).toEqual([])
  })
})

describe("a watched folder", () => {
  const { done, refused } = watchFolders
  const look = async (before: Parameters<typeof settled>[0]) => settled(before, await list([done, refused]))

  test("a file is imported once it has stopped growing", async () => {
    await put({ "a.txt": "还在写", "b.txt": content() })
    const first = await look(new Map())
    expect(first.files).toEqual([])
    await appendFile(join(folder, "a.txt"), "又一些")
    const second = await look(first.looks)
    expect(second.files.map(({ name }) => name)).toEqual(["b.txt"])
    const third = await look(second.looks)
    expect(third.files.map(({ name }) => name)).toEqual(["a.txt", "b.txt"])
  })

  test("imported files move to done, rejected ones to refused with the reason, and nothing is overwritten", async () => {
    await put({
      "下/a.txt": content(),
      "x.exe": "MZ",
      "done/下/a.txt": "older",
      "包.zip": zipSync({ "a.txt": strToU8(content()), "b.exe": strToU8("MZ") }),
    })
    await run({ files: await list([done, refused]), onFile: putAway })
    expect(
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
        .toSorted(),
    ).toEqual(["done/下/a (2).txt", "done/下/a.txt", "refused/x.exe", "refused/x.exe.txt", "refused/包.zip", "refused/包.zip.txt"])
    expect(await readFile(join(folder, "refused/x.exe.txt"), "utf8")).toMatch(/^x\.exe：不支持的文档类型：\.exe/)
    expect(await readFile(join(folder, "refused/包.zip.txt"), "utf8")).toMatch(/^包\.zip\/b\.exe：不支持/)
  })

  test("a file that became a document just before a crash is moved by the next scan", async () => {
    await put({ "a.txt": content() })
    await run()
    await run({ onFile: putAway })
    expect(await readdir(join(folder, "done"))).toEqual(["a.txt"])
    await rename(join(folder, "done/a.txt"), join(folder, "b.txt"))
    expect(fates(await run())).toEqual([["b.txt", "duplicate", "和文档《a》内容相同"]])
  })
})
