import { spawn, type ChildProcess } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { freePort } from "../../scripts/lib/server.mjs"
import {
  attachmentOf,
  call,
  converted,
  cookie,
  register,
  send,
  submit,
  until,
  upload,
  type ClientUser,
  type Submitted,
} from "./support/client"
import { query, saveSetting } from "./support/database"
import { ownServer } from "./support/own-server"
import { newDataFolder, type DataFolder } from "./support/server"

/*
 * A real caching proxy in front of the site. The test is the CDN's interface: it removes the copies with the tags that the site would name,
 * as Cloudflare does. The site has no domain here, so it notes purges and sends none.
 */

const { server, data } = ownServer({ PAGE_CACHE_SECONDS: "3600", SAMPLES: "false" })
let folder: DataFolder
let proxy: ChildProcess
let url = ""
let person: ClientUser
let [hidden, open]: Submitted[] = []
const [hiddenTitle, openTitle] = ["会被藏起来的流体力学讲义", "一直公开的流体力学习题"]

const configuration = (port: number) => `${process.getuid?.() === 0 ? "user root;" : ""}
daemon off;
pid ${folder.path}/nginx.pid;
error_log stderr crit;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${folder.path}/body;
  proxy_temp_path ${folder.path}/temp;
  fastcgi_temp_path ${folder.path}/temp;
  uwsgi_temp_path ${folder.path}/temp;
  scgi_temp_path ${folder.path}/temp;
  proxy_cache_path ${folder.path}/cache keys_zone=pages:1m inactive=10m max_size=100m use_temp_path=off;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass ${server().url};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      # as a CDN: one copy for everybody, whatever cookie the visitor has
      proxy_cache pages;
      proxy_cache_key $request_uri;
      proxy_cache_revalidate on;
      add_header x-cache $upstream_cache_status always;
    }
  }
}
`

const page = (path: string, headers: Record<string, string> = {}) => send(`${url}${path}`, { headers })
const cacheOf = async (path: string, headers: Record<string, string> = {}) => (await page(path, headers)).headers["x-cache"]

/** The files of the proxy's copies. */
const copies = (): string[] =>
  readdirSync(join(folder.path, "cache"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
/** Removes what was sent with this tag; returns the addresses. */
const purge = (tag: string): string[] =>
  copies().flatMap((path) => {
    const text = readFileSync(path, "latin1")
    const tags = /\r\ncache-tag: ([^\r]*)/i.exec(text)?.[1]?.split(",") ?? []
    if (!tags.includes(tag)) return []
    rmSync(path)
    return [/\nKEY: ([^\n]*)/.exec(text)![1]!]
  })

beforeAll(async () => {
  folder = await newDataFolder()
  for (const name of ["body", "temp", "cache"]) mkdirSync(join(folder.path, name), { recursive: true })
  const port = await freePort()
  const file = join(folder.path, "nginx.conf")
  writeFileSync(file, configuration(port))
  proxy = spawn(existsSync("/usr/sbin/nginx") ? "/usr/sbin/nginx" : "nginx", ["-p", folder.path, "-c", file], { stdio: "inherit" })
  url = `http://127.0.0.1:${port}`
  await until("the proxy answers", async () => (await page("/readyz").catch(() => null))?.status === 200)
  person = await register(server().url, "behindcdn")
  const publish = async (title: string) => {
    const file = attachmentOf(await upload(server().url, person, `${title}.txt`, `${title} 的内容`))
    const document = await submit(server().url, person, file, title)
    await converted(server().url, document.uuid, person)
    return document
  }
  hidden = await publish(hiddenTitle)
  open = await publish(openTitle)
  for (const [name, value] of [
    ["cdn_provider", "cloudflare"],
    ["cdn_zone", "zone"],
    ["cdn_token", "token"],
  ] as const)
    await saveSetting(data().path, "ssr", name, value)
  await until("the settings are known", async () =>
    String((await send(`${server().url}/document/${open!.uuid}`)).headers["cache-control"]).includes("s-maxage"),
  )
})
afterAll(async () => {
  const ended = new Promise((done) => proxy?.once("exit", done) ?? done(null))
  proxy?.kill("SIGTERM")
  if (proxy) await ended
  await folder?.remove()
})

test("the proxy keeps pages of documents, articles and users, and asks for lists each time", async () => {
  for (const path of [`/document/${open!.uuid}`, "/article/about", `/user/${person.id}`]) {
    await page(path)
    const again = await page(path)
    expect({ path, cache: again.headers["x-cache"], status: again.status }).toEqual({ path, cache: "HIT", status: 200 })
    expect(String(again.headers["cache-control"])).toContain("s-maxage=60, stale-while-revalidate=30")
    // a copy in a browser is checked each time
    expect(String(again.headers["cache-control"])).toContain("max-age=0")
  }
  for (const path of ["/", "/category", "/search?wd=流体", "/article"]) {
    await page(path)
    expect({ path, cache: await cacheOf(path) }).not.toEqual({ path, cache: "HIT" })
  }
})

test("everybody gets the same bytes from the proxy, and nothing personal is ever kept", async () => {
  const path = `/document/${open!.uuid}`
  const visitor = await page(path)
  const mine = await page(path, cookie(person))
  expect(mine.headers["x-cache"]).toBe("HIT")
  expect(mine.body.equals(visitor.body)).toBe(true)
  for (const private_ of ["/me", "/admin/dashboard", "/login", "/api/v1/user", "/api/v1/settings"]) {
    await page(private_, cookie(person))
    expect({ private_, cache: await cacheOf(private_, cookie(person)) }).not.toEqual({ private_, cache: "HIT" })
    expect({ private_, cache: await cacheOf(private_) }).not.toEqual({ private_, cache: "HIT" })
  }
  // the page of a user for itself has its address, which nobody else sees
  expect(copies().filter((path) => readFileSync(path, "latin1").includes(person.token))).toEqual([])
})

test("after a document is hidden and its tag is purged, no copy of any page shows it, and its owner still reads it", async () => {
  const address = `/document/${hidden!.uuid}`
  const author = `/user/${person.id}`
  const paths = [address, `/embed/${hidden!.uuid}`, `/document/${open!.uuid}`, author, `${author}/document`, "/", "/category"]
  for (const path of paths) await page(path)
  expect(await cacheOf(address)).toBe("HIT")
  const reply = await call(server().url, "PUT /document/visibility", { document_id: [hidden!.id], visibility: 3 }, person)
  expect(reply.status).toBe(200)
  await until("the purge is noted", async () => {
    const rows = await query<{ target: string }>(data().path, "select target from cdn_purge")
    return rows.some(({ target }) => target === hidden!.uuid)
  })
  expect(purge(`document-${hidden!.uuid}`)).toContain(address)
  for (const path of paths) {
    const { status, body } = await page(path)
    expect({ path, shows: body.includes(hiddenTitle) }).toEqual({ path, shows: false })
    expect({ path, status }).toEqual({ path, status: path.includes(hidden!.uuid) ? 404 : 200 })
  }
  // its 404 is not kept, so the owner gets the page, and the page is not kept either
  const mine = await page(address, cookie(person))
  expect({ status: mine.status, caching: mine.headers["cache-control"] }).toEqual({ status: 200, caching: "private, no-store" })
  expect((await page(address)).status).toBe(404)
  expect(copies().filter((path) => readFileSync(path, "latin1").includes(`KEY: ${address}\n`))).toEqual([])
})
