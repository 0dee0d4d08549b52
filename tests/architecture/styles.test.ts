import { readdirSync, readFileSync } from "node:fs"
import { basename, resolve } from "node:path"
import { describe, expect, test } from "vitest"

const folder = resolve(import.meta.dirname, "../../app/styles")
/** Checks for sheets written by `npm run generate`: antd's own classes and the tokens. */
const isGenerated = (name: string) => name.endsWith(".gen.css")
const sheets = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".css") && !isGenerated(path))
  .map((path) => ({ name: basename(path), text: readFileSync(resolve(folder, path), "utf8") }))

/**
 * Sheets of building blocks that every feature may use: only here may root classes stand without a scope. Every other sheet nests all its
 * rules under the root class of its feature, `:where(.feature) { … }`.
 */
const shared: Record<string, string> = {
  "base.css": "elements and the classes of text and layout",
  "controls.css": "buttons, inputs, avatars, tabs",
  "tags.css": "kinds of files, tags, pills, pager",
  "states.css": "empty, loading, failed, not found",
  "document-shelf.css": "covers and rows of documents: lists, /me and /admin",
  "article-prose.css": "what people wrote: articles, statements, agreements",
  "site-frame.css": "pieces of both frames, the site's and the one of /admin",
}

/** The leftmost class in a selector of a sheet; `scope` = the class that the sheet nests it under, "" = none. */
type Root = { scope: string; name: string }

