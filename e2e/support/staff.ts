import type { APIRequestContext, Page } from "@playwright/test"
import { answerCaptcha } from "../../tests/setup/pow"
import { confirmedMs } from "./site"
import { expect } from "./test"

type LoggedIn = { token: string; user: { id: number } }
const sessions = new Map<string, LoggedIn & { since: number }>()

/** Starts a session of this user. */
const logInAnew = async (request: APIRequestContext, username: string, password: string): Promise<LoggedIn> => {
  const captcha = await answerCaptcha((await (await request.get("/api/v1/user/captcha?type=login")).json()) as object)
  const reply = await request.post("/api/v1/user/login", { data: { username, password, ...captcha } })
  expect(reply.ok(), await reply.text()).toBe(true)
  return (await reply.json()) as LoggedIn
}

/** Returns a session of this user, shared by many tests: no test may end it. */
export const logIn = async (request: APIRequestContext, username: string, password: string): Promise<LoggedIn> => {
  const cachedSession = sessions.get(username)
  if (cachedSession && Date.now() - cachedSession.since < confirmedMs) return cachedSession
  const session = await logInAnew(request, username, password)
  sessions.set(username, { ...session, since: Date.now() })
  return session
}

/** Logs in with the form on the current page. */
export const logInByForm = async (page: Page, username: string, password: string): Promise<void> => {
  await page.getByLabel("用户名").fill(username)
  await page.getByLabel("密码", { exact: true }).fill(password)
  await page.getByRole("button", { name: "登录", exact: true }).click()
}

/** Makes this browser open its pages as that user. */
const enter = async (page: Page, baseURL: string, { token, user }: LoggedIn) => {
  await page.context().addCookies([
    { name: "doujia_session", value: token, url: baseURL, httpOnly: true, sameSite: "Lax" },
    { name: "doujia_in", value: "1", url: baseURL, sameSite: "Lax" },
  ])
  await page.addInitScript(
    ([key, who]) => {
      // a sandboxed frame inside the page has no storage
      if (window !== window.top) return
      if (sessionStorage.getItem("e2e-entered")) return
      sessionStorage.setItem("e2e-entered", "1")
      localStorage.setItem("token", key!)
      localStorage.setItem("user", who!)
    },
    [token, JSON.stringify(user)],
  )
}

export type AdminCaller = (method: "get" | "post" | "put" | "delete", path: string, input?: object) => Promise<Record<string, unknown>>

/** Logs in as the initial administrator, in this browser and over the API. */
export const enterAsAdmin = async (page: Page, request: APIRequestContext, baseURL: string): Promise<AdminCaller> => {
  const session = await logIn(request, "admin", process.env.E2E_ADMIN_PASSWORD!)
  await enter(page, baseURL, session)
  return async (method, path, input) => {
    const reply = await request[method](`/api/v1${path}`, {
      headers: { authorization: `Bearer ${session.token}` },
      ...(input ? { data: input } : {}),
    })
    expect(reply.ok(), await reply.text()).toBe(true)
    return (await reply.json()) as Record<string, unknown>
  }
}

/** Logs in as the initial administrator in this browser, with a session of its own that the test may end. */
export const enterAsAdminAnew = async (page: Page, request: APIRequestContext, baseURL: string): Promise<void> =>
  enter(page, baseURL, await logInAnew(request, "admin", process.env.E2E_ADMIN_PASSWORD!))

/** Logs in as a staff user with exactly these permissions. */
export const enterAsStaff = async (
  page: Page,
  request: APIRequestContext,
  baseURL: string,
  call: AdminCaller,
  names: string[],
): Promise<void> => {
  const mark = Date.now().toString(36)
  const group = (await call("post", "/group", { title: `职员 ${mark}` })) as { id: number }
  const list = (await call("get", "/permission/list?size=1000")) as { permission: { id: number; path: string }[] }
  const ids = list.permission.filter(({ path }) => names.some((name) => path === `/api.v1.${name}`)).map(({ id }) => id)
  expect(ids).toHaveLength(names.length)
  await call("put", "/group/permission", { group_id: group.id, permission_id: ids })
  await call("post", "/user", { username: `staff_${mark}`, password: "correct horse 7", group_id: [group.id] })
  await enter(page, baseURL, await logIn(request, `staff_${mark}`, "correct horse 7"))
}
