// Writes app/styles/*.gen.css from lib/theme.ts and antd. Run through prepareStyleSheets (scripts/lib/style-sheets.mjs).
import { renameSync, writeFileSync } from "node:fs"
import { antdCss } from "./antd-css.mjs"
import { importTypeScript } from "./lib/bundle.mjs"
import { headOfSheets, sheets } from "./lib/style-sheets.mjs"

// In development mode React and antd log warnings. The rules are the same.
process.env.NODE_ENV = "production"

const head = headOfSheets()
const theme = await importTypeScript("lib/theme.ts")
for (const [name, css] of Object.entries({ theme: theme.themeCss(), ...antdCss(theme) })) {
  // Replaces the file atomically: a build or the tests may be reading it
  writeFileSync(`${sheets[name]}.${process.pid}`, head + css)
  renameSync(`${sheets[name]}.${process.pid}`, sheets[name])
}
