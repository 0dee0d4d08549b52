import { beforeEach, vi } from "vitest"
import type { z } from "zod"
import { useStore } from "zustand"
import type { CallOptions } from "@/lib/api/client"
import { absentAnswer, rememberAbsent } from "@/lib/api/absent"
import { endSession, writeToken } from "@/lib/api/token"
import type { NoticeAction, Question } from "@/components/providers/feedback-types"
import { callOf, keys, type Contract, type Key } from "@/lib/contract/contract"
import { Permission } from "@/lib/contract/people/group"
import { Settings } from "@/lib/contract/site/site"
import type { Args, Output, Result } from "@/lib/contract/types"
import { User } from "@/lib/contract/people/user"
import { allowedPagesOf } from "@/lib/rules/people/admin-access"
import { siteSettings, type SiteSettings } from "@/lib/view/site/site-settings"
import { createSession, type SessionStore } from "@/stores/session"

/*
 * The environment in which a component of the site is rendered: API replies that match the contract, a user's session, the site's settings,
 * the router, and messages and questions. Import it before the component: it replaces the modules that depend on the outside. Everything is
 * reset before each test.
 */

/** A response without the fields that it may omit: the contract fills in their zero values. */
export type MockOutput<K extends Key> = z.input<Contract[K]["output"]>
type MockInput<K extends Key> = Args<K>[0]
type Said<K extends Key> = MockOutput<K> | Refusal | Promise<MockOutput<K> | Refusal>
export type MockReply<K extends Key> = Said<K> | ((input: NonNullable<MockInput<K>>) => Said<K>)
type Call = { [K in Key]: [key: K, input?: MockInput<K>, options?: CallOptions] }[Key]
type AnyResult = Result<Output<Key>>

class Refusal {
  constructor(readonly result: Exclude<AnyResult, { ok: true }>) {}
}
/** Creates a refusal by the server; status 0 means that it could not be reached. */
export const refusal = (
  status: number,
  message: string,
  more: { code?: number; field?: string; wait?: number; appeal?: string } = {},
): Refusal => new Refusal({ ok: false, status, message, ...more })

const outside = vi.hoisted(() => {
  const feedback = { success: vi.fn(), info: vi.fn(), warning: vi.fn(), error: vi.fn(), confirm: vi.fn() }
  const router = { push: vi.fn(), replace: vi.fn(), refresh: vi.fn(), prefetch: vi.fn(), back: vi.fn(), forward: vi.fn() }
  return { api: vi.fn(), feedback, router, session: null as unknown, settings: null as unknown, path: "/", left: [] as string[] }
})

vi.mock("@/lib/api/client", () => ({
  // as the client does: a call that the server lacks is answered without a request
  api: (...call: unknown[]) => (lacks(call[0] as Key) ? Promise.resolve(absentAnswer) : outside.api(...call)),
}))
vi.mock("next/navigation", async () => {
  const { useSyncExternalStore } = await import("react")
  const onMove = (changed: () => void) => {
    window.addEventListener("popstate", changed)
    return () => window.removeEventListener("popstate", changed)
  }
  return {
    useRouter: () => outside.router,
    usePathname: () => outside.path,
    useSearchParams: () => new URLSearchParams(useSyncExternalStore(onMove, () => window.location.search)),
  }
})
vi.mock("@/components/providers/feedback", () => ({
  useFeedback: () => outside.feedback,
  showAfterReload: (text: string) => void outside.left.push(text),
}))
vi.mock("@/components/providers/session", () => ({
  useSession: (selector: Parameters<typeof useStore<SessionStore, unknown>>[1]) => useStore(outside.session as SessionStore, selector),
  useSessionStore: () => outside.session,
}))
vi.mock("@/components/providers/settings", () => ({ useSettings: () => outside.settings }))

/** Returns the result that the client creates from a server response: `world.api.mockResolvedValueOnce(ok("GET /user", { id: 7 }))`. */
export const ok = <K extends Key>(key: K, given: MockOutput<K>): Result<Output<K>> => {
  // through `callOf`: the union of all outputs costs the compiler half a second
  const parsed = callOf(key)!.output.safeParse(given)
  if (!parsed.success) throw new Error(`no answer to ${key}: ${parsed.error.message}`)
  return { ok: true, status: 200, data: parsed.data as Output<K> }
}

/** Checks whether the server behind the site lacks a call. */
const lacks = (key: Key): boolean => (outside.settings as SiteSettings).absent.includes(key)
/** As the server does: omits the permissions of which it offers no call. */
const usable = (rights: readonly string[]): readonly string[] =>
  rights.filter((name) => {
    const granted = keys.filter((key) => callOf(key)?.permission === name)
    return granted.length === 0 || !granted.every(lacks)
  })
