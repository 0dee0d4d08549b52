import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import type { ProgressEvent } from "@/lib/contract/streams"
import { createSite } from "@/server/wire/site"
import { testApp, type TestUser, type TestApp } from "../../setup/test-app"

let app: TestApp
let server: Server
let base = ""
let owner: TestUser

beforeAll(async () => {
  app = await testApp()
  await app.startWorkers(1)
  owner = await app.person()
  const site = createSite(app, { trustedProxies: [], pages: null, log: app.log })
  server = createServer((req, res) => void site(req, res)).listen(0, "127.0.0.1")
  await new Promise((done) => server.once("listening", done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.closeAllConnections())

const submit = async (as: TestUser, title: string) => {
  const reply = await app.call("POST /document", { document: [{ attachment_id: await app.file(as), title }] }, as)
  if (!reply.ok) throw new Error(reply.message)
  return reply.data.document[0]!.uuid
}

/** Reads the stream until an event matches. */
const listen = async (as: TestUser, fits: (event: ProgressEvent) => boolean): Promise<ProgressEvent[]> => {
  const stop = new AbortController()
  const late = setTimeout(() => stop.abort(), 10_000)
  const reply = await fetch(`${base}/api/v1/document/progress`, { headers: { authorization: `Bearer ${as.token}` }, signal: stop.signal })
  expect(reply.headers.get("content-type")).toContain("text/event-stream")
  const seen: ProgressEvent[] = []
  let text = ""
  for await (const chunk of reply.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    seen.push(...[...text.matchAll(/data: (.*)\n\n/g)].slice(seen.length).map(([, data]) => JSON.parse(data!) as ProgressEvent))
    if (seen.some(fits)) break
  }
  clearTimeout(late)
  stop.abort()
  return seen
}

test("only the owner gets every step until the end [security: 8.2.2]", async () => {
  const otherUser = await app.person()
  const theirs = await submit(otherUser, "别人的")
  const heard = listen(owner, (event) => event.title === "我的" && event.status === DocumentStatus.converted)
  await submit(owner, "我的")
  const events = await heard
  expect(events.at(-1)).toMatchObject({ title: "我的", status: 2, pages: 3, converted_pages: 3 })
  expect(events.map((event) => event.uuid)).not.toContain(theirs)
})

test("a client that connects after the last step gets the result", async () => {
  const uuid = await submit(owner, "早就好了")
  await listen(owner, (event) => event.uuid === uuid && event.status === DocumentStatus.converted)
  const [first] = (await listen(owner, (event) => event.uuid === uuid)).filter((event) => event.uuid === uuid)
  expect(first).toMatchObject({ status: DocumentStatus.converted, converted_pages: 3 })
})

test("the stream requires a login", async () => {
  expect((await fetch(`${base}/api/v1/document/progress`)).status).toBe(401)
})

test("the stream ends with its session, wherever that is closed, and with a punishment [security: 7.4.1]", async () => {
  const elsewhere = await testApp({ connection: app.database.pool.options })
  const end = async (close: (person: TestUser) => Promise<unknown>) => {
    const person = await app.person()
    const stop = AbortSignal.timeout(10_000)
    const reply = await fetch(`${base}/api/v1/document/progress`, { headers: { authorization: `Bearer ${person.token}` }, signal: stop })
    const text = reply.text()
    await close(person)
    return text
  }
  expect(await end((person) => app.call("DELETE /user/logout", {}, person))).toContain("豆架")
  expect(await end((person) => elsewhere.call("DELETE /user/logout", {}, person))).toContain("豆架")
  const admin = await app.admin()
  const disable = (person: TestUser) => app.call("POST /punishment", { user_id: [person.id], type: [PunishmentType.account] }, admin)
  expect(await end(disable)).toContain("豆架")
})
