import { expect } from "vitest"
import { DocumentVisibility } from "../../lib/contract/library/document.enums"
import { bearer, send } from "../process/support/client"
import { readingApp } from "./reading"
import { siteOf } from "./site"
import type { TestUser } from "./test-app"

/** A document that is not for everybody, with words that only its pages contain. */
export type SharedDocument = { id: number; uuid: string; title: string; text: string }
type Made = { visibility?: number; preview?: number; price?: number }

export const api = (path: string) => `/api/v1${path}`
export const download = ({ id }: SharedDocument) => api(`/document/download?id=${id}`)

/** A site with an owner of hidden documents, share links for them, and browsers that open the links. */
export const shareWorld = async () => {
  const { app, library, read, owner, other, admin } = await readingApp()
  await library.set("download", { times_every_day: 1_000, times_every_ip: 1_000, enable_guest_download: true })
  await library.set("display", { enable_text_layer: true })
  const base = await siteOf(app, ["127.0.0.1"])

  const make = async (
    title: string,
    { visibility = DocumentVisibility.owner, preview = 0, ...more }: Made = {},
  ): Promise<SharedDocument> => {
    const text = `密语${[...title].reverse().join("")}`
    const made = await read.submit(owner, title, { pages: [text, text, text] }, more)
    const group_id = visibility === DocumentVisibility.groups ? [await library.onlyGroup(await app.person(), { enable_upload: true })] : []
    const set = { document_id: [made.id], visibility, group_id }
    expect(await app.call("PUT /document/visibility", set, visibility === DocumentVisibility.groups ? admin : owner)).toMatchObject({
      ok: true,
    })
    if (preview) await read.change(made.uuid, `preview = ${preview}`)
    return { id: made.id, uuid: made.uuid, title, text }
  }

  /** A browser with its own cookie and network address. */
  let browsers = 0
  const browser = (as: TestUser | null = null, ip = `198.51.100.${(++browsers % 250) + 1}`) => {
    let jar = ""
    let user = as
    const headers = () => ({ ...bearer(user), ...(jar && { cookie: jar }), "x-forwarded-for": ip })
    const get = async (path: string) => {
      const answer = await send(base + path, { headers: headers() })
      return { ...answer, text: answer.body.toString("utf8") }
    }
    const open = async (key: string, password?: string) => {
      const body = JSON.stringify({ key, ...(password !== undefined && { password }) })
      const answer = await send(`${base}/api/v1/document/share/open`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers() },
        body,
      })
      for (const line of [answer.headers["set-cookie"] ?? []].flat()) {
        expect(line).toMatch(/^doujia_visitor=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
        jar = line.split(";", 1)[0]!
      }
      return answer
    }
    const state = async (key: string) => (await get(`/api/v1/document/share?key=${key}`)).json
    const logIn = (newUser: TestUser) => void (user = newUser)
    return { get, open, state, logIn, jar: () => jar }
  }

  const create = async (document_id: number, more: object = {}, as: TestUser = owner) => {
    const reply = await app.call("POST /document/share", { document_id, ...more }, as)
    if (!reply.ok) throw new Error(reply.message)
    return reply.data
  }
  const statusOf = async (input: object, as?: TestUser) => {
    const reply = await app.call("POST /document/share", input as { document_id: number }, as)
    return reply.ok ? 200 : reply.status
  }
  const opened = async (visitor: ReturnType<typeof browser>, document: SharedDocument, more: object = { download: true }) => {
    const link = await create(document.id, more)
    expect((await visitor.open(link.key)).status).toBe(200)
    expect((await visitor.get(`/view/page/${document.uuid}/1.svg`)).status).toBe(200)
    return link
  }
  return { app, library, read, owner, other, admin, base, make, browser, create, statusOf, opened }
}
export type ShareBrowser = ReturnType<Awaited<ReturnType<typeof shareWorld>>["browser"]>
