import { render, screen } from "@testing-library/react"
import { describe, expect, test } from "vitest"
import "@/tests/setup/world"
import { DocumentRow } from "@/components/library/document/document-row"
import { policyOf } from "@/components/library/reading/store/reader-rules"
import { TextSection } from "@/components/library/document/text-section"
import { HomeOneView } from "@/components/site/site/home/home-one-view"
import { DocumentDetail, HomeItem } from "@/lib/contract/library/document"
import { Settings } from "@/lib/contract/site/site"
import { rowOf } from "@/lib/view/library/document-card"
import { blocksOf } from "@/lib/view/site/home"
import { siteSettings } from "@/lib/view/site/site-settings"

/* The effect of the display settings on our own pages. */

const document = DocumentDetail.parse({
  id: 3,
  uuid: "abc",
  title: "函数",
  description: "高一上学期的要点",
  ext: ".pdf",
  pages: 4,
  content: "",
})

const settingsOf = (given: object) => siteSettings(Settings.parse(given))

describe("the summary of a document", () => {
  const row = (isVisible: boolean) =>
    render(
      <ul>
        <DocumentRow document={rowOf(document)} settings={settingsOf({ display: { show_document_descriptions: isVisible } })} now={0} />
      </ul>,
    )

  test("is shown in lists and on its page", () => {
    row(true)
    render(<TextSection document={document} summary />)
    expect(screen.getAllByText("高一上学期的要点")).toHaveLength(2)
  })

  test("is omitted if the setting disables it", () => {
    row(false)
    render(<TextSection document={document} summary={false} />)
    expect(screen.getByText("函数")).toBeTruthy()
    expect(screen.queryByText("高一上学期的要点")).toBeNull()
  })
})

describe("the categories of the home page", () => {
  const item = HomeItem.parse({
    category_id: 8,
    category_name: "数学",
    document: [document, { ...document, id: 4, uuid: "abd", title: "几何" }],
  })
  const home = (style: "card" | "list") => {
    return render(
      <HomeOneView
        settings={settingsOf({})}
        home={{
          version: "v1",
          slides: [],
          notices: [],
          lead: "",
          keywords: [],
          counts: null,
          shelfTitle: "最新文档",
          shelf: [],
          articlesTitle: "文章",
          articles: [],
          categories: [],
          blocks: blocksOf([item], style),
        }}
      />,
    ).container
  }

  test("are cards with titles", () => {
    const container = home("card")
    expect([...container.querySelectorAll(".blk .rows a")].map((link) => link.textContent)).toEqual(["函数", "几何"])
    expect(container.querySelector(".bk")).toBeNull()
  })

  test("are rows of covers if the setting is list", () => {
    const container = home("list")
    expect([...container.querySelectorAll(".shelf .bk-t")].map((title) => title.textContent)).toEqual(["函数", "几何"])
    expect(container.querySelector(".blk")).toBeNull()
  })
})

test("the reader renders the watermark text, or the picture of back ends that only have a picture", () => {
  const of = (system: object) => policyOf(Settings.parse({ system: { enable_watermark: true, ...system } }), { no_copy: false }).watermark
  expect(of({ watermark: "/view/watermark.svg?v=1", watermark_text: "仅供内部使用" })).toBe("仅供内部使用")
  expect(of({ watermark: "/uploads/mark.png" })).toBe("/uploads/mark.png")
})
