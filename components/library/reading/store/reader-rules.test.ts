import { describe, expect, it } from "vitest"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import {
  findInAddress,
  inkSources,
  isWideSheet,
  mayPrint,
  maySearch,
  pageInAddress,
  policyOf,
  sizeOf,
  sourceOf,
  stepZoom,
} from "./reader-rules"

describe("reader rules", () => {
  const detail = {
    id: 1,
    uuid: "abc",
    title: "",
    status: DocumentStatus.converted,
    visibility: 0,
    convert_error: "",
    pages: 42,
    preview: 12,
    converted_pages: 0,
    page_sizes: [],
    width: 0,
    height: 0,
    preview_ext: ".svg",
    enable_gzip: true,
    version: 0,
    price: 0,
    has_outline: false,
    has_links: false,
    has_sheets: false,
    has_words: false,
  }
  const of = (part: object) => sourceOf({ ...detail, ...part } as never)

  it("names pages for screens of low density with the fragment that thickens letters, and leaves it out for print and high density", () => {
    // without a source for density 1, browsers take the address without a fragment
    expect(inkSources("/view/page/abc/1.svg?v=1")).toBe(
      "/view/page/abc/1.svg?v=1#ink 1x, /view/page/abc/1.svg?v=1#ink 1.3x, /view/page/abc/1.svg?v=1 2x",
    )
    expect(inkSources("/view/page/abc/1.gzip.svg?v=1")).toContain("#ink 1x")
    expect(inkSources("/view/page/abc/1.webp?v=1")).toBeUndefined()
  })

  it("takes A3, B4 and 8K for sheets of two columns, and neither slides nor upright pages", () => {
    const sheets: [number, number][] = [
      [1191, 842],
      [1032, 729],
      [1060, 751],
    ]
    expect(sheets.every(isWideSheet)).toBe(true)
    const others: [number, number][] = [
      [842, 1191],
      [595, 842],
      [842, 595],
      [960, 540],
      [720, 540],
      [1440, 1080],
    ]
    expect(others.some(isWideSheet)).toBe(false)
  })

  it("shows `preview` pages, or all of them when it is 0", () => {
    expect(of({}).total).toBe(12)
    expect(of({ preview: 0 }).total).toBe(42)
    expect(of({ readable_pages: 42 }).total, "what this person may read, where the server says it").toBe(42)
    expect(of({}).ready).toBe(12)
    expect(of({ readable_pages: 42 }).open, "what everybody may read").toBe(12)
    expect(of({ status: DocumentStatus.converting, converted_pages: 3 }).ready).toBe(3)
  })

  it("searches for the word given in the address", () => {
    expect(findInAddress("#page=7&find=%E8%AE%BE%E7%BD%AE")).toBe("设置")
    expect(pageInAddress("#page=7&find=%E8%AE%BE%E7%BD%AE")).toBe(7)
    for (const hash of ["", "#page=7", "#find=a", "#page=7&find=%E8", "#page=7&find="]) expect(findInAddress(hash)).toBe("")
    expect(findInAddress(`#page=7&find=${"a".repeat(500)}`)).toHaveLength(64)
  })

  it("builds the image address from extension and compression", () => {
    expect(of({}).ext).toBe(".gzip.svg")
    expect(of({ enable_gzip: false }).ext).toBe(".svg")
    expect(of({ preview_ext: ".webp" }).ext).toBe(".webp")
  })

  it("derives its policy from the settings", () => {
    const settings = {
      system: { enable_watermark: true, watermark: " 豆架 " },
      display: { enable_text_layer: true, enable_print: false },
      features: { inside_search: true, signatures: true },
    }
    expect(policyOf(settings as never, { no_copy: false })).toEqual({
      selectable: true,
      searches: true,
      printable: false,
      signs: true,
      watermark: "豆架",
      embedded: false,
      adEvery: 5,
    })
    expect(
      policyOf({ ...settings, system: { enable_watermark: false, watermark: "豆架" } } as never, { no_copy: false }, true),
    ).toMatchObject({
      watermark: "",
      embedded: true,
    })
  })

  it("makes nothing selectable whose author forbids copying, and still searches it", () => {
    const settings = { system: {}, display: { enable_text_layer: true }, features: { inside_search: true, signatures: true } } as never
    const policy = policyOf({ ...(settings as object), system: { watermark: "" } } as never, { no_copy: true })
    expect(policy.selectable).toBe(false)
    expect(maySearch(of({}), policy)).toBe(true)
  })

  it("allows printing of free documents if the site permits it, and search where the text is available", () => {
    const policy = { selectable: true, searches: true, printable: true, watermark: "", embedded: false, adEvery: 5 }
    expect([mayPrint(of({}), policy), mayPrint(of({ price: 1 }), policy), mayPrint(of({}), { ...policy, printable: false })]).toEqual([
      true,
      false,
      false,
    ])
    expect([
      maySearch(of({ has_words: true }), policy),
      maySearch(of({}), policy),
      maySearch(of({}), { ...policy, selectable: false }),
      maySearch(of({ price: 5 }), policy),
      maySearch(of({ has_words: true }), { ...policy, searches: false }),
    ]).toEqual([true, false, true, true, false])
  })

  it("uses the last known page size for unknown pages", () => {
    expect(sizeOf(of({ page_sizes: [[100, 50]] }), 9)).toEqual([100, 50])
    expect(sizeOf(of({}), 9)).toEqual([595, 842])
  })

  it("steps through zoom levels and stays between 50 and 300 %", () => {
    expect(stepZoom(1, true)).toBe(1.1)
    expect(stepZoom(1.37, false)).toBe(1.25)
    expect(stepZoom(3, true)).toBe(3)
    expect(stepZoom(0.5, false)).toBe(0.5)
  })

  it("reads the page from the address", () => {
    expect(pageInAddress("#page=7")).toBe(7)
    expect(pageInAddress("#page=7&hl=词")).toBe(7)
    expect(pageInAddress("", "?page=3&x=1")).toBe(3)
    expect(pageInAddress("#page=x")).toBe(0)
  })
})
