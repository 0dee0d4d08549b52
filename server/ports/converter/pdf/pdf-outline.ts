import type { ConvertedOutlineItem } from "../converter.port"
import { boundOutline, MAX_OUTLINE_DEPTH, MAX_OUTLINE_ITEMS } from "../outline-bounds"
import type { Pdfium } from "./pdfium-module"

const ACTION_GO_TO = 1
const MAX_TITLE_BYTES = 4000

/** Walks PDFium's bookmarks. A file may link them in circles, so each is visited once. */
class BookmarkWalk {
  readonly items: ConvertedOutlineItem[] = []
  private readonly seen = new Set<number>()

  constructor(
    private readonly pdfium: Pdfium,
    private readonly document: number,
  ) {}

  /** Collects the items below `parent` (0: the root), in order. */
  walk(parent: number, level: number): void {
    const { api } = this.pdfium
    let bookmark = api.FPDFBookmark_GetFirstChild(this.document, parent)
    while (bookmark !== 0 && !this.seen.has(bookmark) && this.seen.size < MAX_OUTLINE_ITEMS) {
      this.seen.add(bookmark)
      const item = { title: this.titleOf(bookmark), page: this.pageOf(bookmark), level }
      const index = this.items.push(item)
      // deeper levels are displayed on the last one
      if (level < MAX_OUTLINE_DEPTH * 2) this.walk(bookmark, level + 1)
      // a part's title often has no target: it begins where its first chapter does
      if (item.page < 1) item.page = this.items[index]?.page ?? 0
      bookmark = api.FPDFBookmark_GetNextSibling(this.document, bookmark)
    }
  }

  private titleOf(bookmark: number): string {
    const { api, memory } = this.pdfium
    const bytes = Math.min(MAX_TITLE_BYTES, api.FPDFBookmark_GetTitle(bookmark, 0, 0))
    if (bytes <= 2) return ""
    const pointer = memory.alloc(MAX_TITLE_BYTES)
    const written = api.FPDFBookmark_GetTitle(bookmark, pointer, MAX_TITLE_BYTES)
    // PDFium writes nothing if the title is longer than the buffer
    const title = written <= MAX_TITLE_BYTES ? Buffer.from(memory.view(pointer, written - 2)).toString("utf16le") : ""
    memory.free(pointer)
    return title
  }

  /** Returns the 1-based page; 0 if the bookmark leads out of the document or nowhere. */
  private pageOf(bookmark: number): number {
    const { api } = this.pdfium
    let destination = api.FPDFBookmark_GetDest(this.document, bookmark)
    if (destination === 0) {
      const action = api.FPDFBookmark_GetAction(bookmark)
      if (action !== 0 && api.FPDFAction_GetType(action) === ACTION_GO_TO) destination = api.FPDFAction_GetDest(this.document, action)
    }
    return destination === 0 ? 0 : api.FPDFDest_GetDestPageIndex(this.document, destination) + 1
  }
}

/** Returns the bookmarks of a PDF as a table of contents. */
export function readOutline(pdfium: Pdfium, document: number, pages: number): ConvertedOutlineItem[] {
  const walk = new BookmarkWalk(pdfium, document)
  walk.walk(0, 1)
  return boundOutline(walk.items, pages)
}
