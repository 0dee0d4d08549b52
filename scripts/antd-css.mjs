/**
 * Extracts from antd's style sheet the rules for the components that the source imports, and the values of their variables in the dark
 * theme. antd ships 980 KB of rules for all components; browsers load our app/styles/antd.gen.css once and cache it. Rules for components
 * imported only by the admin folders go into antd-admin.gen.css, so that a login page does not load the rules for admin tables. Written by
 * scripts/style-sheets.mjs.
 */
import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { blocksOf, roots } from "./antd-blocks.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const require = createRequire(join(root, "package.json"))
const ofAdmin = /^admin\//

/** @param {string} folder @param {(name: string) => boolean} counts */
const sources = (folder, counts) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && counts(name))
    .map((name) => readFileSync(join(root, folder, name), "utf8"))

/** Returns the names imported from "antd" in the matching front-end files, without types. @param {(name: string) => boolean} [counts] */
const usedComponents = (counts = () => true) => {
  const names = new Set()
  for (const text of [...sources("app", counts), ...sources("components", counts)])
    for (const [, list] of text.matchAll(/import\s+\{([^}]*)\}\s+from\s+"antd"/g))
      for (const name of (list ?? "").split(",")) {
        const plain = name.trim().split(/\s+as\s+/)[0]
        if (plain && !plain.startsWith("type ")) names.add(plain)
      }
  return [...names].sort((a, b) => a.localeCompare(b))
}

/** Returns the components of each style sheet; `all` decides which rules the admin sheet contains. */
export const componentsOfSheets = () => {
  const shared = usedComponents((name) => !ofAdmin.test(name))
  const all = usedComponents()
  return { shared, all, admin: all.filter((name) => !shared.includes(name)) }
}

/** Splits a style sheet into its top-level rules as [head, body]; `body` is null for statements. */
const rulesOf = (css) => {
  const rules = []
  let depth = 0
  let start = 0
  let open = 0
  for (let at = 0; at < css.length; at += 1) {
    const sign = css[at]
    if (sign === '"' || sign === "'") {
      while (css[++at] !== sign) if (css[at] === "\\") at += 1
    } else if (sign === "{" && depth++ === 0) open = at
    else if (sign === "}" && --depth === 0) {
      rules.push([css.slice(start, open).trim(), css.slice(open + 1, at)])
      start = at + 1
    }
  }
  return rules
}

const blockOf = (name) => roots.find((block) => name === block || name.startsWith(`${block}-`))
/** Excluded from the sheets: variables of antd's default theme, right-to-left rules, and antd's record of inlined styles. */
const foreign = /css-var-_R_|-rtl\b|data-ant-cssinjs/
const keeps = (selector, blocks) =>
  !foreign.test(selector) &&
  [...selector.matchAll(/\.ant-([a-z0-9-]+)/g)].every(([, name]) => {
    const block = blockOf(name)
    return !block || blocks.has(block)
  })

/** Returns the rules of `blocks` that `baseRules` does not contain, and removes other selectors from selector lists. */
const filtered = (css, blocks, baseRules = new Set()) => {
  const rules = []
  for (const [head, body] of rulesOf(css)) {
    if (head.startsWith("@keyframes")) rules.push([head, body])
    else if (/^@(media|supports|container|layer)/.test(head)) {
      const inner = filtered(body, blocks, baseRules)
      if (inner) rules.push([head, inner])
    } else {
      const selectors = splitSelectors(head).filter(
        (selector) => keeps(selector, blocks) && !(baseRules.size > 0 && keeps(selector, baseRules)),
      )
      if (selectors.length > 0) rules.push([selectors.join(","), body])
    }
  }
  const text = rules.map(([, body]) => body).join("")
  return rules
    .filter(([head]) => !head.startsWith("@keyframes") || text.includes(head.slice(11).trim()))
    .map(([head, body]) => `${head}{${body}}`)
    .join("\n")
}

