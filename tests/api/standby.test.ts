import { drizzle } from "drizzle-orm/node-postgres"
import { Pool } from "pg"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Call } from "@/lib/contract/area"
import { contract, keys } from "@/lib/contract/contract"
import type { Standby } from "@/server/db/standby"
import { libraryOf } from "../setup/library"
import { ownDatabase } from "../setup/own-database"
import { testApp, type TestApp, type TestUser } from "../setup/test-app"

/* What is read from a standby: here a read-only connection to the same database, which refuses every write. */

let app: TestApp
let owner: TestUser
let document: { id: number; uuid: string }
let article: { id: number; identifier: string }
let isBehind = false
let changes = 0
let reads: ("standby" | "primary")[] = []

beforeAll(async () => {
  const connection = await ownDatabase()
  const pool = new Pool({ ...connection, max: 5, options: "-c default_transaction_read_only=on" })
  const standby: Standby = {
    db: drizzle(pool),
    connection,
    read: (onStandby, onPrimary) => {
      reads.push(isBehind ? "primary" : "standby")
      return isBehind ? onPrimary() : onStandby()
    },
    behind: () => void (changes += 1),
    follow: () => undefined,
    close: () => pool.end(),
  }
  app = await testApp({ connection, standby })
  owner = await app.person()
  document = await libraryOf(app).document(owner, "备库里的文档")
  await app.database.pool.query("update document set status = 2, pages = 1 where id = $1", [document.id])
  article = await libraryOf(app).article(owner, "备库里的文章")
})
beforeEach(() => {
  isBehind = false
  reads = []
})

const request = { id: "test", ip: "203.0.113.9", user_agent: "test", token: "", as_text: true }
const shared = keys.filter((key) => (contract[key] as Call).shared !== undefined)

describe("calls whose answer is the same for every visitor", () => {
  test.each(shared)("%s writes nothing", async (key) => {
    const inputs = [
      {},
      { id: document.id, uuid: document.uuid },
      { id: article.id, identifier: article.identifier },
      { uuid: document.uuid, page: 1, size: 10, type: 0 },
    ]
    for (const input of inputs) {
      const reply = await app.dispatch(key, input, { ...request, prefetch: true })
      expect(reply.ok ? 200 : reply.status, JSON.stringify(input)).toBeLessThan(500)
    }
  })

  test("a visitor's list and document are read from the standby, and from the primary while it is behind", async () => {
    expect(await app.dispatch("GET /document/list", {}, request)).toMatchObject({ ok: true })
    expect(await app.dispatch("GET /document", { uuid: document.uuid }, request)).toMatchObject({ ok: true })
    isBehind = true
    expect(await app.dispatch("GET /document", { uuid: document.uuid }, request)).toMatchObject({ ok: true })
    expect(reads).toEqual(["standby", "standby", "primary"])
  })

  test("what a logged-in user reads and writes stays with the primary", async () => {
    expect(await app.call("GET /document", { uuid: document.uuid }, owner)).toMatchObject({ ok: true })
    expect(await app.call("PUT /document", { id: document.id, title: "改过的文档" }, owner)).toMatchObject({ ok: true })
    expect(reads).toEqual([])
  })

  test("an announced change says that the standby is behind", async () => {
    const before = changes
    expect(await app.call("PUT /document", { id: document.id, title: "又改过的文档" }, owner)).toMatchObject({ ok: true })
    expect(changes).toBeGreaterThan(before)
  })
})