/** Returns the parts of a selector list; commas inside brackets do not separate. */
const selectorsOf = (list: string): string[] => {
  const parts = [""]
  let depth = 0
  for (const sign of list) {
    if ("([".includes(sign)) depth++
    if (")]".includes(sign)) depth--
    if (sign === "," && depth === 0) parts.push("")
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}

const withoutBrackets = (selector: string): string => {
  const shorter = selector.replace(/\([^()]*\)|\[[^[\]]*\]/g, "")
  return shorter === selector ? selector : withoutBrackets(shorter)
}

/** Returns the leftmost class; null if an id or the scope itself (`&`) precedes it, or if there is none. */
const rootOf = (selector: string): string | null => /^[^&#.]*\.([\w-]+)/.exec(withoutBrackets(selector))?.[1] ?? null

/** Returns the classes of `:where(.one, .two)`; none for any other selector. */
const scopesOf = (selector = ""): string[] =>
  /^:where\(\.[\w-]+(,\s*\.[\w-]+)*\)$/.test(selector) ? [...selector.matchAll(/\.([\w-]+)/g)].map(([, name]) => name!) : []

/**
 * Returns everything in a sheet that could conflict with other sheets: root classes, scopes, animation names, and rules without a scope.
 */
const readSheet = (text: string): { roots: Root[]; scopes: string[]; animations: string[]; open: string[] } => {
  const roots: Root[] = []
  const unscoped: string[] = []
  const scopes: string[] = []
  const animations: string[] = []
  const open: string[] = []
  const plain = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/"[^"]*"/g, '""')
  for (const [, head, end] of plain.matchAll(/([^{};]*)([{};])/g)) {
    if (end === "}") open.pop()
    if (end !== "{") continue
    const prelude = head!.trim()
    const around = open.filter((one) => !one.startsWith("@media") && !one.startsWith("@supports"))
    open.push(prelude)
    if (prelude.startsWith("@keyframes")) animations.push(prelude.split(/\s+/)[1]!)
    if (prelude.startsWith("@") || around.some((one) => one.startsWith("@"))) continue
    const ownScopes = scopesOf(around[0])
    if (around.length === 0) {
      scopes.push(...scopesOf(prelude))
      if (scopesOf(prelude).length > 0) continue
      unscoped.push(prelude)
    }
    if (around.length > (ownScopes.length > 0 ? 1 : 0)) continue
    const names = selectorsOf(prelude).flatMap((selector) => rootOf(selector) ?? [])
    for (const scope of ownScopes.length > 0 ? ownScopes : [""]) roots.push(...names.map((name) => ({ scope, name })))
  }
  return { roots, scopes, animations, open: unscoped }
}

type Sheet = (typeof sheets)[number]

/** Returns the owner of a sheet: reading-tools.css belongs to `reading`; document-admin.css to `admin`, for which a feature adds it. */
const featureOf = ({ name }: Sheet): string => /-(admin|dialog)\.css$/.exec(name)?.[1] ?? name.split(/[-.]/)[0]!

const sharedBy = (claims: [key: string, owner: string][]): string[] => {
  const owners = new Map<string, Set<string>>()
  for (const [key, owner] of claims) owners.set(key, (owners.get(key) ?? new Set()).add(owner))
  return [...owners].filter(([, all]) => all.size > 1).map(([key, all]) => `${key}: ${[...all].join(", ")}`)
}

/** Returns the root classes that several sheets use: under the same scope, or in one of them without a scope. */
const sharedRoots = (all: Sheet[]): string[] => {
  const claims = all.flatMap((sheet) => readSheet(sheet.text).roots.map((root) => ({ ...root, sheet: sheet.name })))
  const open = new Set(claims.flatMap(({ scope, name }) => (scope ? [] : name)))
  return sharedBy(claims.map(({ scope, name, sheet }) => [`.${scope && !open.has(name) ? `${scope} .` : ""}${name}`, sheet]))
}

/** Returns the scopes that sheets of more than one feature use. */
const sharedScopes = (all: Sheet[]): string[] => {
  const scopes = new Set(all.flatMap((sheet) => readSheet(sheet.text).scopes))
  return sharedBy(
    all.flatMap((sheet) => {
      const { scopes: sheetScopes, roots } = readSheet(sheet.text)
      const named = [...sheetScopes, ...roots.flatMap(({ scope, name }) => (!scope && scopes.has(name) ? name : []))]
      return named.map((scope): [string, string] => [`.${scope}`, featureOf(sheet)])
    }),
  )
}

describe("style sheets do not conflict (the App Router never removes a sheet once a page has loaded it)", () => {
  test("all style sheets are read", () => {
    expect(sheets.length).toBeGreaterThan(25)
    expect(sheets.flatMap(({ text }) => readSheet(text).roots).length).toBeGreaterThan(800)
  })
  test("each style sheet of a feature nests all its rules under a root class", () => {
    const flat = sheets
      .filter(({ name }) => !Object.hasOwn(shared, name))
      .flatMap(({ name, text }) => readSheet(text).open.map((rule) => `${name}: ${rule}`))
    expect(flat, "nest it: :where(.feature) { … }").toEqual([])
    expect(
      Object.keys(shared).filter((name) => !sheets.some((sheet) => sheet.name === name && readSheet(sheet.text).open.length > 0)),
      "shared sheets that are gone, or have no rule without a scope",
    ).toEqual([])
  })
  test("a root class is in one style sheet", () => {
    expect(
      sharedRoots(sheets),
      "nest the sheet under its feature's root class, :where(.feature) { … }, or move the piece into the shared sheet",
    ).toEqual([])
  })
  test("the root class of a feature scopes only sheets of that feature", () => {
    expect(sharedScopes(sheets), "each feature has a root class of its own").toEqual([])
  })
  test("the name of an animation is in one style sheet", () => {
    expect(sharedBy(sheets.flatMap(({ name, text }) => readSheet(text).animations.map((one): [string, string] => [one, name])))).toEqual([])
  })
  test("the checks detect roots and scopes that two sheets share", () => {
    const sheet = (name: string, text: string) => ({ name, text })
    expect(
      sharedRoots([sheet("a.css", ".pill { color: red }"), sheet("b.css", "@media print { a > .pill:hover, b { color: red } }")]),
    ).toEqual([".pill: a.css, b.css"])
    expect(sharedRoots([sheet("a.css", ":where(.one) { .pill { } }"), sheet("b.css", ":where(.two) { .pill { } }")])).toEqual([])
    expect(sharedRoots([sheet("a.css", ":where(.one) { .pill { } }"), sheet("b.css", ".pill { }")])).toEqual([".pill: a.css, b.css"])
    expect(sharedRoots([sheet("a.css", ":where(.one) { &.one .pill { } }"), sheet("b.css", "#x .pill, :is(.pill) i { }")])).toEqual([])
    expect(sharedRoots([sheet("a.css", ":where(.one, .two) { .pill { } }"), sheet("b.css", ":where(.two) { .pill { } }")])).toEqual([
      ".two .pill: a.css, b.css",
    ])
    expect(readSheet("@media print { .pill { } :where(.one) { .two { } } } body > p { } :where(main.one) { }").open).toEqual([
      ".pill",
      "body > p",
      ":where(main.one)",
    ])
    expect(
      sharedScopes([sheet("a.css", ":where(.one) { }"), sheet("a-list.css", ":where(.one) { }"), sheet("b.css", ".one b { }")]),
    ).toEqual([".one: a, b"])
  })
})

describe("styles of several page types are in one sheet (docs/decisions/138)", () => {
  const together = [...readFileSync(resolve(folder, "every-page.css"), "utf8").matchAll(/^@import "\.\/([\w./-]+)";$/gm)].map(([, path]) =>
    basename(path!),
  )
  const root = resolve(import.meta.dirname, "../..")
  const imports = ["app", "components"].flatMap((top) =>
    readdirSync(resolve(root, top), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".tsx"))
      .flatMap((path) =>
        [...readFileSync(resolve(root, top, path), "utf8").matchAll(/^import "([^"]+\.css)"/gm)].map(([, sheet]) => ({
          by: `${top}/${path}`,
          sheet: basename(sheet!),
        })),
      ),
  )
  test("it contains the shared sheets, and no component imports one of them separately", () => {
    expect(together).toEqual(expect.arrayContaining(Object.keys(shared)))
    expect(
      imports.filter(({ sheet }) => together.includes(sheet)),
      "it would be one more request before the first paint",
    ).toEqual([])
  })
  test("every page loads it", () => {
    expect(imports.filter(({ sheet }) => sheet === "every-page.css").map(({ by }) => by)).toEqual([
      "app/global-error.tsx",
      "app/layout.tsx",
    ])
  })
})

