import { expect, test } from "vitest"
import { seeded } from "../../process/support/random"
import { bothSides } from "../../setup/both-sides"
import { libraryOf } from "../../setup/library"
import { hashOf } from "../../setup/source-rows"
import { openSources } from "../../setup/source-sites"
import { testApp } from "../../setup/test-app"

/* Later runs of an import, while people work on both sides. */

const { theirs, sourceSite, importFrom, there } = await openSources()

test("rows that were made here keep their numbers; new rows of the source with the same numbers get others, and references follow", async () => {
  await sourceSite("numbers")
  const app = await testApp()
  await importFrom(app, "numbers")
  const { rows, document, article } = libraryOf(app)
  const here = await app.person("here")
  const ours = await document(here, "本站的文档")
  await article(here, "本站的文章")
  await app.call("POST /comment", { document_id: ours.id, type: 0, content: "本站的评论" }, here)
  const before = await rows("select * from comment where user_id = $1", [here.id])

  const user = await there.user("那边的人")
  const theirDocument = await there.document("那边的文档", user)
  const comment = await there.comment("那边的评论", user, theirDocument)
  await there.comment("那边的回复", user, theirDocument, comment)
  await there.article("那边的文章", user)
  await theirs.query("insert into mnt_navigation (id, title, href, enable, created_at) values (900, '那个人', ?, 1, '2026-11-23')", [
    `/user/${user}`,
  ])
  expect([user, theirDocument]).toEqual([here.id, ours.id])
  await importFrom(app, "numbers")

  expect(await rows("select id, username from \"user\" where username in ('here', '那边的人') order by id")).toEqual([
    { id: String(here.id), username: "here" },
    { id: expect.not.stringMatching(new RegExp(`^${here.id}$`)), username: "那边的人" },
  ])
  const [moved] = await rows<{ id: string }>("select id from \"user\" where username = '那边的人'")
  expect(
    await rows(
      `select d.title, u.username, a.name, a.type_id = d.id as owned, (select title from category c join document_category l on l.category_id = c.id where l.document_id = d.id limit 1) is not null as categorized
       from document d join "user" u on u.id = d.user_id join attachment a on a.id = d.attachment_id
       where d.title in ('本站的文档', '那边的文档') order by d.id`,
    ),
  ).toEqual([
    { title: "本站的文档", username: "here", name: "本站的文档.txt", owned: true, categorized: false },
    { title: "那边的文档", username: "那边的人", name: "那边的文档.txt", owned: true, categorized: true },
  ])
  expect(await rows("select * from comment where user_id = $1", [here.id])).toEqual(before)
  expect(
    await rows(
      `select c.content, u.username, d.title, p.content as parent from comment c join "user" u on u.id = c.user_id join document d on d.id = c.document_id
       left join comment p on p.id = c.parent_id where c.content like '那边的%' order by p.id nulls first`,
    ),
  ).toEqual([
    { content: "那边的评论", username: "那边的人", title: "那边的文档", parent: null },
    { content: "那边的回复", username: "那边的人", title: "那边的文档", parent: "那边的评论" },
  ])
  expect(
    await rows(
      "select a.title, u.username from article a join \"user\" u on u.id = a.user_id where title in ('本站的文章', '那边的文章') order by a.id",
    ),
  ).toEqual([
    { title: "本站的文章", username: "here" },
    { title: "那边的文章", username: "那边的人" },
  ])
  expect(await rows("select href from navigation where title = '那个人'")).toEqual([{ href: `/user/${moved!.id}` }])
  for (const [username, password] of [
    ["here", "correct horse 7"],
    ["那边的人", "那边的人"],
  ])
    expect((await app.call("POST /user/login", { username, password })).ok, username).toBe(true)
  // a third run has nothing to do, and removing the row there removes only its own row here
  await theirs.query("delete from mnt_comment where id = ?", [comment])
  await importFrom(app, "numbers")
  expect(await rows("select content from comment where content like '那边的%' or content like '本站的%' order by id")).toEqual([
    { content: "本站的评论" },
    { content: "那边的回复" },
  ])
})

