import { mkdir, rename } from "node:fs/promises"
import { expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { purgeExpired } from "@/server/modules/library/recycle/recycle.usecases"
import { libraryOf } from "../../setup/library"
import { openSources } from "../../setup/source-sites"
import { testApp } from "../../setup/test-app"

/* Rows of real old sites that this site could not show as they are. */

const { theirs, folder, sourceSite, importFrom, there } = await openSources()

test("each is mended and listed", async () => {
  await sourceSite("ugly")
  const app = await testApp()
  const { rows } = libraryOf(app)
  await theirs.query(`insert into mnt_category (id, title, parent_id, type, enable, created_at) values
    (801, '没有上级', 799, 0, 1, '2026-01-01'), (802, '圈里一', 803, 0, 1, '2026-01-01'), (803, '圈里二', 802, 0, 1, '2026-01-01'),
    (804, '自己的上级', 804, 0, 1, '2026-01-01'), (805, '圈外', 803, 0, 1, '2026-01-01'), (806, '怪类型', 0, 7, 1, '2026-01-01');
    insert into mnt_punishment (id, user_id, type, enable, created_at) values (801, 2, 9, 1, '2026-01-01');
    insert into mnt_advertisement (id, position, title, enable, created_at) values (801, 'index_side', '怪广告位', 1, '2026-01-01');
    insert into mnt_favorite (id, user_id, document_id, type, created_at) values (801, 2, 3, 7, '2026-01-01');
    update mnt_comment set type = 9 where id = 3; update mnt_banner set type = 9 where id = 2;
    insert into mnt_navigation (id, title, href, parent_id, enable) values (801, '坏地址', ' JavaScript:alert(1)', 0, 1), (802, '好地址', 'https://example.org/a', 0, 1);
    insert into mnt_friendlink (id, title, link, description, enable) values (801, '坏友链', 'java\\tscript:alert(1)', repeat('长', 1100), 1);
    update mnt_document set status = 99 where id = 3; update mnt_comment set status = 7 where id = 2;
    update mnt_user set password = 'plain text' where id = 3;
    update mnt_article set identifier = '关于 我们' where id = 8;
    alter table mnt_article add column source_url varchar(255); update mnt_article set source_url = 'javascript:alert(2)' where id = 9;
    alter table mnt_user add column deleted_at datetime; update mnt_user set deleted_at = '2025-05-05' where id = 4;
    alter table mnt_user add column favourite_colour varchar(10); update mnt_user set favourite_colour = 'red';
    insert into mnt_document_relate (id, document_id, related_document_id) values (1, 3, '4');
    create table mnt_prize (id bigint primary key, title text); insert into mnt_prize values (1, 'a'), (2, 'b');
    create table mnt_note (name varchar(20)); insert into mnt_note values ('x'), ('y'), ('z')`)
  const { lines: foretold } = await importFrom(app, "ugly", { dry: true })
  const { lines } = await importFrom(app, "ugly")
  expect(foretold).toEqual(lines)
  expect(await rows("select id, parent_id from category where id between 801 and 805 order by id")).toEqual(
    [
      [801, 0],
      [802, 0],
      [803, 802],
      [804, 0],
      [805, 803],
    ].map(([id, parent_id]) => ({ id: String(id), parent_id: String(parent_id) })),
  )
  for (const line of [
    "category 801\t上一级（799 号）不存在，移到了最上一级",
    "category 802\t是自己的上级，移到了最上一级",
    "category 804\t是自己的上级，移到了最上一级",
    "category 806\t类型 7 这里没有，改为文档",
    "punishment 801\t处罚类型 9 这里没有，改为禁用账号，并停用了",
    "advertisement 801\t广告位 index_side 这里没有，改为全局底部，并停用了",
    "favorite 801\t类型 7 这里没有，改为文档",
    "comment 3\t类型 9 这里没有，改为文档",
    "banner 2\t类型 9 这里没有，改为网站轮播图，并停用了",
    "navigation 801\thref 不是网址，清空了： JavaScript:alert(1)",
    "friendlink 801\tdescription 太长，只带过来前 1024 个字",
    "document 3\t状态 99 这里没有，改为待审核",
    "comment 2\t状态 7 这里没有，改为待审核",
    "article 8\t标识“关于 我们”不能做这里的网址，改成了“article-8”：/article/关于 我们 现在是 /article/article-8",
    "article 9\tsource_url 不是网址，清空了：javascript:alert(2)",
    "user 3\t口令的形式这里不认识，请这位用户用找回密码",
    "user 4\t在那边已经删除，这里作为已注销的账号，不能登录",
    "document_relate 0\t这张表的 1 条没有带过来：这里没有它的位置",
    "prize 0\t这张表的 2 条没有带过来：这里没有它的位置",
    "note 0\t这张表的 3 条没有带过来：这里没有它的位置",
    "user 0\t这些列没有带过来：favourite_colour",
  ])
    expect(lines).toContain(line)
  expect(lines).toContainEqual(expect.stringMatching(/^user_group 0\t这些列没有带过来：.*created_at/))
  expect(lines.filter((line) => line.startsWith("category "))).toHaveLength(4)
  expect(lines).toContainEqual(expect.stringMatching(/^friendlink 801\tlink 不是网址，清空了/))
  expect(await rows("select id, href from navigation where id in (801, 802) order by id")).toEqual([
    { id: "801", href: "" },
    { id: "802", href: "https://example.org/a" },
  ])
  expect(await rows("select type, enable from punishment where id = 801")).toEqual([{ type: 1, enable: false }])
  expect(await rows("select position, enable from advertisement where id = 801")).toEqual([{ position: "global_bottom", enable: false }])
  expect(await rows("select type, enable from banner where id = 2")).toEqual([{ type: 0, enable: false }])
  for (const [table, id] of [
    ["category", 806],
    ["favorite", 801],
    ["comment", 3],
  ] as const)
    expect(await rows(`select type from ${table} where id = ${id}`), table).toEqual([{ type: 0 }])
  // a later run neither lists them again nor undoes what staff have decided
  await rows("update punishment set enable = true, type = 2 where id = 801")
  const { lines: later } = await importFrom(app, "ugly")
  expect(later.filter((line) => /(类型|广告位) .*这里没有/.test(line))).toEqual([])
  expect(await rows("select type, enable from punishment where id = 801")).toEqual([{ type: 2, enable: true }])
  const [deleted] = await rows<{ username: string }>('select username from "user" where id = 4')
  expect((await app.call("POST /user/login", { username: deleted!.username, password: "reader-2" })).ok).toBe(false)
})

test("an article that cannot be sanitized arrives as text for a review, and rows of deleted documents are one line for each kind", async () => {
  await sourceSite("placeholders")
  const app = await testApp()
  const { rows } = libraryOf(app)
  const user = await there.user("写长文的人")
  const article = await there.article("太深的文章", user, `${"<div>".repeat(600)}正文${"</div>".repeat(600)}`)
  await theirs.query(`insert into mnt_document_score (id, document_id, user_id, score) values (901, 88001, 2, 400), (902, 88002, 2, 400);
    insert into mnt_download (id, document_id, user_id) values (901, 88001, 2), (902, 88001, 3), (903, 88002, 2)`)
  const { lines } = await importFrom(app, "placeholders")
  const [{ content, status } = { content: "", status: 0 }] = await rows<{ content: string; status: number }>(
    "select content, status from article where title = '太深的文章'",
  )
  expect([content.slice(0, 20), status]).toEqual(["<p>&lt;div&gt;&lt;di", 0])
  expect(lines).toContain(`article ${article}\t正文过于复杂，不能安全地显示：按原文的文字带过来了，状态为待审核，请改好再通过`)
  expect(lines).toContain("document_score 0\t2 条没有带过来：它所属的文档不存在，或者没有带过来（901、902 号）")
  expect(await rows("select id from download where id >= 901")).toHaveLength(3)
})

test("answers to comments that are not there stand for themselves, and stay so when their comment is deleted later", async () => {
  await sourceSite("answers")
  const app = await testApp()
  const { rows } = libraryOf(app)
  const user = await there.user("回复的人")
  const document = await there.document("有回复的文档", user)
  const deleted = await there.comment("在那边删除了", user, document)
  const first = await there.comment("没有上一条", user, document, deleted)
  await theirs.query("delete from mnt_comment where id = ?", [deleted])
  const circle = await there.comment("绕圈一", user, document, first + 2)
  await there.comment("绕圈二", user, document, circle)
  const lone = await there.comment("回复自己", user, document, first + 3)
  const above = await there.comment("上一条", user, document)
  const below = await there.comment("它的回复", user, document, above)
  const { lines: foretold } = await importFrom(app, "answers", { dry: true })
  const { lines } = await importFrom(app, "answers")
  expect(foretold).toEqual(lines)
  const threads = () =>
    rows(
      `select c.content, p.content as parent from comment c left join comment p on p.id = c.parent_id
       where c.document_id = (select id from document where title = '有回复的文档') and (c.parent_id = 0 or p.id is not null) order by c.id`,
    )
  expect([lone, circle]).toEqual([first + 3, first + 1])
  expect(await threads()).toEqual([
    { content: "没有上一条", parent: null },
    { content: "绕圈一", parent: null },
    { content: "绕圈二", parent: "绕圈一" },
    { content: "回复自己", parent: null },
    { content: "上一条", parent: null },
    { content: "它的回复", parent: "上一条" },
  ])
  expect(lines).toContain(`comment 0\t1 条改成了单独的评论：它们回复的评论不存在，或者没有带过来（${first} 号）`)
  for (const id of [circle, lone]) expect(lines).toContain(`comment ${id}\t回复的是自己，或者比它晚的评论，改成了单独的评论`)

  await theirs.query("delete from mnt_comment where id = ?", [above])
  await importFrom(app, "answers")
  expect((await threads()).slice(4)).toEqual([{ content: "它的回复", parent: null }])
  // it is nobody's edit: the answer leaves with its row
  await theirs.query("delete from mnt_comment where id = ?", [below])
  expect((await importFrom(app, "answers")).lines.filter((line) => line.includes("保留"))).toEqual([])
  expect((await threads()).slice(4)).toEqual([])
})

test("rows without a time take that of the row before them, in every run", async () => {
  await sourceSite("timeless")
  const app = await testApp()
  const { rows } = libraryOf(app)
  await theirs.query("set session sql_mode = ''")
  await theirs.query("update mnt_document set created_at = '0000-00-00 00:00:00', updated_at = null where id in (1, 4)")
  await theirs.query(
    "delete from mnt_friendlink; insert into mnt_friendlink (id, title, link, enable) values (1, '唯一的友链', 'https://example.org', 1)",
  )
  await importFrom(app, "timeless")
  // the only row of its table: as old as the first rows of the site
  const ofLink = () => rows<{ created_at: Date }>("select created_at from friendlink where link = 'https://example.org'")
  const [link] = await ofLink()
  const [oldest] = await rows<{ created_at: Date }>('select min(created_at) as created_at from "user"')
  expect(link!.created_at.getTime()).toBeLessThanOrEqual(oldest!.created_at.getTime())
  const times = () =>
    rows<{ id: string; created_at: Date; updated_at: Date }>("select id, created_at, updated_at from document order by id limit 5")
  const [first, second, third, fourth] = await times()
  expect([first!.created_at, first!.updated_at]).toEqual([second!.created_at, second!.created_at])
  expect([fourth!.created_at, fourth!.updated_at]).toEqual([third!.created_at, third!.created_at])
  const before = await times()
  await theirs.query("update mnt_document set keywords = '改了' where id = 4; update mnt_friendlink set title = '改了名' where id = 1")
  await importFrom(app, "timeless")
  expect(await times()).toEqual(before)
  expect(await ofLink()).toEqual([link])
})

test("categories count what visitors see, and old rows of the recycle bin wait a full period after the takeover", async () => {
  await sourceSite("counts")
  let now = new Date()
  const app = await testApp({ now: () => now })
  const { rows } = libraryOf(app)
  await theirs.query("update mnt_category set doc_count = 99915; update mnt_document set deleted_at = '2020-01-01' where id = 2")
  await importFrom(app, "counts")
  expect(
    await rows(
      `select k.id from category k where type = 0 and doc_count <> (select count(*) from document_category l join document d on d.id = l.document_id
       where l.category_id = k.id and d.deleted_at is null and d.status in (2, 5))`,
    ),
  ).toEqual([])
  const deleted = async () => (await rows("select id from document where id = 2")).length
  await purgeExpired(createCtx(app), () => false)
  expect(await deleted()).toBe(1)
  now = new Date(now.getTime() + 400 * 86_400_000)
  await purgeExpired(createCtx(app), () => false)
  expect(await deleted()).toBe(0)
})

test("the old number of a user, document, article or category leads to the new one while nothing else has it, and links follow", async () => {
  await sourceSite("old_numbers")
  const app = await testApp()
  const { rows, document, article } = libraryOf(app)
  await importFrom(app, "old_numbers")
  const here = await app.person("here")
  const ours = await document(here, "本站的文档")
  const ourArticle = await article(here, "本站的文章")
  const [ourCategory] = await rows<{ id: string }>("insert into category (title, type) values ('本站的分类', 0) returning id")
  const user = await there.user("那边的人")
  const theirCategory = await there.category("那边的分类")
  const theirDocument = await there.document("那边的文档", user, theirCategory)
  const theirArticle = await there.article("那边的文章", user)
  const link = (path: string) => `<a href="${path}">看</a>`
  const pathsThere = [`/user/${user}/article`, `/document/${theirDocument}#page=2`, `/article?category_id=${theirCategory}`]
  await there.article("有链接的文章", user, `<p>${[...pathsThere, "/document/999888777", "/article/about"].map(link).join("")}</p>`)
  await theirs.query("update mnt_config set value = ? where category = 'footer' and name = 'about'", [`/article/${theirArticle}`])
  const { lines } = await importFrom(app, "old_numbers")
  expect([user, theirDocument, theirArticle, theirCategory]).toEqual([here.id, ours.id, ourArticle.id, Number(ourCategory!.id)])
  const [moved] = await rows<{ id: string }>("select id from \"user\" where username = '那边的人'")
  expect(lines).toContain(`user ${user}\t编号 ${user} 在这里已经用过，改为 ${moved!.id}：/user/${user} 现在是 /user/${moved!.id}`)
  const idOf = async (table: string, title: string) =>
    Number((await rows<{ id: string }>(`select id from ${table} where title = $1`, [title]))[0]!.id)
  const [movedArticle, movedCategory] = [await idOf("article", "那边的文章"), await idOf("category", "那边的分类")]
  for (const [table, from, to] of [
    ["article", theirArticle, movedArticle],
    ["category", theirCategory, movedCategory],
  ] as const)
    expect(lines).toContain(`${table} ${from}\t编号 ${from} 在这里已经用过，改为 ${to}：/${table}/${from} 现在是 /${table}/${to}`)
  const [{ content } = { content: "" }] = await rows<{ content: string }>("select content from article where title = '有链接的文章'")
  expect([...content.matchAll(/href="([^"]*)"/g)].map(([, path]) => path)).toEqual([
    `/user/${moved!.id}/article`,
    `/document/${await idOf("document", "那边的文档")}#page=2`,
    `/article?category_id=${movedCategory}`,
    "/document/999888777",
    "/article/about",
  ])
  expect(await rows("select value from config where category = 'footer' and name = 'about'")).toEqual([
    { value: `/article/${movedArticle}` },
  ])
  expect(await app.call("GET /user", { id: user })).toMatchObject({ ok: true, data: { username: "here" } })
  expect(await app.call("GET /article", { id: theirArticle })).toMatchObject({ ok: true, data: { title: "本站的文章" } })
  expect(await app.call("GET /frame", {})).toMatchObject({ ok: true, data: { moved_category: [] } })
  expect(await app.call("GET /document", { id: theirDocument })).toMatchObject({ ok: true, data: { title: "本站的文档" } })
  await rows("delete from document where id = $1", [ours.id])
  await rows("delete from article where id = $1", [theirArticle])
  await rows("delete from category where id = $1", [theirCategory])
  await rows('delete from "user" where id = $1', [here.id])
  expect(await app.call("GET /article", { id: theirArticle })).toMatchObject({ ok: true, data: { id: movedArticle, title: "那边的文章" } })
  expect((await app.call("GET /article", { id: theirArticle, identifier: "没有" })).status).toBe(404)
  expect(await app.call("GET /frame", {})).toMatchObject({
    ok: true,
    data: { moved_category: [{ from: theirCategory, to: movedCategory }] },
  })
  expect(await app.call("GET /user", { id: user })).toMatchObject({ ok: true, data: { id: Number(moved!.id), username: "那边的人" } })
  await rows("update document set status = 2 where title = '那边的文档'")
  expect(await app.call("GET /document", { id: theirDocument })).toMatchObject({ ok: true, data: { title: "那边的文档" } })
  expect((await app.call("GET /user", { id: 999_999 })).status).toBe(404)
})

test("texts whose file was missing come with the file in a later run", async () => {
  await sourceSite("late_files")
  const app = await testApp()
  const { rows } = libraryOf(app)

  const hash = "38bfbf4e1da81204619537767f5812cf"
  const pagesFolder = `${folder}/documents/3/8/b/f/b`
  await mkdir(`${folder}/aside`, { recursive: true })
  await rename(pagesFolder, `${folder}/aside/b`)
  await importFrom(app, "late_files")
  const texts = () => rows("select text from page p join attachment a on a.sha256 = p.sha256 where a.hash = $1 and text <> ''", [hash])
  expect(await texts()).toEqual([])
  await rename(`${folder}/aside/b`, pagesFolder)
  await importFrom(app, "late_files")
  expect(await texts()).toHaveLength(6)
})
