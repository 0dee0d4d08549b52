import { act, render } from "@testing-library/react"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { readToken, readUser, writeToken } from "@/lib/api/token"
import { Frame, Settings } from "@/lib/contract/site/site"
import { createSession } from "@/stores/session"
import { LoadFailures } from "./load-failures"

const backend = vi.hoisted(() => vi.fn())
vi.mock("server-only", () => ({}))
vi.mock("@/lib/api/server", () => ({ serverApi: backend }))

/** Runs the real reload of the store; the fake one of `world` only records the call. */
const reloadOfStore = async (session: typeof world.session) => {
  const store = createSession()
  store.subscribe(({ permissions, failure }) => session.setState({ permissions, failure }))
  store.setState({ token: "t" })
  writeToken("t")
  await store.getState().reload()
}

describe("permissions that fail to load", () => {
  const enter = async () => {
    world.enter({ id: 7 })
    world.answer("GET /user", { id: 7 })
    render(<LoadFailures settings="" />)
    await act(() => reloadOfStore(world.session))
  }

  test("show the server's error message", async () => {
    world.answer("GET /user/permission", refusal(500, "服务器出了点问题，请稍后再试"))
    await enter()
    expect(world.messages).toEqual(["! 服务器出了点问题，请稍后再试"])
  })

  test("show a default message if the server gives none", async () => {
    world.answer("GET /user/permission", refusal(500, ""))
    await enter()
    expect(world.messages).toEqual(["! 获取权限失败"])
  })

  test("show nothing if they have loaded", async () => {
    world.answer("GET /user/permission", { permission: [{ id: 1, method: "GRPC", path: "/api.v1.GroupAPI/ListGroup" }] })
    await enter()
    expect(world.messages).toEqual([])
    expect(world.session.getState().permissions).toHaveLength(1)
  })
})

test("a response after a logout in another tab is not stored", async () => {
  world.answer("GET /user", { id: 7 })
  const store = createSession()
  store.setState({ token: "t" })
  writeToken("t")
  const reloaded = store.getState().reload()
  window.localStorage.clear()
  await reloaded
  expect([readToken(), readUser(), store.getState().user]).toEqual(["", null, null])
})

describe("settings that fail to load", () => {
  const failed = { ok: false, status: 500, message: "" }
  const answering = (frame: unknown) => backend.mockImplementation((key: string) => Promise.resolve(key === "GET /frame" ? frame : failed))
  beforeEach(() => {
    world.leave()
    Reflect.deleteProperty(globalThis, Symbol.for("doujia.settings"))
  })

  test("keep the defaults and show the user a message", async () => {
    answering(failed)
    const shell = await readPageChrome()
    expect([shell.alive, shell.failure]).toEqual([false, "查询系统设置失败"])
    expect(shell.settings, "nothing says that registration is closed").toEqual(Settings.parse({ security: { enable_register: true } }))
    render(<LoadFailures settings={shell.failure} />)
    expect(world.messages).toEqual(["! 查询系统设置失败"])
    answering({ ...failed, message: "后端暂时没有回应" })
    expect((await readPageChrome()).failure).toBe("后端暂时没有回应")
  })

  test("are the last known ones, so that the site keeps its name and its rules", async () => {
    const settings = Settings.parse({ system: { sitename: "样例文库" }, security: { enable_register: false, is_close: true } })
    answering({ ok: true, status: 200, data: Frame.parse({ settings, category: [{ id: 1, title: "数学" }] }) })
    await readPageChrome()
    answering(failed)
    expect(await readPageChrome()).toMatchObject({ alive: false, settings, documents: [], failure: "查询系统设置失败" })
  })

  test("show no message if they have loaded", async () => {
    answering({ ok: true, status: 200, data: Frame.parse({}) })
    expect(await readPageChrome()).toMatchObject({ alive: true, failure: "" })
  })
})
