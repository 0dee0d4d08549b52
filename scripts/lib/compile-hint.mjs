import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runInNewContext } from "node:vm"
import { inProject } from "./project.mjs"

/** Chromium compiles every function of a script that begins with this line while it receives the script, not when each is first called. */
const compileHint = "//# allFunctionsCalledOnLoad\n"
/** Bytes of a script. In a smaller one little is compiled, and the line costs as much in each. */
const least = 20_000
/** Pages of app/(site) that are a program of their own (the editor, the upload): much of their scripts is never called. */
const programs = ["post", "upload"]

/**
 * Marks the scripts that public pages load at once, Next's and React's own among them, so that their functions are not compiled
 * one by one on the main thread while a page comes alive (docs/decisions/139).
 */
export function hintCompilation(folder = inProject(".next")) {
  for (const file of new Set([...everyPages(folder), ...publicPages(folder)].map((name) => join(folder, name)))) {
    if (statSync(file).size < least) continue
    const text = readFileSync(file, "utf8")
    // a build that changes nothing may leave the file of the last one
    if (!text.startsWith(compileHint)) writeFileSync(file, compileHint + text)
  }
}

/** Scripts of every page: React's and Next's own. @param {string} folder @returns {string[]} */
const everyPages = (folder) => JSON.parse(readFileSync(join(folder, "build-manifest.json"), "utf8")).rootMainFiles

/** Scripts that Next names in the HTML of a page of app/(site). @param {string} folder @returns {string[]} */
function publicPages(folder) {
  const pages = join(folder, "server/app/(site)")
  return readdirSync(pages, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith("page_client-reference-manifest.js") && !programs.some((program) => name.startsWith(program)))
    .flatMap((name) => {
      /** @type {{ __RSC_MANIFEST?: Record<string, { entryJSFiles: Record<string, string[]> }> }} */
      const context = {}
      // Next writes it as a script: globalThis.__RSC_MANIFEST["/page"] = { … }
      runInNewContext(readFileSync(join(pages, name), "utf8"), context)
      return Object.values(context.__RSC_MANIFEST ?? {}).flatMap(({ entryJSFiles }) => Object.values(entryJSFiles).flat())
    })
}
