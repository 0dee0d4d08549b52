import { inArray } from "drizzle-orm"
import { beforeAll, expect } from "vitest"
import { documentTable } from "../../server/modules/library/document/document.table"
import { testApp, until, type TestUser, type TestApp } from "./test-app"

/** A site for the tests of one file, with two documents and an article that can be searched. */
export const searchWorld = () => {
  const world = {} as { app: TestApp; owner: TestUser; admin: TestUser }
  const publish = async (title: string, content: string, extra: object = {}) => {
    const attachment_id = await world.app.file(world.owner, "样例.txt", content)
    const reply = await world.app.call("POST /document", { document: [{ attachment_id, title, ...extra }] }, world.owner)
    if (!reply.ok) throw new Error(reply.message)
    const made = reply.data.document[0]!
    await until(
      async () =>
        (
          await world.app.database.db
            .select()
            .from(documentTable)
            .where(inArray(documentTable.id, [made.id]))
        )[0]?.status === 2,
    )
    return made
  }
  /** Waits until the index contains everything that was published. */
  const indexed = async (wd: string, total: number) => until(async () => (await searchResult({ wd })).total === total)
  const searchResult = async (input: Record<string, unknown>, as?: TestUser) => {
    const reply = await world.app.call("GET /search", input, as)
    if (!reply.ok) throw new Error(reply.message)
    return reply.data
  }

  beforeAll(async () => {
    world.app = await testApp()
    world.owner = await world.app.person()
    world.admin = await world.app.admin()
    await world.app.startWorkers(2)
    await publish("字体设置指南", "先讲安装，再讲字体设置的步骤", { keywords: "排版,字号", price: 3 })
    await publish("读书笔记 <b>第一册</b>", "山高月小，水落石出")
    const article = { title: "字体的历史", content: "<p>活字印刷&amp;字体<br>a &lt; b</p><p>PostgreSQL</p>", keywords: "活字" }
    expect(await world.app.call("POST /article", article, world.admin)).toMatchObject({ ok: true })
    await indexed("字体", 2)
    await indexed("读书笔记", 1)
  })
  return { world, publish, indexed, searchResult }
}
