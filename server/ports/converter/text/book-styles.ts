import type { BookFiles } from "./book-files"
import { listTags } from "./epub-package"
import { appliesToScreen, importsOf, type VisibilityRule, visibilityRules } from "./style-hiding"
import { decodeAny } from "./text-encoding"

const MAX_SHEET = 2e6
/** Style sheets of one page, and how far they may import each other. */
const MAX_SHEETS = 20
const MAX_IMPORTS = 4

/** Reads the style sheets of a book, each once. */
export class BookStyles {
  private readonly sheets = new Map<string, Promise<VisibilityRule[]>>()

  constructor(private readonly files: BookFiles) {}

  /** Returns the rules that show or hide elements, of all style sheets that a page refers to. */
  async rulesFor(page: string, html: string): Promise<VisibilityRule[]> {
    const links = listTags(html, "link").filter(({ rel = "", media = "" }) => /^\s*stylesheet\s*$/i.test(rel) && appliesToScreen(media))
    const rules: VisibilityRule[] = []
    for (const { href = "" } of links.slice(0, MAX_SHEETS)) rules.push(...(await this.sheet(this.files.resolve(page, href), MAX_IMPORTS)))
    return rules
  }

  private sheet(path: string, imports: number): Promise<VisibilityRule[]> {
    const sheet = this.sheets.get(path) ?? this.readSheet(path, imports).catch(() => [])
    this.sheets.set(path, sheet)
    return sheet
  }

  private async readSheet(path: string, imports: number): Promise<VisibilityRule[]> {
    const bytes = await this.files.read(path, MAX_SHEET)
    if (bytes === null) return []
    const css = decodeAny(bytes)
    const rules: VisibilityRule[] = []
    if (imports > 0)
      for (const reference of importsOf(css).slice(0, MAX_SHEETS)) {
        const imported = this.files.resolve(path, reference)
        // a sheet in progress imports itself: waiting for it would never end
        if (!this.sheets.has(imported)) rules.push(...(await this.sheet(imported, imports - 1)))
      }
    return [...rules, ...visibilityRules(css)]
  }
}