test("what was changed on both sides stays as it is here and is reported; counters are added", async () => {
  await sourceSite("conflicts")
  const app = await testApp()
  const { rows } = libraryOf(app)
  await importFrom(app, "conflicts")
  await rows("update document set title = '这里的标题', view_count = view_count + 5 where id = 3")
  await rows("update \"user\" set signature = '这里的签名' where id = 3")
  await rows("update document set description = '只在这里改' where id = 4")
  await rows("delete from comment where id = 2")
  await theirs.query("update mnt_document set title = '那边的标题', view_count = view_count + 30, keywords = '只在那边改' where id = 3")
  await theirs.query("update mnt_user set signature = '那边的签名', address = '那边的地址' where id = 3")
  await theirs.query("update mnt_document set keywords = '新词' where id = 4")
  await theirs.query("update mnt_comment set content = '改了' where id = 2")
  const [before] = (await theirs.query("select view_count from mnt_document where id = 3")) as unknown as [{ view_count: number }[]]
  const { lines } = await importFrom(app, "conflicts")
  expect(lines).toContain("document 3\t两边都改了 title：这里是“这里的标题”，那边是“那边的标题”，保留了这里的")
  expect(lines).toContain("user 3\t两边都改了 signature：这里是“这里的签名”，那边是“那边的签名”，保留了这里的")
  expect(lines).toContain("comment 2\t那边改过，这里已经删除，所以没有再带过来")
  expect(lines.filter((line) => line.includes("两边都改了"))).toHaveLength(2)
  expect(await rows("select title, keywords, description, view_count from document where id in (3, 4) order by id")).toEqual([
    { title: "这里的标题", keywords: "只在那边改", description: expect.any(String), view_count: before[0]!.view_count + 5 },
    expect.objectContaining({ description: "只在这里改", keywords: "新词" }),
  ])
  expect(await rows('select signature, address from "user" where id = 3')).toEqual([{ signature: "这里的签名", address: "那边的地址" }])
  // the same conflict is not reported again, and the other side is preferred on request
  expect((await importFrom(app, "conflicts")).lines.filter((line) => line.includes("两边"))).toEqual([])
  await theirs.query("update mnt_document set title = '再改' where id = 3")
  const { lines: preferred } = await importFrom(app, "conflicts", { prefer: "there" })
  expect(preferred).toContain("document 3\t两边都改了 title：这里是“这里的标题”，那边是“再改”，保留了那边的")
  expect(await rows("select title from document where id = 3")).toEqual([{ title: "再改" }])
})

test("a document that was edited here and deleted there stays with its file and categories, and leaves with them otherwise", async () => {
  await sourceSite("kept")
  const app = await testApp()
  const { rows } = libraryOf(app)
  const user = await there.user("上传的人")
  const [kept, left] = [await there.document("留下的", user), await there.document("离开的", user)]
  await importFrom(app, "kept")
  await rows("update document set title = '在这里改过' where title = '留下的'")
  for (const id of [kept, left]) {
    await theirs.query("delete from mnt_document where id = ?", [id])
    await theirs.query("delete from mnt_attachment where type = 2 and type_id = ?", [id])
    await theirs.query("delete from mnt_document_category where document_id = ?", [id])
  }
  const { lines } = await importFrom(app, "kept")
  expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^document ${kept}\t那边删除了，这里改过，所以保留`)))
  expect(
    await rows(
      `select d.title, a.name, a.deleted_at, (select count(*)::int from document_category l where l.document_id = d.id) as categories
       from document d join attachment a on a.id = d.attachment_id where d.title in ('在这里改过', '离开的')`,
    ),
  ).toEqual([{ title: "在这里改过", name: "留下的.txt", deleted_at: null, categories: 1 }])
  expect(await rows("select deleted_at is not null as marked from attachment where name = '离开的.txt'")).toEqual([{ marked: true }])
})

test("a user who was deleted there stays if something here is theirs, and leaves otherwise", async () => {
  await sourceSite("leaving")
  const app = await testApp()
  const { rows } = libraryOf(app)
  const [writer, editor, idle] = [await there.user("在这里写的人"), await there.user("文档被改的人"), await there.user("没有内容的人")]
  const edited = await there.document("改过的", editor)
  await there.document("没有改的", idle)
  await theirs.query("insert into mnt_user_group (user_id, group_id, created_at) values (?, 2, '2026-11-23')", [writer])
  await importFrom(app, "leaving")
  const [subject] = await rows<{ id: string }>("select id from document where title = '没有改的'")
  const reply = await app.call(
    "POST /comment",
    { document_id: Number(subject!.id), content: "这里写的" },
    await app.login("在这里写的人", "在这里写的人"),
  )
  expect(reply).toMatchObject({ ok: true })
  await rows("update document set keywords = '这里改的' where title = '改过的'")
  await theirs.query("delete from mnt_document where id = ?; delete from mnt_user where id in (?, ?, ?)", [edited, writer, editor, idle])
  const { lines } = await importFrom(app, "leaving")
  expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^user ${writer}\t那边删除了，这里还有属于它的内容，所以保留`)))
  expect(await rows("select username from \"user\" where username like '%的人' order by id")).toEqual([
    { username: "在这里写的人" },
    { username: "文档被改的人" },
  ])
  expect((await importFrom(app, "leaving")).lines.filter((line) => line.includes("保留"))).toEqual([])
})

