import { expect, type APIRequestContext } from "@playwright/test"

type Values = Record<string, Record<string, string>>
type Row = { category: string; name: string; value: string }

/** A login counts as a confirmation for ten minutes: sessions shared by tests are renewed before that. */
export const confirmedMs = 5 * 60_000

let token = ""
let since = 0
/** Returns a token of the initial administrator, over the API; one login serves many tests. */
export const staffToken = async (request: APIRequestContext): Promise<string> => {
  if (token && Date.now() - since < confirmedMs) return token
  since = Date.now()
  const reply = await request.post("/api/v1/user/login", { data: { username: "admin", password: process.env.E2E_ADMIN_PASSWORD! } })
  expect(reply.ok(), await reply.text()).toBe(true)
  return (token = ((await reply.json()) as { token: string }).token)
}

/** Saves settings as staff do, permanently. */
export const saveSettings = async (request: APIRequestContext, config: Row[]) => {
  const reply = await request.put("/api/v1/config", { data: { config }, headers: { authorization: `Bearer ${await staffToken(request)}` } })
  expect(reply.ok(), await reply.text()).toBe(true)
}

/** Saves settings as staff do while `work` runs, then restores the previous ones. */
export const withSettings = async (request: APIRequestContext, values: Values, work: () => Promise<void>): Promise<void> => {
  const rows = Object.entries(values).flatMap(([category, group]) =>
    Object.entries(group).map(([name, value]) => ({ category, name, value })),
  )
  const query = Object.keys(values)
    .map((category) => `category=${category}`)
    .join("&")
  const before = await request.get(`/api/v1/config/list?${query}`, { headers: { authorization: `Bearer ${await staffToken(request)}` } })
  const { config } = (await before.json()) as { config: Row[] }
  const previousRows = rows.map(({ category, name }) => ({
    category,
    name,
    value: config.find((one) => one.category === category && one.name === name)?.value ?? "",
  }))
  await saveSettings(request, rows)
  try {
    await work()
  } finally {
    await saveSettings(request, previousRows)
  }
}