describe("older browsers (docs/decisions/175)", () => {
  /** Rules that Firefox below 121 and Chromium below 105 drop as a whole: each is decoration, or names its fallback. */
  const droppedRules: Record<string, string> = {
    "admin.css .adm-list .tag.status:has(.spin)::before": "a dot beside the spinner",
    "admin.css .adm-list :is(tr.ant-table-row, .adm-cards > li):is(.adm-opens, :has(:is(.adm-name, .adm-card-name) a[href]))":
      "the pointer's shape",
    "admin.css .adm-list:not(:has(button.adm-fold)) i.adm-fold": "an indentation",
    "admin.css .adm-h:has(.adm-progress, .adm-many)": "all heads wrap there",
    "admin.css .adm-h:has(.adm-progress, .adm-many) .end": "all heads wrap there",
    "admin.css .adm-h:has(.adm-many) .meta::before": "a line that is reserved for a late number",
    "document-admin.css .adm-doc:has(> .kind)": "the format stands above the title",
    "captcha.css .captcha-box:has(audio)": "a narrower box",
    "captcha.css .captcha-box:has(.captcha-picture:hover)": "a border on hover",
    "account-me-list.css .lf:has(.pick) .lf-wd": "the field is narrower",
    "picture.css .pic-box:has(img)": "the border stays dashed",
    "reading-tools.css html:has(&.reader)": "base.css turns anchoring off for every page there",
    "site-header.css html[data-reading] &.site:has(> .document)": "the tint of a reading theme ends at the reader",
    'site-header.css html:not([data-desk="narrow"]) &.site:has(> .document)': "the page is narrower",
    "site-header.css &.site:has(> .home)": "the page is narrower",
    "site-header.css &.site:has(> .strip) .hd": "the header stays in sight instead of the search",
    "site-home-two.css .picked-style label:has(:checked)": "the switch is hidden there",
    "site-home-two.css .picked-style label:has(:focus-visible)": "the switch is hidden there",
    'site-home-two.css .picked:has([value="list"]:checked)': "the switch is hidden there",
    'site-home-two.css .picked:has([value="list"]:checked) .shelf': "the switch is hidden there",
    "site-home.css .lead-shelf:has(> .rows)": "the rows stand below the covers",
    "upload.css .drop:has(.drop-all input:focus-visible)": ":focus-within stands beside it",
    "upload.css &.up label.bt:has(input:focus-visible)": ":focus-within stands beside it",
  }
  /** `:is()` and `:where()` leave out what a browser does not know. */
  const withoutForgiving = (selector: string): string => selector.replace(/:(is|where)\((?:[^()]|\([^()]*\))*\)/g, "")
  /** Selectors with `:has()` in a sheet, without those in `@supports`. */
  const hasRules = (text: string): string[] =>
    [...text.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/([^{};]*)\{/g)]
      .map(([, prelude]) => prelude!.trim().replace(/\s+/g, " "))
      .filter((prelude) => !prelude.startsWith("@") && prelude.includes(":has("))
      .flatMap((prelude) => selectorsOf(prelude).filter((selector) => selector.includes(":has(")))

  test("a rule with :has() is decoration or has a fallback, which is named here", () => {
    const rules = sheets.flatMap(({ name, text }) => hasRules(text).map((selector) => `${name} ${selector}`))
    expect([...new Set(rules)].toSorted(), "mark the element or the body instead (components/ui/body-class)").toEqual(
      Object.keys(droppedRules).toSorted(),
    )
  })
  test("the check finds :has() in lists and nested rules", () => {
    expect(hasRules("@supports not selector(:has(a)) { .a { } } .b, .c:has(i) { } @media print { body:has(&.d) > * { } }")).toEqual([
      ".c:has(i)",
      "body:has(&.d) > *",
    ])
  })

  type NewStyle = {
    pattern: RegExp
    /** what is seen without it; without a reason it must not be used */
    without?: string
    /** the sheets that may use it; all of them if omitted */
    only?: readonly string[]
  }
  /** Newer than Chromium 92, Safari 15 or Firefox 115, and not translated by the build (lightningcss: nesting, prefixes, colours of one value). */
  const newStyles: Record<string, NewStyle> = {
    "at-rules": { pattern: /@(container|layer|property|scope|starting-style|position-try)\b/ },
    "ranges in media queries": { pattern: /\((width|height|inline-size|aspect-ratio)\s*[<>=]/ },
    "units of containers and of small windows": { pattern: /\d(cq[whib]|cqmin|cqmax|[sl]v[hwib])\b/ },
    "colour functions": { pattern: /\b(oklch|oklab|lch|lab|hwb|light-dark|color|contrast-color)\(/ },
    "mathematical functions": { pattern: /[\s:(,](round|mod|rem|sin|cos|tan|atan2|pow|sqrt|hypot|exp|abs|sign|linear)\(/ },
    "transforms as properties": { pattern: /(^|[;{\s])(translate|rotate|scale):/ },
    subgrid: { pattern: /\bsubgrid\b/ },
    selectors: {
      pattern: /:(modal|user-valid|user-invalid|dir\(|autofill|state\(|open\b|nth-(last-)?child\([^)]* of )|::(details-content|part\()/,
    },
    animations: {
      pattern: /(animation-(timeline|range)|scroll-timeline|view-timeline|transition-behavior|allow-discrete|interpolate-size)\b/,
    },
    "content-visibility": { pattern: /content-visibility|contain-intrinsic/ },
    "text-box": { pattern: /(^|[;{\s])(text-box|margin-trim|line-clamp|reading-flow|offset-path|object-view-box)\b/ },
    "overflow: clip": {
      pattern: /overflow(-x|-y)?: [a-z ]*clip/,
      without: "Safari 15 shows what sticks out, or hides it by the line before",
      only: ["admin.css", "document.css", "reading-sheets.css", "reading-tools.css", "reading.css", "tags.css"],
    },
    "text-wrap": { pattern: /text-wrap:/, without: "lines of uneven length" },
    "field-sizing": { pattern: /field-sizing:/, without: "a field that scrolls instead of growing", only: ["controls.css"] },
    "accent-color": { pattern: /accent-color:/, without: "the browser's own colour" },
    "scrollbar-width": { pattern: /scrollbar-(width|color|gutter)/, without: "the browser's own scroll bar" },
    "overscroll-behavior": { pattern: /overscroll-behavior/, without: "the page scrolls on at the end of a list" },
    "anchored popovers": { pattern: /position-area|anchor-name|position-anchor/, without: "in @supports", only: ["base.css"] },
    "view transitions": { pattern: /view-transition/, without: "pages change at once" },
    "scripting: none": { pattern: /\(scripting/, without: "a row of slides that cannot be moved", only: ["site-home-hero.css"] },
    ":focus-visible": { pattern: /:focus-visible/, without: "Safari 15.0 to 15.3 draws its own ring: nothing takes it away" },
  }
  const usesOf = ({ pattern }: NewStyle): string[] =>
    sheets.filter(({ text }) => pattern.test(text.replace(/\/\*[\s\S]*?\*\//g, ""))).map(({ name }) => name)
  test.each(Object.entries(newStyles))("%s: not used, or harmless where a supported browser lacks it", (_, style) => {
    const uses = usesOf(style)
    if (style.without === undefined) expect(uses).toEqual([])
    else expect(uses.length, "the entry is no longer needed").toBeGreaterThan(0)
    if (style.only) expect(uses.toSorted()).toEqual([...style.only])
  })
  test("no selector list has :focus-visible beside others, which Safari 15.0 to 15.3 would drop with it", () => {
    const mixed = sheets.flatMap(({ name, text }) =>
      [...text.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/([^{};]*)\{/g)].flatMap(([, prelude]) => {
        const parts = selectorsOf(prelude!.trim())
        const newer = parts.filter((part) => withoutForgiving(part).includes(":focus-visible"))
        return newer.length > 0 && newer.length < parts.length ? [`${name} ${parts.join(", ")}`] : []
      }),
    )
    expect(mixed).toEqual([])
  })

  test("a size in dvh follows the same one in vh, and colours are mixed in lib/theme-mixed.ts", () => {
    const faults = sheets.flatMap(({ name, text }) => {
      const lines = text.split("\n")
      return lines.flatMap((line, at) => {
        const withoutFallback = line.includes("dvh") && lines[at - 1] !== line.replaceAll("dvh", "vh")
        return withoutFallback || line.includes("color-mix(") ? [`${name}:${at + 1} ${line.trim()}`] : []
      })
    })
    expect(faults).toEqual([])
  })
})

describe("a grid never grows with the text inside it", () => {
  /** Grids that shrink to their content on purpose: in table cells, a tip and a line of text. */
  const shrinking = [".adm-place", ".adm-two", ".dash-tip", ".post-draft > span"]
  const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, "")
  const rulesOf = (text: string) =>
    [...withoutComments(text).matchAll(/([^{};]+)\{([^{}]*)/g)].map(([, selector, body]) => ({ selector: selector!.trim(), body: body! }))
  /** Checks for an `fr` outside of minmax(): its track is at least as wide as its longest word. */
  const hasBareFraction = (columns: string) => /\dfr/.test(columns.replace(/minmax\([^()]*\)/g, ""))
  const faultsOf = (text: string): string[] =>
    rulesOf(text).flatMap(({ selector, body }) => {
      const columns = /grid-template-columns:([^;]*)/.exec(body)?.[1]
      if (columns !== undefined) return hasBareFraction(columns) ? [`${selector}: ${columns.trim()}`] : []
      const sized = /grid-template|grid-auto-flow|place-(items|content)/.test(body) || shrinking.includes(selector)
      return /display: (inline-)?grid;/.test(body) && !sized ? [`${selector}: no columns`] : []
    })
  test("its columns are minmax(0, 1fr), a length, or the width of its content", () => {
    expect(sheets.flatMap(({ name, text }) => faultsOf(text).map((fault) => `${name} ${fault}`))).toEqual([])
  })
  test("the check finds a grid without columns and one with a bare fraction", () => {
    expect(faultsOf(".a { display: grid; } .b { grid-template-columns: 1fr minmax(0, 2fr); }")).toEqual([
      ".a: no columns",
      ".b: 1fr minmax(0, 2fr)",
    ])
    expect(faultsOf(".a { display: grid; place-items: center; } .b { grid-template-columns: repeat(2, minmax(90px, 1fr)); }")).toEqual([])
  })
})
