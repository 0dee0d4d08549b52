import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runInNewContext } from "node:vm"
import { inProject } from "./project.mjs"

/** If a script begins with this line, Chromium compiles all its functions while downloading it instead of on their first call. */
const compileHint = "//# allFunctionsCalledOnLoad\n"
/** Minimum size of a script (bytes). Smaller scripts contain little to compile, and the line costs the same in each of them. */
const least = 20_000
/** Pages of app/(site) that are applications of their own (the editor, the upload): much of their code is never called. */
const programs = ["post", "upload"]

/**
 * Marks the scripts that public pages load immediately, including those of Next and React, so that the browser does not compile their
 * functions one by one on the main thread during hydration (docs/decisions/139).
 */
export function hintCompilation(folder = inProject(".next")) {
  for (const file of new Set([...everyPages(folder), ...publicPages(folder)].map((name) => join(folder, name)))) {
    if (statSync(file).size < least) continue
    const text = readFileSync(file, "utf8")
    // A build without changes may leave the file of the previous build.
    if (!text.startsWith(compileHint)) writeFileSync(file, compileHint + text)
  }
}

/** Returns the scripts that every page loads: those of React and Next. @param {string} folder @returns {string[]} */
const everyPages = (folder) => JSON.parse(readFileSync(join(folder, "build-manifest.json"), "utf8")).rootMainFiles

/** Returns the scripts that Next references in the HTML of pages in app/(site). @param {string} folder @returns {string[]} */
function publicPages(folder) {
  const pages = join(folder, "server/app/(site)")
  return readdirSync(pages, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith("page_client-reference-manifest.js") && !programs.some((program) => name.startsWith(program)))
    .flatMap((name) => {
      /** @type {{ __RSC_MANIFEST?: Record<string, { entryJSFiles: Record<string, string[]> }> }} */
      const context = {}
      // Next writes the manifest as a script: globalThis.__RSC_MANIFEST["/page"] = { … }
      runInNewContext(readFileSync(join(pages, name), "utf8"), context)
      return Object.values(context.__RSC_MANIFEST ?? {}).flatMap(({ entryJSFiles }) => Object.values(entryJSFiles).flat())
    })
}