test("a user who was deleted there leaves, too, if the import breaks off after the users", async () => {
  await sourceSite("leaving_later")
  const app = await testApp()
  const { rows } = libraryOf(app)
  const id = await there.user("会离开的")
  const document = await there.document("后面的文档", 1)
  await importFrom(app, "leaving_later")
  await theirs.query("delete from mnt_user where id = ?", [id])
  await theirs.query("update mnt_document set keywords = '改过' where id = ?", [document])
  await rows(`create function cut() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`)
  await rows("create trigger cut before update on document for each statement execute function cut()")
  await expect(importFrom(app, "leaving_later")).rejects.toThrow("Failed query")
  await rows("drop trigger cut on document")
  await importFrom(app, "leaving_later")
  expect(await rows("select id from \"user\" where username = '会离开的'")).toEqual([])
})

test("counters are the numbers of rows after something was deleted on both sides, or stayed here", async () => {
  await sourceSite("counters")
  const app = await testApp()
  const { rows } = libraryOf(app)
  const [owner, reader] = [await there.user("主人"), await there.user("读的人")]
  const [read, edited] = [await there.document("评论过的", owner), await there.document("改过的", owner)]
  const comment = await there.comment("两边都删的", reader, read)
  await there.comment("留着的", reader, read)
  await theirs.query("update mnt_document set comment_count = 2 where id = ?", [read])
  await theirs.query("update mnt_user set comment_count = 2 where id = ?; update mnt_user set doc_count = 2 where id = ?", [reader, owner])
  await importFrom(app, "counters")
  const [imported] = await rows<{ id: string }>("select id from comment where content = '两边都删的'")
  expect(await app.call("DELETE /comment", { id: [Number(imported!.id)] }, await app.login("读的人", "读的人"))).toMatchObject({ ok: true })
  await rows("update document set keywords = '这里改的' where title = '改过的'")
  await theirs.query("delete from mnt_comment where id = ?; delete from mnt_document where id = ?", [comment, edited])
  await theirs.query("update mnt_document set comment_count = 1 where id = ?", [read])
  await theirs.query("update mnt_user set comment_count = 1 where id = ?; update mnt_user set doc_count = 1 where id = ?", [reader, owner])
  await importFrom(app, "counters")
  expect(await rows("select comment_count from document where title = '评论过的'")).toEqual([{ comment_count: 1 }])
  expect(await rows("select username, comment_count, doc_count from \"user\" where username in ('主人', '读的人') order by id")).toEqual([
    { username: "主人", comment_count: 0, doc_count: 2 },
    { username: "读的人", comment_count: 1, doc_count: 0 },
  ])
})

test("a password that was changed on the old site counts after a login here; one that was changed here stays", async () => {
  await sourceSite("passwords")
  const app = await testApp()
  await importFrom(app, "passwords")
  const login = (username: string, password: string) => app.call("POST /user/login", { username, password })
  const [names] = (await theirs.query("select id, username from mnt_user where id in (2, 3) order by id")) as unknown as [
    { id: number; username: string }[],
  ]
  for (const { id } of names) await theirs.query("update mnt_user set password = ? where id = ?", [hashOf("旧的口令"), id])
  await importFrom(app, "passwords")
  for (const { username } of names) expect((await login(username, "旧的口令")).ok, username).toBe(true)
  const [first, second] = names as [{ username: string; id: number }, { username: string; id: number }]
  const session = await login(second.username, "旧的口令")
  if (!session.ok || !("token" in session.data)) throw new Error("no login")
  const change = await app.call(
    "PUT /user/password",
    { old_password: "旧的口令", new_password: "another horse 8" },
    { ...second, token: session.data.token },
  )
  expect(change).toMatchObject({ ok: true })
  for (const { id } of names) await theirs.query("update mnt_user set password = ? where id = ?", [hashOf("那边改的口令"), id])
  const { lines } = await importFrom(app, "passwords")
  expect((await login(first.username, "那边改的口令")).ok).toBe(true)
  expect((await login(second.username, "another horse 8")).ok).toBe(true)
  expect(lines).toContain(`user ${second.id}\t两边都改了 password，保留了这里的`)
})

test("an account that was erased here gets nothing back, whichever side is preferred", async () => {
  await sourceSite("erased")
  const app = await testApp()
  await importFrom(app, "erased")
  const { rows } = libraryOf(app)
  await rows(
    "update \"user\" set username = 'erased', email = '', address = '', password = '', password_rehashed = true, closed_at = now() where id = 3",
  )
  await theirs.query("update mnt_user set address = '新地址', password = ?, email = 'back@example.org' where id = 3", [hashOf("回来")])
  await importFrom(app, "erased", { prefer: "there" })
  expect(await rows('select username, email, password, address, closed_at is null as open from "user" where id = 3')).toEqual([
    { username: "erased", email: "", password: "", address: "", open: false },
  ])
})

