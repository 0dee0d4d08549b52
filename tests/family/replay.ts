import { callOf } from "../../lib/contract/contract"
import type { TestUser, TestApp } from "../setup/test-app"
import { passwordOf, readableHash, withOurPicture, type FamilySite } from "./fixture"
import { fieldsOf, lacks } from "./fields"
import { callNameOf, readAnswers, type RecordedRequest, type Role, type FixtureRow } from "./recording"
import { prepare, tableOf } from "./stand-ins"

/* Sending a recorded request, and what is wrong with the answer. */

type People = Record<Role, TestUser | undefined>

const enter = async (app: TestApp, id: number, username: string): Promise<TestUser> => {
  const reply = await app.call("POST /user/login", { username, password: passwordOf(id) })
  if (!reply.ok) throw new Error(reply.message)
  return { id, username, token: reply.data.token }
}

/** The people who ask: the recorded user and administrator. */
export const enterPeople = async (app: TestApp): Promise<People> => ({
  visitor: undefined,
  user: await enter(app, 3, "reader02"),
  admin: await enter(app, 1, "admin"),
})

/** Replays one request and says what is wrong with the answer: [] when nothing is. */
export const replayer = async (app: TestApp, site: string, family: FamilySite) => {
  const people = await enterPeople(app)
  const visibleFields = shownBy(readAnswers().filter(({ status, answer }) => status === 200 && answer))
  const rowOf = ({ method, path, body }: RecordedRequest) =>
    method === "PUT" && typeof body?.id === "number" ? family.row(tableOf(path), body.id) : undefined
  return async (recorded: RecordedRequest): Promise<string[]> => {
    const request = JSON.parse(withOurPicture(JSON.stringify(recorded))) as RecordedRequest
    for (const { text, values } of prepare(request)) await family.query(text, values)
    const before = await rowOf(request)
    const response = await send(site, request, people)
    const body = await response.text()
    if (response.status !== 200) return [`${response.status} ${body.slice(0, 200)}`]
    if (!response.headers.get("content-type")?.includes("json")) return []
    const problems = lacks(JSON.parse(body), visibleFields(request))
    const after = await rowOf(request)
    return before && after ? [...problems, ...wrongColumns(await storedAs(family, request), before, after)] : problems
  }
}

/** A document's language is stored as its code, also where a client names it. */
const storedAs = async (family: FamilySite, request: RecordedRequest): Promise<RecordedRequest> => {
  const name = request.body?.language
  if (!request.path.endsWith("/document") || typeof name !== "string") return request
  const { rows } = (await family.query("select code from language where language = $1", [name])) as { rows: { code: string }[] }
  return { ...request, body: { ...request.body, language: rows[0]?.code ?? name } }
}

/** A request with a token comes from somebody, also on screens where nobody is signed in at first. */
const senderOf = ({ as, authorization }: RecordedRequest): Role => (as === "visitor" && authorization ? "user" : as)

const levels: Record<Role, string[]> = { visitor: ["anonymous"], user: ["anonymous", "user"], admin: ["anonymous", "user", "admin"] }
/** The fields that the recorded server shows for a call, to its caller or to users with fewer rights. */
const shownBy = (answers: ReturnType<typeof readAnswers>) => (request: RecordedRequest) =>
  new Map(
    answers
      .filter(({ as, method }) => levels[senderOf(request)].includes(as) && method === request.method)
      .filter(({ url }) => url.split("?")[0] === request.path)
      .flatMap(({ answer }) => [...fieldsOf(answer)]),
  )

const queryOf = (query: RecordedRequest["query"]) => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) for (const one of [value].flat()) search.append(name, one)
  return search.size ? `?${search.toString()}` : ""
}

/** One transparent pixel. */
const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64")

const bodyOf = ({ body, content_type }: RecordedRequest): { body?: BodyInit; headers: Record<string, string> } => {
  if (!content_type) return { headers: {} }
  if (content_type.startsWith("application/json")) return { body: JSON.stringify(body), headers: { "content-type": content_type } }
  const form = new FormData()
  const name = String(body!.file).slice(1, -1)
  form.append("file", new Blob([name.endsWith(".png") ? png : "第一行文字"]), name)
  return { body: form, headers: {} }
}

/** The request as its client sends it; `/download/<signed>` is the address that the site gives for a document. */
const send = async (site: string, request: RecordedRequest, people: People): Promise<Response> => {
  const person = people[senderOf(request)]
  const { body, headers } = bodyOf(request)
  const login = request.authorization && person ? { authorization: `${request.authorization} ${person.token}` } : undefined
  const path = request.path.replace("<hash>", readableHash).replace("<n>", "1")
  if (path.startsWith("/download/")) return fetch(`${site}${await downloadAddress(site, people.user!)}`)
  return fetch(`${site}${path}${queryOf(request.query)}`, { method: request.method, body, headers: { ...headers, ...login } })
}

const downloadAddress = async (site: string, person: TestUser): Promise<string> => {
  const reply = await fetch(`${site}/api/v1/document/download?id=10`, { headers: { authorization: `Bearer ${person.token}` } })
  return new URL(((await reply.json()) as { url: string }).url, site).pathname
}

const comparable = (value: unknown) =>
  JSON.stringify(typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value) : value)
/** Columns that change by themselves, or whose new value nobody may know. */
const unpredictable = ["updated_at", "operators", "password", "password_issued"]

/** Columns that a PUT changed although the contract does not let it, or did not change although they were sent. */
const wrongColumns = (request: RecordedRequest, before: FixtureRow, after: FixtureRow): string[] => {
  const input = callOf(callNameOf(request))?.input as { shape?: Record<string, unknown> } | undefined
  return Object.keys(after).flatMap((name) => {
    const sent = request.body?.[name]
    const expectedValue = sent !== undefined && input?.shape?.[name] ? sent : before[name]
    const same = unpredictable.includes(name) || comparable(after[name]) === comparable(expectedValue)
    return same ? [] : [`${name} is ${comparable(after[name])}, not ${comparable(expectedValue)}`]
  })
}
