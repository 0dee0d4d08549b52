import { renderToStaticMarkup } from "react-dom/server"
import type { ReactNode } from "react"
import { describe, expect, test } from "vitest"
import "@/tests/setup/world"
import { DocumentCard } from "@/components/library/document/document-card"
import { DocumentRow } from "@/components/library/document/document-row"
import { NotFoundView } from "@/components/site/site/not-found/not-found-view"
import { Pager } from "@/components/ui/pager"
import { FilterBar } from "@/components/library/document/list/filter-bar"
import { FooterFine, FooterLinks } from "@/components/site/site/footer-parts"
import { PickedShelf } from "@/components/site/site/home/picked-shelf"
import { Document } from "@/lib/contract/library/document"
import { Settings } from "@/lib/contract/site/site"
import { cardOf, rowOf } from "@/lib/view/library/document-card"
import { siteSettings } from "@/lib/view/site/site-settings"
import { scriptCorpus } from "@/tests/setup/script-corpus"
import { markupOf, rootsOf } from "./markup"

/** Returns the elements that a browser parses from HTML, with attributes in alphabetical order and without React's image preload hints. */
const read = (html: string): string => {
  const container = document.createElement("div")
  container.innerHTML = html
  for (const hint of container.querySelectorAll(":scope > link[rel=preload]")) hint.remove()
  for (const one of container.querySelectorAll("*")) {
    const all = [...one.attributes].toSorted((a, b) => (a.name < b.name ? -1 : 1))
    for (const { name } of all) one.removeAttribute(name)
    for (const { name, value } of all) one.setAttribute(name, value)
  }
  return container.innerHTML
}
const same = (node: ReactNode) => expect(read(markupOf(node))).toBe(read(renderToStaticMarkup(node)))

const settings = siteSettings(Settings.parse({ system: { sitename: "豆架 <&>", icp: "京ICP备1号" }, vip: { enable: true } }))
const given = Document.parse({
  id: 3,
  uuid: "abc",
  title: `"集合" & <b>函数</b> 'x'`,
  description: "要点 <i>",
  ext: ".pdf",
  pages: 42,
  price: 5,
  is_vip: true,
  size: 123_456,
  score: 460,
  score_count: 3,
  created_at: "2026-11-20T08:00:00Z",
})
const converted = { ...given, status: 2, converted_pages: 42, version: 3, width: 595, height: 842 }

describe("static HTML is identical to React's output", () => {
  test("cards, rows, pagers, filters, footers", () => {
    for (const document of [given, converted]) {
      same(<DocumentCard document={cardOf(document)} settings={settings} eager />)
      same(<DocumentRow document={rowOf(document)} settings={settings} now={Date.parse("2026-11-23T08:00:00Z")} />)
      same(
        <PickedShelf title="精选" documents={[rowOf(document)]} counts={{ documents: 1, articles: 2, users: null }} settings={settings} />,
      )
    }
    same(<Pager path="/category" query={{ ext: "pdf", sort: `"><script>` }} page={5} size={10} total={900} />)
    const option = { value: "pdf", label: "PDF", href: "/category?ext=pdf", current: true, count: 3 }
    same(<FilterBar facets={[{ name: "ext", title: "文档类型", options: [option, { ...option, value: "", current: false }] }]} />)
    const { capabilities, footer, system } = Settings.parse({
      system: { icp: "京ICP备1号", sec_icp: "京公网安备 2号", domain: "https://a.example" },
    })
    same(<FooterLinks footer={footer} capabilities={capabilities} />)
    same(<FooterFine system={system} year={2026} />)
    same(<NotFoundView />)
  })

  test("attributes of every kind, empty elements, numbers and omitted values", () => {
    same(
      <section
        aria-hidden={false}
        data-on
        hidden
        className=""
        title={'a "b" <c>'}
        style={{ "--w": 3, aspectRatio: "3/4", marginTop: 4, opacity: 0.5 } as object}
      >
        {0}
        {null}
        {false}
        {"a & b"}
        {[<br key="1" />, "c"]}
        <svg viewBox="0 0 9 9" aria-hidden="true">
          <path d="M0 0" strokeWidth={1.5} strokeLinecap="round" fillRule="evenodd" />
        </svg>
        <label htmlFor="x">
          <b>名称</b>
          <input id="x" defaultValue={'"'} defaultChecked={false} maxLength={3} autoComplete="off" disabled readOnly={false} />
        </label>
        <p dangerouslySetInnerHTML={{ __html: "<b>是</b>" }} />
      </section>,
    )
  })

  test("an executable address is omitted, and no text escapes its context [security: xss-corpus]", () => {
    for (const text of scriptCorpus) {
      const container = document.createElement("div")
      container.innerHTML = markupOf(
        <p title={text} className={text}>
          {text}
          <a href={text}>{text}</a>
        </p>,
      )
      expect([...container.querySelectorAll("*")].map(({ localName }) => localName)).toEqual(["p", "a"])
      const link = container.querySelector("a")!
      expect(link.protocol).not.toBe("javascript:")
      expect(link.textContent).toBe(text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").replaceAll("\0", ""))
    }
  })
})

test("stateful components, event handlers and non-elements are rejected", () => {
  const client = Object.assign(() => null, { $$typeof: Symbol.for("react.client.reference") })
  const Client = client as unknown as () => null
  expect(() => markupOf(<Client />)).toThrow("client component")
  expect(() => markupOf(<button onClick={() => undefined}>x</button>)).toThrow("onClick")
  expect(() => markupOf({} as ReactNode)).toThrow("elements")
  expect(() => rootsOf("text")).toThrow("begins with an element")
})

test("the outermost elements keep their attributes, and several become siblings", () => {
  const Two = () => (
    <>
      <h2 id="a">一</h2>
      {null}
      {""}
      <ul className="b">
        <li>二</li>
      </ul>
    </>
  )
  expect(rootsOf(<Two />)).toEqual([
    { tag: "h2", attributes: { id: "a" }, html: "一", key: null },
    { tag: "ul", attributes: { className: "b" }, html: "<li>二</li>", key: null },
  ])
})
