import { act, cleanup, fireEvent, screen } from "@testing-library/react"
import { useSyncExternalStore } from "react"
import { afterEach, beforeEach, vi } from "vitest"
import type { Key, Output, Result, Right } from "@/lib/contract/types"

/**
 * The world around a screen of /admin: an API whose replies have the contract's types, rights, notices, an address. Importing this
 * file before the screen puts it in place; every test begins with an empty one.
 */
type Reply<K extends Key> = Output<K> | ((input: Record<string, unknown>) => Output<K> | Result<Output<K>>)
type Replies = { [K in Key]?: Reply<K> }
type Call = { key: Key; input: Record<string, unknown>; ifMatch?: string }
type Notice = { text: string; action?: { label: string; onClick: () => void } }

const state = {
  replies: {} as Replies,
  calls: [] as Call[],
  notices: [] as Notice[],
  questions: [] as { title: string }[],
  rights: new Set<string>(),
  agrees: true,
  phone: false,
}
const isResult = (value: unknown): value is Result<never> => typeof value === "object" && value !== null && "ok" in value

const api = vi.fn((key: Key, input: Record<string, unknown> = {}, options: { ifMatch?: string } = {}): Promise<Result<unknown>> => {
  state.calls.push({ key, input, ...options })
  const reply = state.replies[key] as Reply<Key> | undefined
  if (reply === undefined) return Promise.resolve({ ok: false, status: 404, message: `没有给 ${key} 的回答` })
  const data: unknown = typeof reply === "function" ? reply(input) : reply
  return Promise.resolve(isResult(data) ? data : { ok: true, status: 200, data })
})
const feedback = {
  success: (text: string, action?: Notice["action"]) => void state.notices.push({ text, action }),
  error: (text: string) => void state.notices.push({ text }),
  warning: (text: string) => void state.notices.push({ text }),
  info: (text: string) => void state.notices.push({ text }),
  confirm: (question: { title: string }) => {
    state.questions.push(question)
    return Promise.resolve(state.agrees)
  },
}
const subscribe = (changed: () => void) => {
  window.addEventListener("popstate", changed)
  return () => window.removeEventListener("popstate", changed)
}

vi.mock("@/lib/api/client", () => ({ api }))
vi.mock("next/navigation", () => ({
  usePathname: () => window.location.pathname,
  useSearchParams: () => new URLSearchParams(useSyncExternalStore(subscribe, () => window.location.search)),
  useRouter: () => ({ push: () => undefined }),
}))
vi.mock("next/dynamic", () => ({ default: () => () => null }))
vi.mock("@/components/providers/feedback", () => ({ useFeedback: () => feedback }))
vi.mock("@/components/providers/session", () => ({
  useSession: (pick: (state: object) => unknown) =>
    pick({ permissions: [...state.rights].map((name, at) => ({ id: at + 1, method: "GRPC", path: `/api.v1.${name}` })) }),
}))

/** jsdom knows no sizes; what measures a text field would count with NaN. */
const computed = window.getComputedStyle.bind(window)
const measured = (element: Element): CSSStyleDeclaration => {
  const style = computed(element)
  const read = style.getPropertyValue.bind(style)
  style.getPropertyValue = (name) =>
    /^(padding|border)-(top|bottom)/.test(name) && Number.isNaN(parseFloat(read(name))) ? "0px" : read(name)
  return style
}

const push = window.history.pushState.bind(window.history)

beforeEach(() => {
  const listen = { addListener: () => undefined, removeListener: () => undefined, addEventListener: () => undefined }
  vi.stubGlobal("matchMedia", () => ({ matches: state.phone, ...listen, removeEventListener: () => undefined }))
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  vi.stubGlobal("getComputedStyle", measured)
  // a browser's pushState says nothing; Next's does
  window.history.pushState = (...words: Parameters<typeof push>) => {
    push(...words)
    act(() => void window.dispatchEvent(new PopStateEvent("popstate")))
  }
  Object.assign(state, { replies: {}, calls: [], notices: [], questions: [], rights: new Set(), agrees: true, phone: false })
  window.localStorage.clear()
  window.history.replaceState(null, "", "/admin")
})
afterEach(() => {
  // first the screen goes: its last effects still ask the stubs below
  cleanup()
  window.history.pushState = push
  vi.unstubAllGlobals()
})

export const world = {
  /** what the API answers; a call without a reply is a 404 */
  reply: (replies: Replies) => void Object.assign(state.replies, replies),
  grant: (...rights: Right[]) => rights.forEach((right) => state.rights.add(right)),
  revoke: (right: Right) => void state.rights.delete(right),
  phone: () => void (state.phone = true),
  disagree: () => void (state.agrees = false),
  calls: (key: Key): Call[] => state.calls.filter((call) => call.key === key),
  notices: () => state.notices.map(({ text }) => text),
  /** what the newest notice offers: "撤销" */
  offered: () => state.notices.at(-1)?.action,
  questions: () => state.questions.map(({ title }) => title),
  press: (name: string) => fireEvent.click(screen.getByRole("button", { name })),
}
