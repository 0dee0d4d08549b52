import { act, cleanup, fireEvent, screen } from "@testing-library/react"
import { afterEach, beforeEach, vi } from "vitest"
import type { Key, Right } from "@/lib/contract/types"
import { world as site, type MockReply } from "./world"

export { refusal, type MockOutput as Given } from "./world"

/*
 * The environment of a screen of /admin: that of the site (`world.tsx`) with permissions, the width of the window, what jsdom lacks for
 * tables and forms, and a URL that notifies. Import this file before the screen.
 */

vi.mock("next/dynamic", () => ({ default: () => () => null }))

const state = { rights: [] as string[], narrow: null as RegExp | null }
const enter = () => act(() => site.enter({ id: 1, username: "管理员" }, state.rights))

/** jsdom has no layout; code that measures a text field would calculate with NaN. */
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
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: state.narrow?.test(query) ?? false,
    ...listen,
    removeEventListener: () => undefined,
  }))
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  vi.stubGlobal("getComputedStyle", measured)
  // Next's pushState notifies useSearchParams; the browser's own raises no event
  window.history.pushState = (...words: Parameters<typeof push>) => {
    push(...words)
    act(() => void window.dispatchEvent(new PopStateEvent("popstate")))
  }
  Object.assign(state, { rights: [], narrow: null })
  enter()
  window.localStorage.clear()
  window.history.replaceState(null, "", "/admin")
  site.goTo("/admin")
})
afterEach(() => {
  // unmount the screen first: its last effects still use the stubs below
  cleanup()
  window.history.pushState = push
  vi.unstubAllGlobals()
})

export const world = Object.assign(site, {
  /** Sets the responses of several calls. */
  reply: (replies: { [K in Key]?: MockReply<K> }) => {
    for (const key of Object.keys(replies) as Key[]) site.answer(key, replies[key] as MockReply<Key>)
  },
  grant: (...rights: Right[]) => {
    state.rights.push(...rights)
    enter()
  },
  revoke: (...rights: Right[]) => {
    state.rights = state.rights.filter((one) => !(rights as string[]).includes(one))
    enter()
  },
  /** Sets the media queries that match from now on: on a phone, all of them. */
  narrow: (query = /./) => void (state.narrow = query),
  /** Returns the calls of this kind, each with the version that it is based on. */
  calls: (key: Key) =>
    site.api.mock.calls
      .filter(([one]) => one === key)
      .map(([, input, options]) => ({ input: (input ?? {}) as Record<string, unknown>, ifMatch: options?.ifMatch })),
  press: (name: string) => fireEvent.click(screen.getByRole("button", { name })),
})
