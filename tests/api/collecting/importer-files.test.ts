import { createHash } from "node:crypto"
import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { libraryOf } from "../../setup/library"
import { contentThere, hashOf } from "../../setup/source-rows"
import { openSources } from "../../setup/source-sites"
import { testApp } from "../../setup/test-app"

/* Later runs of an import, after files were replaced, repaired or converted. */

const { theirs, folder, sourceSite, importFrom, there } = await openSources()
const digestOf = (text: string, algorithm = "sha256") => createHash(algorithm).update(text).digest("hex")
const pathOf = (content: string) => {
  const hash = digestOf(content, "md5")
  return `/documents/${hash.slice(0, 5).split("").join("/")}/${hash}.txt`
}
const write = async (path: string, content: string) => {
  await mkdir(join(folder, dirname(path)), { recursive: true })
  await writeFile(join(folder, path), content)
}
const becomeAdmin = () => theirs.query("update mnt_user set username = 'admin', password = ? where id = 1", [hashOf("bean-2026")])

const site = async (database: string, titles: readonly string[]) => {
  await sourceSite(database)
  await becomeAdmin()
  const author = await there.user("作者")
  const ids: Record<string, number> = {}
  for (const title of titles) ids[title] = await there.document(title, author)
  const app = await testApp()
  await importFrom(app, database)
  const { rows } = libraryOf(app)
  /** Lets all documents of the author have three pages, as after a conversion. */
  const draw = () =>
    rows("update document set status = $1, pages = 3, converted_pages = 3 where user_id = $2", [DocumentStatus.converted, author])
  return { app, rows, ids, author, draw }
}

test("a file that was replaced there arrives as the next version; one that was replaced on both sides is a conflict", async () => {
  const titles = ["那边换", "这里换", "两边换", "没换"]
  const { app, rows, ids, draw } = await site("files_replaced", titles)
  const admin = await app.login("admin", "bean-2026")
  const replaceHere = async (title: string) => {
    await rows("update document set status = $1 where title = $2", [DocumentStatus.failed, title])
    const reply = await app.call(
      "PUT /document/file",
      { id: ids[title]!, attachment_id: await app.file(admin, `这里的${title}.txt`) },
      admin,
    )
    expect(reply.ok, title).toBe(true)
  }
  const files = async () =>
    Object.fromEntries(
      (
        await rows<{ title: string; sha256: string; status: number; pages: number; versions: number; newest: string | null }>(
          `select title, sha256, status, pages, (select count(*)::int from document_version v where v.document_id = d.id) as versions,
             (select v.sha256 from document_version v where v.document_id = d.id order by version desc limit 1) as newest
           from document d where title = any($1)`,
          [titles],
        )
      ).map(({ title, ...row }) => [title, row]),
    )
  await replaceHere("这里换")
  await replaceHere("两边换")
  await draw()
  const before = await files()
  expect(before["这里换"]!.sha256).not.toBe(digestOf(contentThere("这里换")))

  await there.replaceFile(ids["那边换"]!, "new text of that side")
  await there.replaceFile(ids["两边换"]!, "new text of both sides")
  await theirs.query("update mnt_document set view_count = view_count + 1 where title in ('这里换', '没换')")
  const { lines } = await importFrom(app, "files_replaced")
  const arrived = digestOf("new text of that side")
  expect(await files()).toEqual({
    ...before,
    那边换: { sha256: arrived, status: DocumentStatus.pending, pages: 0, versions: 2, newest: arrived },
  })
  expect(lines.filter((line) => line.startsWith("document "))).toEqual([`document ${ids["两边换"]}\t两边都改了 文件，保留了这里的`])
  const [{ version }] = (await rows<{ version: number }>("select version from document where title = '那边换'")) as [{ version: number }]
  expect(version).toBeGreaterThan(1)

  await draw()
  const settled = await files()
  expect((await importFrom(app, "files_replaced")).lines.filter((line) => line.startsWith("document "))).toEqual([])
  expect(await files()).toEqual(settled)

  await there.replaceFile(ids["两边换"]!, "newest text of that side")
  await importFrom(app, "files_replaced", { prefer: "there" })
  const newest = digestOf("newest text of that side")
  expect((await files())["两边换"]).toEqual({ sha256: newest, status: DocumentStatus.pending, pages: 0, versions: 3, newest })
})

test("a damaged file that was repaired arrives in the document; a file that has vanished there stays", async () => {
  const content = contentThere("坏的")
  const { app, rows, ids, draw } = await site("files_repaired", ["坏的", "没了的"])
  const fileOf = async (title: string) =>
    (await rows<{ sha256: string }>("select sha256 from document where title = $1", [title]))[0]!.sha256
  // the folder of that side has another content under the name
  await write(pathOf(content), "damaged")
  await theirs.query("update mnt_attachment set name = 'x.txt' where type = 2 and type_id = ?", [ids["坏的"]])
  expect((await importFrom(app, "files_repaired")).lines).toContainEqual(expect.stringContaining("文件和校验值不一致"))
  await draw()
  await write(pathOf(content), content)
  await theirs.query("delete from mnt_attachment where type = 2 and type_id = ?", [ids["没了的"]])
  await theirs.query("update mnt_document set keywords = 'x' where title = '没了的'")
  const { lines } = await importFrom(app, "files_repaired")
  expect([await fileOf("坏的"), await fileOf("没了的")]).toEqual([digestOf(content), digestOf(contentThere("没了的"))])
  expect(lines).toContain(`document ${ids["没了的"]}\t没有文件的记录`)
})

test("what only the program has changed leaves with its source; what people have decided here stays", async () => {
  const { app, rows, ids, draw } = await site("files_removed", ["转换过的", "看过的", "禁用的", "换过文件的", "改过标题的"])
  await draw()
  const admin = await app.login("admin", "bean-2026")
  await rows("update document set view_count = view_count + 3 where title = '看过的'")
  expect(
    (await app.call("PUT /document/check", { id: [ids["禁用的"]!], status: DocumentStatus.disabled, reason: "不合适" }, admin)).ok,
  ).toBe(true)
  await rows("update document set status = $1 where title = '换过文件的'", [DocumentStatus.failed])
  const attachment_id = await app.file(admin, "这里的.txt")
  expect((await app.call("PUT /document/file", { id: ids["换过文件的"]!, attachment_id }, admin)).ok).toBe(true)
  await rows("update document set title = '改过标题的二' where title = '改过标题的'")
  const readers = [await there.user("只登录过"), await there.user("改过签名")]
  await importFrom(app, "files_removed")
  // a login here only makes the stored password stronger
  await app.login("只登录过", "只登录过")
  await rows("update \"user\" set signature = '这里的签名' where username = '改过签名'")

  await theirs.query("delete from mnt_user where id in (?)", [readers])
  await theirs.query("delete from mnt_attachment where type = 2 and type_id >= ?", [Math.min(...Object.values(ids))])
  await theirs.query("delete from mnt_document where id >= ?", [Math.min(...Object.values(ids))])
  const { lines } = await importFrom(app, "files_removed")
  const left = await rows<{ title: string }>("select title from document where id = any($1) and deleted_at is null order by id", [
    Object.values(ids),
  ])
  expect(left.map(({ title }) => title)).toEqual(["禁用的", "换过文件的", "改过标题的二"])
  expect(await rows("select username from \"user\" where username in ('只登录过', '改过签名')")).toEqual([{ username: "改过签名" }])
  expect(lines.filter((line) => /^document \d+\t那边删除了，这里改过/.test(line))).toHaveLength(3)
})
