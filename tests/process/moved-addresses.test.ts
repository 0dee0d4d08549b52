import { execFile } from "node:child_process"
import { cp, mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { gunzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { startMariaDb } from "../setup/mariadb"
import { withoutConfiguration } from "../setup/no-configuration"
import { closeAtTheEnd } from "../setup/opened"
import { sourceRows } from "../setup/source-rows"
import { send, someAddress, until } from "./support/client"
import { query } from "./support/database"
import { ownServer } from "./support/own-server"

/* Addresses of a site that was taken over, as the built site answers them; which rows get other numbers: tests/api/collecting. */

const { server, build, data } = ownServer({ SAMPLES: "false", RENDERINGS_PER_SECOND: "1000" })

const rows = <T extends object>(statement: string, values: unknown[] = []) => query<T>(data().path, statement, values)
const idOf = async (table: string, column: string, value: string): Promise<number> =>
  Number((await rows<{ id: string }>(`select id from "${table}" where ${column} = $1`, [value]))[0]!.id)

const get = (path: string) => send(`${server().url}${path}`, { headers: { "x-forwarded-for": someAddress() } })
/** Returns the status of a page and, for a redirect, the path where it leads. */
const answerTo = async (path: string): Promise<[status: number, path: string]> => {
  const { status, headers } = await get(path)
  const target = headers["location"] ? new URL(String(headers["location"]), server().url) : null
  return [status, target ? target.pathname + target.search : ""]
}

/** Starts a source with the recorded rows and a copy of their files. */
const openSource = async () => {
  const recorded = join(import.meta.dirname, "../import")
  const folder = await mkdtemp(join(tmpdir(), "moved-addresses-"))
  closeAtTheEnd(() => rm(folder, { recursive: true, force: true }))
  await cp(join(recorded, "site"), folder, { recursive: true })
  const maria = await startMariaDb()
  const theirs = await maria.connect()
  closeAtTheEnd(async () => theirs.destroy())
  await theirs.query("create database family character set utf8mb4")
  await theirs.changeUser({ database: "family" })
  await theirs.query(gunzipSync(await readFile(join(recorded, "database.sql.gz"))).toString("utf8"))
  const args = ["--data", data().path, "--from", maria.address("family"), "--files", folder, "--timezone", "+00:00", "--accept-missing"]
  const takeOver = () =>
    promisify(execFile)(process.execPath, [join(build().main, "../import.mjs"), ...args], {
      env: { ...withoutConfiguration(), NODE_ENV: "production" },
    })
  return { there: sourceRows((statement, values) => theirs.query(statement, values), folder), takeOver }
}

test(
  "old numbers lead to the imported rows where nothing else has them, links follow, and a row that was there first keeps its address",
  { timeout: 600_000 },
  async () => {
    const { there, takeOver } = await openSource()
    await takeOver()
    // rows of this site that have the next number, and numbers whose row has been deleted
    await rows(`insert into "user" (username) values ('本站的人')`)
    await rows("insert into category (title, type) values ('本站的分类', 0)")
    for (const table of ["document", "article"]) await rows(`select nextval(pg_get_serial_sequence($1, 'id'))`, [table])
    const first = await there.user("那边先来的人")
    const second = await there.user("那边后来的人")
    const firstCategory = await there.category("那边的分类甲")
    await rows("select nextval(pg_get_serial_sequence('category', 'id')), nextval(pg_get_serial_sequence($1, 'id'))", ['"user"'])
    const secondCategory = await there.category("那边的分类乙")
    const document = await there.document("那边的文档", second, secondCategory)
    const article = await there.article("moved", second)
    const old = [`/user/${second}`, `/document/${document}`, `/article/${article}`, `/category/${secondCategory}`]
    const links = old.map((path) => `<a href="${path}">看</a>`).join("")
    await there.article("linking", second, `<p>${links}</p>`)
    await takeOver()

    const [user, category] = [await idOf("user", "username", "那边后来的人"), await idOf("category", "title", "那边的分类乙")]
    const [movedDocument, movedArticle] = [await idOf("document", "title", "那边的文档"), await idOf("article", "title", "moved")]
    expect([user, category, movedDocument, movedArticle].map((id, at) => id === [second, secondCategory, document, article][at])).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect([await idOf("user", "username", "本站的人"), await idOf("category", "title", "本站的分类")]).toEqual([first, firstCategory])
    const [uuids] = await rows<{ uuid: string }>("select uuid from document where title = '那边的文档'")
    const identifierOf = async (title: string) =>
      (await rows<{ identifier: string }>("select identifier from article where title = $1", [title]))[0]!.identifier
    // a document is readable once it has been converted
    await until("the document can be read", async () => (await answerTo(`/document/${uuids!.uuid}`))[0] === 200, 120_000)

    const expected = [
      `/user/${user}`,
      `/document/${uuids!.uuid}`,
      `/article/${encodeURIComponent(await identifierOf("moved"))}`,
      `/category/${category}`,
    ]
    for (const [at, path] of old.entries()) {
      expect(await answerTo(path), path).toEqual([301, expected[at]])
      expect((await answerTo(expected[at]!))[0], expected[at]).toBe(200)
    }
    expect(await answerTo(`/user/${second}/article`)).toEqual([301, `/user/${user}/article`])

    for (const [path, text] of [
      [`/user/${first}`, "本站的人"],
      [`/category/${firstCategory}`, "本站的分类"],
    ] as const) {
      const { status, body } = await get(path)
      expect([status, body.toString("utf8").includes(text)], path).toEqual([200, true])
    }

    const page = await get(`/article/${encodeURIComponent(await identifierOf("linking"))}`)
    const text = page.body.toString("utf8")
    const written = [`/user/${user}`, `/document/${movedDocument}`, `/article/${movedArticle}`, `/category/${category}`]
    for (const path of written) expect(text, path).toContain(`href="${path}"`)
    for (const path of written) expect([200, 301], path).toContain((await answerTo(path))[0])
    expect((await answerTo("/user/999999"))[0]).toBe(404)
  },
)