test("names that may occur once here are told apart, and a second row of the same kind is merged", async () => {
  await sourceSite("duplicates")
  const app = await testApp()
  await importFrom(app, "duplicates")
  const { rows } = libraryOf(app)
  await app.person("Doubler")
  await theirs.query("alter table mnt_user modify username varchar(64) character set utf8mb4 collate utf8mb4_bin")
  const user = await there.user("DOUBLER")
  const other = await there.user("doubler")
  await theirs.query(
    "insert into mnt_category (id, title, parent_id, type, enable, created_at) select 900, title, parent_id, type, 1, created_at from mnt_category where id = 1",
  )
  await theirs.query("alter table mnt_favorite drop index idx_user_document_type")
  await theirs.query("insert into mnt_favorite (id, user_id, document_id, type) values (900, 2, 4, 0), (901, 2, 4, 0)")
  await theirs.query("insert into mnt_report (id, document_id, user_id, reason, status) values (900, 4, 2, 1, 0), (901, 4, 2, 2, 0)")
  const { lines: foretold } = await importFrom(app, "duplicates", { dry: true })
  expect(await rows("select username from \"user\" where lower(username) like 'doubler%'")).toEqual([{ username: "Doubler" }])
  const { lines } = await importFrom(app, "duplicates")
  expect(foretold).toEqual(lines)
  expect(await rows('select username from "user" where lower(username) like \'doubler%\' order by username collate "C"')).toEqual([
    { username: `DOUBLER_${user}` },
    { username: "Doubler" },
    { username: `doubler_${other}` },
  ])
  expect(lines).toContainEqual(
    expect.stringMatching(new RegExp(`^user ${user}\tusername“DOUBLER”已经有了（\\d+ 号“Doubler”），改成“DOUBLER_${user}”$`)),
  )
  expect(await rows("select title from category where title like '%_900'")).toHaveLength(1)
  expect(lines).toContain("category 900\ttitle“高等教育”已经有了（1 号“高等教育”），改成“高等教育_900”")
  expect(lines).toContainEqual(expect.stringMatching(/^favorite 901\t和 \d+ 号是同一条（用户“[^”]+”、文档“[^”]+”），合并了$/))
  expect(lines).toContainEqual(expect.stringMatching(/^report 901\t和 \d+ 号是同一条（用户“[^”]+”、文档“[^”]+”），合并了$/))
  expect((await importFrom(app, "duplicates")).lines.filter((line) => line.includes("合并") || line.includes("改成"))).toEqual([])
})

test("another site is refused, and the same site at another address is not; a database that only looks alike changes nothing", async () => {
  await sourceSite("moved_from")
  const app = await testApp()
  await theirs.query("create database alike character set utf8mb4")
  await theirs.changeUser({ database: "alike" })
  await theirs.query(
    "create table mnt_user (id bigint primary key, name text); create table mnt_document (id bigint primary key); create table mnt_config (id bigint primary key)",
  )
  const samplesBefore = (await libraryOf(app).rows("select id from document")).length
  await expect(importFrom(app, "alike")).rejects.toThrow("不是同类网站的数据库，没有转入任何内容")
  expect((await libraryOf(app).rows("select id from document")).length).toBe(samplesBefore)
  await importFrom(app, "moved_from")
  await sourceSite("moved_to")
  const user = await there.user("搬家以后来的人")
  await importFrom(app, "moved_to")
  expect(await libraryOf(app).rows("select id from \"user\" where username = '搬家以后来的人'")).toEqual([{ id: String(user) }])
  await sourceSite("another")
  await theirs.query(
    "update mnt_user set created_at = '2001-01-01'; update mnt_document set uuid = reverse(uuid); update mnt_category set created_at = '2001-01-01'; update mnt_config set created_at = '2001-01-01'",
  )
  await expect(importFrom(app, "another")).rejects.toThrow("是从另一个网站")
})

for (const seed of [1, 20, 300])
  test(`random work on both sides between three runs leaves every row once, with its own owner, password and file (${seed})`, async () => {
    const database = `random_${seed}`
    await sourceSite(database)
    const app = await testApp()
    await importFrom(app, database)
    const onDoubt = (error: unknown) => {
      throw error
    }
    const sides = bothSides({ query: (statement, values) => theirs.query(statement, values), there, random: seeded(seed), onDoubt })
    await sides.open({ ...app, rows: libraryOf(app).rows })
    for (let run = 0; run < 3; run++) {
      for (let step = 0; step < 40; step++) await sides.work()
      await importFrom(app, database)
      expect(await sides.differences()).toEqual([])
    }
    expect(Math.min(sides.tally.here, sides.tally.there)).toBeGreaterThan(30)
  })
