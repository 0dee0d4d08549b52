import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createCtx } from "@/server/context"
import { rehostPictures } from "@/server/modules/articles/article/remote-pictures.usecases"
import { createGuardedWeb } from "@/server/ports/web/guarded.web"
import { libraryOf } from "../../setup/library"
import { testApp } from "../../setup/test-app"

const pixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64")
let site = ""
const server = createServer((req, res) => {
  if (req.url === "/b.png?x=1&y=2") return void res.writeHead(200, { "content-type": "image/png" }).end(pixel)
  if (req.url === "/page") return void res.writeHead(200, { "content-type": "image/png" }).end("<script>x</script>")
  return void res.writeHead(404).end()
})
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
const app = await testApp({ web: createGuardedWeb({ allowed: ["127.0.0.1"], anyPort: true }) })
const library = libraryOf(app)
const author = await app.person()
const contentOf = async (identifier: string) => {
  const reply = await app.call("GET /article", { identifier })
  return reply.ok ? reply.data.content : ""
}
const run = (id: number) => rehostPictures(createCtx(app), { id }, new AbortController().signal)
const waiting = async () =>
  (
    await library.rows<{ id: string }>(
      "select data->>'id' as id from queue.job where name = 'rehost-pictures' and state in ('created', 'retry') order by created_on",
    )
  ).map(({ id }) => Number(id))

test("images of other sites are fetched by a job and belong to the article; anything else stays where it is", async () => {
  const plain = await library.article(author, "无图")
  const { id, identifier } = await library.article(author, "有图", {
    content: `<p>甲<img src="${site}/b.png?x=1&amp;y=2" alt="图"><img src="${site}/missing.png"><img src="${site}/page"></p>`,
  })
  expect(await waiting()).toEqual([id])
  await run(plain.id)
  await run(id)
  const content = await contentOf(identifier)
  const [, path] = /<img src="(\/uploads\/[^"]+)" alt="图" loading="lazy" width="1" height="1" \/>/.exec(content) ?? []
  expect(path).toBeDefined()
  expect(content).toContain(`<img src="${site}/missing.png"`)
  expect(content).toContain(`<img src="${site}/page"`)
  expect(await library.rows("select user_id::int, type, type_id::int from attachment where path = $1", [path])).toEqual([
    { user_id: author.id, type: 3, type_id: id },
  ])
  const before = await library.rows("select id from attachment")
  await run(id)
  expect(await contentOf(identifier)).toBe(content)
  expect(await library.rows("select id from attachment")).toHaveLength(before.length)
})

test("no address inside the network is fetched for an article", async () => {
  const guarded = await testApp()
  const written = await libraryOf(guarded).article(await guarded.person(), "探内网", {
    content: `<p>x</p><img src="${site}/b.png?x=1&amp;y=2"><img src="http://169.254.169.254/latest/meta-data">`,
  })
  await rehostPictures(createCtx(guarded), { id: written.id }, new AbortController().signal)
  const reply = await guarded.call("GET /article", { identifier: written.identifier })
  expect(reply.ok && reply.data.content).toBe(written.content)
})

test("an image on this site carries its dimensions, so that its space is reserved", async () => {
  await library.rows(
    "insert into attachment (sha256, hash, user_id, type, path, width, height) values (repeat('e', 64), repeat('f', 32), $1, 3, '/uploads/ee/e.webp', 640, 480)",
    [author.id],
  )
  const { content } = await library.article(author, "大小", { content: '<p>x</p><img src="/uploads/ee/e.webp">' })
  expect(content).toContain('<img src="/uploads/ee/e.webp" alt="" loading="lazy" width="640" height="480" />')
})

test("lists show an article's first picture without reading its content", async () => {
  const { id, identifier } = await library.article(author, "配图", {
    content: '<p>x</p><img src="/uploads/ee/e.webp"><img src="/uploads/ff/f.webp">',
  })
  const plain = await library.article(author, "无图", { content: "<p>没有图片</p>" })
  const listed = await app.call("GET /article/list", { user_id: [author.id], size: 20 })
  const covers = new Map(listed.ok ? listed.data.article.map((one) => [one.id, [one.cover, one.content]]) : [])
  expect([covers.get(id), covers.get(plain.id)]).toEqual([
    ["/uploads/ee/e.webp", ""],
    ["", ""],
  ])
  const one = await app.call("GET /article", { identifier })
  expect(one.ok && one.data.cover).toBe("/uploads/ee/e.webp")
})
