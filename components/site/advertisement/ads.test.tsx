import { act, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { localStore } from "@/lib/browser-storage"
import { scriptCorpus } from "@/tests/setup/script-corpus"
import { refusal, world, type MockOutput } from "@/tests/setup/world"
import { adHtml } from "./ad-html"
import { positionsOf } from "./ad-positions"
import { AdProvider } from "./ad-provider"
import { AdBetweenPages, AdIsland } from "./ad-island"
import { patience } from "@/tests/setup/patience"

const ad = (id: number, position: string, content: string) => ({ id, position, content })
const give = (...advertisement: NonNullable<MockOutput<"GET /advertisement/position">["advertisement"]>) =>
  world.answer("GET /advertisement/position", { advertisement })
const page = () => (
  <AdProvider>
    <AdIsland position="global_top" />
    <AdIsland position="document_top" />
    <AdIsland position="document_bottom" />
    {[1, 5, 10].map((number) => (
      <div key={number} data-testid={`page ${number}`}>
        <AdBetweenPages page={number} total={10} every={5} />
      </div>
    ))}
  </AdProvider>
)

/** Advertisements in view: all that `inView` is called for. */
let seen: ((visible: boolean) => void)[] = []
class Observer {
  constructor(notice: (entries: { isIntersecting: boolean }[]) => void) {
    seen.push((visible) => notice([{ isIntersecting: visible }]))
  }
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  seen = []
  vi.stubGlobal("IntersectionObserver", Observer)
  localStore.clear()
  world.goTo("/document/abc")
  give()
})

describe("positions", () => {
  it("each page requests its own and the global ones", () => {
    expect(positionsOf("/")).toEqual([
      "global_top",
      "global_bottom",
      "index_banner_bottom",
      "index_category_top",
      "index_category_bottom",
      "index_link_top",
    ])
    expect(positionsOf("/category/3")).toContain("list_document_bottom")
    expect(positionsOf("/document/abc")).toEqual(["global_top", "global_bottom", "document_top", "document_bottom", "document_between"])
    expect(positionsOf("/user/3/article")).toContain("user_document_top")
    expect(positionsOf("/search")).toContain("search_right")
    expect(positionsOf("/article/x")).toEqual(["global_top", "global_bottom"])
    expect(positionsOf("/me/document")).toEqual(["global_top", "global_bottom"])
  })
})

describe("advertisements", () => {
  it("are requested once, and each is rendered at its position", async () => {
    give(ad(1, "document_top", "<b>甲</b>"), ad(2, "document_top", "乙"), ad(3, "global_top", "丙"))
    const { container, rerender } = render(page())
    expect(await screen.findByText("甲")).toBeTruthy()
    expect([...container.querySelectorAll("aside")].map((one) => one.textContent)).toEqual(["丙", "甲乙"])
    rerender(page())
    expect(world.api.mock.calls).toEqual([["GET /advertisement/position", { position: positionsOf("/document/abc") }]])
  })
  it("are requested again on another type of page", async () => {
    const { rerender } = render(page())
    world.goTo("/document/def")
    rerender(page())
    expect(world.api.mock.calls).toHaveLength(1)
    world.goTo("/search")
    rerender(page())
    await waitFor(() => expect(world.api.mock.calls).toHaveLength(2))
  })
  it("VIP users, and a session that is not loaded yet, cause no request", () => {
    world.session.setState({ ready: false })
    const { rerender, container } = render(page())
    act(() => {
      world.enter({ is_vip: true })
      world.session.setState({ ready: true })
    })
    rerender(page())
    expect(world.api.mock.calls).toEqual([])
    expect(container.querySelector("aside")).toBeNull()
  })
  it("space is reserved before they load, and positions without any are not requested", async () => {
    give(ad(1, "global_top", "甲"))
    const room = { global_top: { desktop: 90, phone: 60 } }
    const slots = () => (
      <AdProvider room={room}>
        <AdIsland position="global_top" className="edge" />
        <AdIsland position="document_top" />
      </AdProvider>
    )
    const { container, rerender } = render(slots())
    const slot = container.querySelector("aside")!
    expect([slot.textContent, slot.style.getPropertyValue("--ad-room"), slot.style.getPropertyValue("--ad-room-phone")]).toEqual([
      "",
      "90px",
      "60px",
    ])
    expect(await screen.findByText("甲")).toBeTruthy()
    expect(container.querySelector("aside")).toBe(slot)
    expect(container.querySelectorAll("aside")).toHaveLength(1)
    expect(world.api.mock.calls).toEqual([["GET /advertisement/position", { position: ["global_top"] }]])
    act(() => world.enter({ is_vip: true }))
    rerender(slots())
    expect(container.querySelector("aside")).toBeNull()
  })
  it("a failure is silent and takes no space", async () => {
    world.answer("GET /advertisement/position", refusal(500, "坏了"))
    const { container } = render(page())
    await waitFor(() => expect(world.api.mock.calls).toHaveLength(1))
    expect(container.querySelector("aside")).toBeNull()
    expect(container.textContent).toBe("")
  })
  it("between pages: after every fifth, not after the last, the same one on every render", async () => {
    give(ad(1, "document_between", "甲"), ad(2, "document_between", "乙"))
    const { rerender } = render(page())
    await waitFor(() => expect(screen.getByTestId("page 5").textContent).not.toBe(""))
    const first = screen.getByTestId("page 5").textContent
    expect([screen.getByTestId("page 1").textContent, screen.getByTestId("page 10").textContent]).toEqual(["", ""])
    for (let drawn = 0; drawn < 5; drawn++) {
      rerender(page())
      expect(screen.getByTestId("page 5").textContent).toBe(first)
    }
  })
})

