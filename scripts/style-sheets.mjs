// Writes app/styles/*.gen.css from lib/theme.ts and antd. Run through prepareStyleSheets (scripts/lib/style-sheets.mjs).
import { renameSync, writeFileSync } from "node:fs"
import { antdCss } from "./antd-css.mjs"
import { importTypeScript } from "./lib/bundle.mjs"
import { headOfSheets, sheets } from "./lib/style-sheets.mjs"

// In development React and antd log warnings; the rules are the same
process.env.NODE_ENV = "production"

const head = headOfSheets()
const theme = await importTypeScript("lib/theme.ts")
for (const [name, css] of Object.entries({ theme: theme.themeCss(), ...antdCss(theme) })) {
  // Whole or not at all: a build and the tests may read it meanwhile
  writeFileSync(`${sheets[name]}.${process.pid}`, head + css)
  renameSync(`${sheets[name]}.${process.pid}`, sheets[name])
}
