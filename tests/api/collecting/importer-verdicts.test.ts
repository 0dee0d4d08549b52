import { expect, test } from "vitest"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { publicStatuses } from "@/lib/rules/library/document-status"
import { libraryOf } from "../../setup/library"
import { hashOf } from "../../setup/source-rows"
import { openSources } from "../../setup/source-sites"
import { testApp } from "../../setup/test-app"

/* Later runs of an import, after staff of both sites have decided about documents. */

const { theirs, sourceSite, importFrom, there } = await openSources()

test("what staff took down or approved here stays so, whatever else changes there; a decision of both sides is a conflict", async () => {
  await sourceSite("verdicts")
  const app = await testApp()
  const author = await there.user("作者")
  const titles = ["禁用的", "再审的", "通过的", "那边禁用的", "两边禁用的", "缺文件的", "没动的"]
  const ids: Record<string, number> = {}
  for (const title of titles) ids[title] = await there.document(title, author)
  await theirs.query("update mnt_document set status = 6 where title = '通过的'")
  await theirs.query("delete from mnt_attachment where type = 2 and type_id = ?", [ids["缺文件的"]])
  await theirs.query("update mnt_user set username = 'admin', password = ? where id = 1", [hashOf("bean-2026")])
  await importFrom(app, "verdicts")
  const { rows } = libraryOf(app)
  const admin = await app.login("admin", "bean-2026")
  const isPublic = async (title: string) => {
    const [row] = await rows<{ status: number }>("select status from document where title = $1", [title])
    return publicStatuses.includes(row!.status)
  }
  const decide = async (title: string, status: number) => {
    const [row] = await rows<{ id: string }>("select id from document where title = $1", [title])
    const reply = await app.call("PUT /document/check", { id: [Number(row!.id)], status, reason: "不合适" }, admin)
    expect(reply.ok, title).toBe(true)
  }
  const changeThere = async () => void (await theirs.query("update mnt_document set view_count = view_count + 1"))
  const visible = async () => Object.fromEntries(await Promise.all(titles.map(async (title) => [title, await isPublic(title)])))
  const before = { 禁用的: true, 再审的: true, 通过的: false, 那边禁用的: true, 两边禁用的: true, 缺文件的: true, 没动的: true }
  expect(await visible()).toEqual(before)

  await decide("禁用的", DocumentStatus.disabled)
  await decide("缺文件的", DocumentStatus.disabled)
  await decide("再审的", DocumentStatus.reviewing)
  await decide("通过的", DocumentStatus.converted)
  await decide("两边禁用的", DocumentStatus.disabled)
  const decided = { ...before, 禁用的: false, 缺文件的: false, 再审的: false, 通过的: true, 两边禁用的: false }
  expect(await visible()).toEqual(decided)
  await changeThere()
  const { lines } = await importFrom(app, "verdicts")
  expect(await visible()).toEqual(decided)
  expect(lines.filter((line) => line.includes("status"))).toEqual([])

  // taken down there, and put into review there after it was disabled here
  await theirs.query("update mnt_document set status = 4 where title = '那边禁用的'")
  await theirs.query("update mnt_document set status = 6 where title = '两边禁用的'")
  const { lines: both } = await importFrom(app, "verdicts")
  expect(await visible()).toEqual({ ...decided, 那边禁用的: false })
  const status = (title: string) => rows<{ status: number }>("select status from document where title = $1", [title])
  expect(await status("两边禁用的")).toEqual([{ status: DocumentStatus.disabled }])
  expect(both.filter((line) => line.includes("status"))).toEqual([
    expect.stringContaining("两边都改了 status：这里是“4”，那边是“6”，保留了这里的"),
  ])
  // released there again
  await theirs.query("update mnt_document set status = 2 where title = '那边禁用的'")
  await importFrom(app, "verdicts")
  expect(await visible()).toEqual(decided)
  // the other side is preferred where both have decided since
  await decide("禁用的", DocumentStatus.reviewing)
  await theirs.query("update mnt_document set status = 7 where title = '禁用的'")
  await importFrom(app, "verdicts", { prefer: "there" })
  expect(await status("禁用的")).toEqual([{ status: DocumentStatus.rejected }])
  expect(await visible()).toEqual(decided)
})

test("the dry run names documents without a record of their file, and a conflict of settings names the setting and what is no secret", async () => {
  await sourceSite("records")
  const app = await testApp()
  const author = await there.user("作者")
  const document = await there.document("没有记录的", author)
  await theirs.query("delete from mnt_attachment where type = 2 and type_id = ?", [document])
  const { lines: foretold } = await importFrom(app, "records", { dry: true })
  expect(foretold).toContain(`document ${document}\t没有文件的记录`)
  const { lines } = await importFrom(app, "records")
  expect(foretold).toEqual(lines)

  const { rows } = libraryOf(app)
  await rows("update config set value = '这里的名字' where category = 'system' and name = 'sitename'")
  await rows("update config set value = 'secret-here' where category = 'email' and name = 'password'")
  await theirs.query("update mnt_config set value = '那边的名字' where category = 'system' and name = 'sitename'")
  await theirs.query("update mnt_config set value = 'secret-there' where category = 'email' and name = 'password'")
  const { lines: conflicts } = await importFrom(app, "records")
  const about = (name: string) => conflicts.filter((line) => line.startsWith("config") && line.includes(name))
  expect(about("system.sitename")).toEqual([
    expect.stringContaining("两边都改了 system.sitename：这里是“这里的名字”，那边是“那边的名字”，保留了这里的"),
  ])
  expect(about("email.password")).toEqual([expect.stringMatching(/两边都改了 email\.password，保留了这里的$/)])
  expect(conflicts.join()).not.toContain("secret-")
})
