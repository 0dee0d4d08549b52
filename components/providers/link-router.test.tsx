import { createEvent, fireEvent, render, screen } from "@testing-library/react"
import type { ComponentProps, ReactNode } from "react"
import { beforeEach, expect, it, onTestFinished, vi } from "vitest"
import { Link } from "@/components/ui/link"
import { world } from "@/tests/setup/world"
import { LinkRouter } from "./link-router"

beforeEach(() => void world.router.push.mockReset())

/** Clicks the first link; returns true if the router handled it. */
const press = (link: ReactNode, init: MouseEventInit = {}): boolean => {
  const { container, unmount } = render(
    <>
      <LinkRouter />
      {link}
    </>,
  )
  const target = container.querySelector("b") ?? screen.getByRole("link")
  const event = createEvent.click(target, { bubbles: true, cancelable: true, button: 0, ...init })
  // jsdom has no navigation: clicks that the router ignores do nothing here
  const stay = (one: Event) => {
    taken = one.defaultPrevented
    one.preventDefault()
  }
  let taken = false
  window.addEventListener("click", stay)
  fireEvent(target, event)
  window.removeEventListener("click", stay)
  unmount()
  return taken
}

it("a click on a site link is handled by the router, with its query and hash", () => {
  expect(press(<Link href="/category/3?sort=latest#top">分类</Link>)).toBe(true)
  expect(world.router.push).toHaveBeenCalledWith("/category/3?sort=latest#top", { scroll: true })
})

it("also if the click hits an element inside the link, and without scrolling if the link says so", () => {
  const link = (
    <Link href="/user/1/article" scroll={false}>
      <b>文章</b>
    </Link>
  )
  expect(press(link)).toBe(true)
  expect(world.router.push).toHaveBeenCalledWith("/user/1/article", { scroll: false })
})

/** Fakes a browser with view transitions that runs the update at once. */
const transitions = (calm: boolean) => {
  const begun: string[] = []
  vi.stubGlobal("matchMedia", () => ({ matches: calm }))
  Object.assign(document, {
    startViewTransition: (update: () => Promise<void>) => {
      begun.push(document.querySelector<HTMLElement>(".cover")!.style.getPropertyValue("view-transition-name"))
      return { finished: update() }
    },
  })
  onTestFinished(() => void Reflect.deleteProperty(document, "startViewTransition"))
  return begun
}
const card = (
  <article>
    <Link href="/document/abc">
      <span className="cover">
        <img src="/view/cover/abc" alt="" />
      </span>
      <b>甲</b>
    </Link>
  </article>
)

it("the cover of an opened document gets the transition name, and loses it afterwards", async () => {
  const begun = transitions(false)
  expect(press(card)).toBe(true)
  expect(begun).toEqual(["paper"])
  expect(world.router.push).toHaveBeenCalledWith("/document/abc", { scroll: true })
})

it.each([
  ["who wants no motion", card, true],
  [
    "whose link leads to no document",
    <article key="a">
      <Link href="/user/1">
        <b>甲</b>
      </Link>
      <span className="cover">
        <img src="/view/cover/abc" alt="" />
      </span>
    </article>,
    false,
  ],
])("no transition runs for a user %s", (_, link, calm) => {
  const begun = transitions(calm)
  expect(press(link)).toBe(true)
  expect(begun).toEqual([])
  expect(world.router.push).toHaveBeenCalledTimes(1)
})

type Press = { anchor?: ComponentProps<"a">; event?: MouseEventInit }
it.each<[string, Press]>([
  ["with a key for a new tab", { event: { ctrlKey: true } }],
  ["with the key of a Mac", { event: { metaKey: true } }],
  ["with Shift, for a window", { event: { shiftKey: true } }],
  ["with the middle button", { event: { button: 1 } }],
  ["that leads to a new tab", { anchor: { target: "_blank" } }],
  ["that downloads", { anchor: { download: true } }],
  ["of another site", { anchor: { href: "https://example.org/a" } }],
  ["that leads from the site to /admin", { anchor: { href: "/admin/dashboard" } }],
])("a click %s is left to the browser", (_, { anchor, event }) => {
  const link = <Link {...{ href: "/a", ...anchor }}>甲</Link>
  expect(press(link, event)).toBe(false)
  expect(world.router.push).not.toHaveBeenCalled()
})

it("a link in user-generated text is left to the browser", () => {
  expect(press(<p dangerouslySetInnerHTML={{ __html: '<a href="/uploads/a.zip">甲</a>' }} />)).toBe(false)
  expect(world.router.push).not.toHaveBeenCalled()
})

it("a click that another handler has prevented is ignored", () => {
  press(
    <Link href="/a" onClick={(event) => event.preventDefault()}>
      甲
    </Link>,
  )
  expect(world.router.push).not.toHaveBeenCalled()
})