const splitSelectors = (head) => {
  const parts = [""]
  let depth = 0
  for (const sign of head) {
    if (sign === "(" || sign === "[") depth += 1
    if (sign === ")" || sign === "]") depth -= 1
    if (sign === "," && depth === 0) parts.push("")
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}

const specimens = {
  Modal: { open: true, getContainer: false },
  Drawer: { open: true, getContainer: false },
  Tooltip: { title: "x", open: true, getPopupContainer: undefined },
  Popover: { content: "x", open: true },
  Popconfirm: { title: "x", open: true },
  Dropdown: { menu: { items: [] } },
  Menu: { items: [{ key: "a", label: "a" }] },
  Table: { columns: [{ title: "a", dataIndex: "a" }], dataSource: [{ key: 1, a: 1 }], rowSelection: {}, pagination: {} },
  Tabs: { items: [{ key: "a", label: "a" }] },
  Steps: { items: [{ title: "a" }] },
  Segmented: { options: ["a"] },
}
const inner = new Set(["Tooltip", "Popover", "Popconfirm", "Dropdown"])

/** Returns the variables of all used components in one theme, as `selector → declarations`. */
const variables = (config, names, antdKey) => {
  const React = require("react")
  const { renderToString } = require("react-dom/server")
  const { createCache, extractStyle, StyleProvider } = require("@ant-design/cssinjs")
  const antd = require("antd")
  const sheet = new Map()
  // App renders message, notification and modal only on demand, so their internal panels are rendered here instead.
  const panel = (one) => one._InternalPanelDoNotUseOrYouWillBeFired
  const spoken = names.includes("App") ? { message: panel(antd.message), notification: panel(antd.notification), Modal: antd.Modal } : {}
  for (const name of new Set(["Button", "Empty", "Spin", ...names, ...Object.keys(spoken)])) {
    const Component = spoken[name] ?? antd[name]
    if (!Component || name === "ConfigProvider" || name === "theme") continue
    const cache = createCache()
    const element = React.createElement(Component, specimens[name] ?? {}, inner.has(name) ? React.createElement("span") : undefined)
    const tree = React.createElement(StyleProvider, { cache }, React.createElement(antd.ConfigProvider, { theme: config }, element))
    try {
      renderToString(tree)
    } catch {
      // Rendering fails without the component's data, but its variables are already registered by then.
    }
    for (const [head, body] of rulesOf(extractStyle(cache, { plain: true, types: ["cssVar", "token"] })))
      if (head.startsWith(`.${antdKey}`) && body.includes("--ant-")) sheet.set(head, new Map(declarations(body)))
  }
  return sheet
}

const declarations = (body) =>
  body
    .split(/;(?![^(]*\))/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)])

const seeds = ["colorPrimary", "colorLink", "colorSuccess", "colorWarning", "colorError", "colorInfo"]

/** Returns one rule for each selector whose variables differ in the dark theme. */
const darkRules = ({ antdTheme, antdKey }, names) => {
  const { theme } = require("antd")
  const base = { hashed: false, zeroRuntime: true, cssVar: { key: antdKey } }
  const light = variables({ ...antdTheme.light, ...base }, names, antdKey)
  const dark = variables({ ...antdTheme.dark, ...base, algorithm: theme.darkAlgorithm }, names, antdKey)
  // antd's dark algorithm changes the seed colours, but the theme already defines the final colours, so they are restored here.
  const seen = theme.getDesignToken({ ...antdTheme.dark, algorithm: theme.darkAlgorithm })
  const asSeen = (css) =>
    seeds.reduce((text, seed) => {
      const literal = antdTheme.dark.token[seed]
      return literal ? text.replaceAll(new RegExp(`${seen[seed]}\\b`, "gi"), literal) : text
    }, css)
  const rules = []
  for (const [selector, values] of dark) {
    const changed = [...values].filter(([name, value]) => light.get(selector)?.get(name) !== value)
    if (changed.length > 0) rules.push(asSeen(`[data-theme="dark"] ${selector}{${changed.map((pair) => pair.join(":")).join(";")}}`))
  }
  return rules
}

/**
 * antd styles links by their bare tag and gives focus rings the colour of a hairline. The site has its own link rules and a single focus
 * ring (`app/styles/base.css`) in the theme colour, which contrasts with every background (docs/decisions/145).
 */
const withOurFocus = (css) =>
  css
    .replaceAll(/^a(?:\[[^{]*|:[^{]*)?\{[^}]*\}\n?/gm, (rule) => (/^a:(focus|active)/.test(rule) ? "" : rule.replace("outline:none;", "")))
    .replaceAll(
      /outline:var\(--ant-[\w-]*line-width-focus\) (solid|var\(--ant-line-type\)) var\(--ant-color-primary-border\)/g,
      "outline:2px solid var(--focus)",
    )

const sheet = (names, rules, dark) => `/* For ${names.join(", ")}. */\n${rules}\n${dark.join("\n")}\n`

/** Returns the contents of both style sheets. @param theme the module lib/theme.ts */
export const antdCss = (theme) => {
  const { shared, all, admin } = componentsOfSheets()
  const sharedBlocks = new Set(shared.flatMap(blocksOf))
  const css = readFileSync(join(root, "node_modules/antd/dist/antd.css"), "utf8").replace(/\/\*[\s\S]*?\*\//g, "")
  const sharedDark = darkRules(theme, shared)
  const adminDark = darkRules(theme, all).filter((rule) => !sharedDark.includes(rule))
  return {
    shared: sheet(shared, withOurFocus(filtered(css, sharedBlocks)), sharedDark),
    admin: sheet(admin, withOurFocus(filtered(css, new Set(all.flatMap(blocksOf)), sharedBlocks)), adminDark),
  }
}