let rights: readonly string[] = []
const permissionsOf = (names: readonly string[]) => {
  const permissions = names.map((name, at) => Permission.parse({ id: at + 1, method: "GRPC", path: `/api.v1.${name}` }))
  return { permissions, allowedPages: allowedPagesOf(permissions) }
}

const replies = new Map<Key, MockReply<Key>[]>()

const resultOf = async (key: Key, reply: MockReply<Key>, input: unknown): Promise<AnyResult> => {
  const given = await (typeof reply === "function" ? (reply as (input: unknown) => Said<Key>)(input ?? {}) : reply)
  return given instanceof Refusal ? given.result : ok(key, given)
}

const call = async (key: Key, input?: unknown): Promise<AnyResult> => {
  const waiting = replies.get(key)
  if (!waiting) return refusal(500, `unexpected call: ${key}`).result
  // the last one is repeated
  return resultOf(key, waiting.length > 1 ? waiting.shift()! : waiting[0]!, input)
}

const messages: string[] = []
const questions: string[] = []

export const world = {
  /** The calls made: `expect(world.api).toHaveBeenCalledWith("GET /user/sign")`. */
  api: outside.api as ReturnType<typeof vi.fn<(...call: Call) => Promise<AnyResult>>>,
  router: outside.router,
  /** Messages displayed to the user; errors start with "! ". */
  messages,
  /** The titles of the questions asked; `agree` decides whether the user agrees to the next one. */
  asked: questions,
  /** The newest question. */
  question: undefined as Question | undefined,
  agree: true,
  /** The action that the newest message offers: 撤销. */
  offered: undefined as NoticeAction | undefined,
  /** The message to display on the next page. */
  left: outside.left,
  get session(): SessionStore {
    return outside.session as SessionStore
  },
  /** Sets the responses to a call, one after the other; the last one is repeated. */
  answer: <K extends Key>(key: K, ...given: [MockReply<K>, ...MockReply<K>[]]): void => void replies.set(key, given as MockReply<Key>[]),
  /** Returns the input of each call of this kind. */
  inputsOf: <K extends Key>(key: K): NonNullable<MockInput<K>>[] =>
    outside.api.mock.calls.filter(([one]) => one === key).map(([, input]) => (input ?? {}) as NonNullable<MockInput<K>>),
  /** Logs a user in with these permissions: names such as `BannerAPI/ListBanner`. */
  enter: (user: z.input<typeof User>, granted: readonly string[] = []): void => {
    rights = granted
    writeToken("t")
    world.session.setState({ token: "t", user: User.parse(user), ...permissionsOf(usable(rights)), endedUser: 0 })
  },
  /** Logs the user out. */
  leave: (): void => {
    endSession(0)
    rights = []
    world.session.setState({ token: "", user: null, permissions: [], allowedPages: [], endedUser: 0 })
  },
  /** Sets the settings of the site; omitted values are the defaults of the contract. What the server lacks is granted to nobody. */
  set: (given: z.input<typeof Settings>): void => {
    const settings = siteSettings(Settings.parse(given))
    outside.settings = settings satisfies SiteSettings
    rememberAbsent(settings.absent)
    const granted = permissionsOf(usable(rights))
    if (rights.length > 0 && granted.permissions.length !== world.session.getState().permissions.length) world.session.setState(granted)
  },
  goTo: (path: string): void => void (outside.path = path),
}

const openDialogs = () => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute("open", "")
  }
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute("open")
  }
}

beforeEach(() => {
  replies.clear()
  outside.api.mockReset().mockImplementation(call)
  for (const spy of Object.values(outside.router)) spy.mockReset()
  messages.length = questions.length = outside.left.length = 0
  world.agree = true
  world.offered = undefined
  const { success, info, warning, error, confirm } = outside.feedback
  for (const spy of [success, info, warning])
    spy.mockReset().mockImplementation((text: string, action?: NoticeAction) => {
      messages.push(text)
      world.offered = action
    })
  error.mockReset().mockImplementation((text: string, action?: NoticeAction) => {
    messages.push(`! ${text}`)
    world.offered = action
  })
  world.question = undefined
  confirm.mockReset().mockImplementation(async (question: Question) => {
    questions.push(question.title)
    world.question = question
    return world.agree
  })
  const session = createSession()
  session.setState({
    ready: true,
    refresh: vi.fn(),
    reload: vi.fn(async () => undefined),
    logIn: vi.fn(),
    logOut: vi.fn(async () => undefined),
  })
  outside.session = session
  rights = []
  world.set({})
  world.goTo("/")
  openDialogs()
})