describe("scripts, limits and figures", () => {
  const events = () => world.api.mock.calls.filter(([key]) => key === "POST /advertisement/event").map(([, input]) => input)

  it("scripts run in a sandboxed frame of its own address and height only", async () => {
    give({ ...ad(4, "document_top", "<script src='https://ads.example/x.js'></script>"), framed: true, height_desktop: 120 })
    const { container } = render(page())
    const frame = (await screen.findByTitle("广告")) as HTMLIFrameElement
    expect([frame.getAttribute("src"), frame.getAttribute("sandbox")?.includes("allow-same-origin")]).toEqual([
      "/advertisement-frame/4",
      false,
    ])
    expect([frame.style.getPropertyValue("--ad-frame"), frame.style.getPropertyValue("--ad-frame-phone")]).toEqual(["120px", "60px"])
    expect(container.querySelector("script")).toBeNull()
  })

  it("half of the page views show the second content, and each is counted apart", async () => {
    const random = vi.spyOn(Math, "random").mockReturnValue(0.2)
    give({ ...ad(5, "document_top", "甲"), content_b: "<a href='https://example.org'>乙</a>" })
    world.answer("POST /advertisement/event", {})
    render(page())
    fireEvent.click(await screen.findByRole("link", { name: "乙" }))
    expect(events()).toEqual([{ event: [{ id: 5, b: true, click: true }] }])
    random.mockRestore()
  })

  it("one that was in view for a second is reported once, and not shown beyond its daily limit", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    give({ ...ad(6, "document_top", "只看一次"), daily_limit: 1 })
    world.answer("POST /advertisement/event", {})
    const first = render(page())
    expect(await screen.findByText("只看一次")).toBeTruthy()
    seen.at(-1)!(true)
    seen.at(-1)!(false)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(events()).toEqual([])
    seen.at(-1)!(true)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(events()).toEqual([{ event: [{ id: 6, b: false, click: false }] }])
    first.unmount()
    render(page())
    await vi.advanceTimersByTimeAsync(100)
    expect(screen.queryByText("只看一次")).toBeNull()
    vi.useRealTimers()
  })
})

describe("HTML entered by staff", () => {
  it("keeps its formatting and loses executable parts", () => {
    const html = adHtml(
      `<div style="color:red" onclick="x()"><img src="/a.png" onerror="y()"><script>z()</script><a href=" javascript:alert(1)">甲</a><a href="https://example.org">乙</a><svg><a xlink:href="javascript:x()"></a></svg></div>`,
    )
    expect(html).not.toMatch(/script|on(click|error)/i)
    expect(html).toContain('style="color:red"')
    expect(html).toContain('<a href="https://example.org" target="_blank" rel="sponsored nofollow noopener noreferrer">乙</a>')
    expect(html).toContain('<img src="/a.png">')
  })
  it("text that looks like event handlers is unchanged", () => {
    expect(adHtml("<p>once on= time</p><b onMouseOver = x() class='on'>甲</b>")).toBe('<p>once on= time</p><b class="on">甲</b>')
  })
  it("keeps nothing executable, in any of hundreds of spellings [security: xss-corpus]", () => {
    for (const text of scriptCorpus) {
      const container = document.createElement("div")
      container.innerHTML = adHtml(text)
      const all = [...container.querySelectorAll("*")]
      const runs = all.filter(
        (one) =>
          /^(script|style|base|meta|link|object|embed|noscript)$/i.test(one.localName) ||
          [...one.attributes].some(
            ({ name, value }) =>
              /^on/i.test(name) ||
              (/^(href|src|action|formaction|data|xlink:href)$/i.test(name) && /^[\s\u0000-\u001f]*(java|vb)script:/i.test(value)),
          ),
      )
      expect({ text, runs: runs.map((one) => one.outerHTML) }).toEqual({ text, runs: [] })
    }
  })
  it("loses its style sheets, which would restyle the whole page [security: advertisement-style]", () => {
    expect(adHtml("<style>body{display:none}</style><b style='color:red'>甲</b><svg><style>*{opacity:0}</style></svg>")).toBe(
      '<b style="color:red">甲</b><svg></svg>',
    )
  })
  it("is parsed in linear time, even with unclosed tags", () => {
    const begun = performance.now()
    for (const part of ["<a", "<a on", "<a onx ", "< on=", '<a "onx'])
      adHtml(part.repeat(Math.floor(100_000 / part.length)).replaceAll(">", ""))
    expect(performance.now() - begun).toBeLessThan(2_000 * patience)
  })
  it("is empty if it contains only scripts", () => {
    expect(adHtml("<script src='https://ads.example/x.js'></script>\n<base href='https://evil.example'>")).toBe("")
  })
})
