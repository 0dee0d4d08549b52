import { existsSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { migrationMark } from "./bundled-migration.mjs"
import { inProject, root } from "./project.mjs"

const entries = [
  { in: "server/main.ts", out: "main" },
  { in: "server/programs/cli.ts", out: "cli" },
  { in: "server/programs/import.ts", out: "import" },
  { in: "server/ports/converter/pdfium-child.ts", out: "pdfium-child" },
  { in: "server/ports/sanitizer/html.worker.ts", out: "html.worker" },
  { in: "server/ports/web/page.worker.ts", out: "page.worker" },
  { in: "server/ports/search/text.worker.ts", out: "text.worker" },
  { in: "server/security/hashing.worker.ts", out: "hashing.worker" },
  { in: "server/ports/structure/structure.worker.ts", out: "structure.worker" },
  { in: "server/ports/matcher/matcher.worker.ts", out: "matcher.worker" },
]

/**
 * Returns esbuild's options for the server programs: one file per program, packages stay external.
 * @returns {import("esbuild").BuildOptions}
 */
export const serverBundle = () => ({
  absWorkingDir: root,
  entryPoints: entries.filter((entry) => existsSync(inProject(entry.in))),
  outdir: "dist/server",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  sourcemap: true,
  footer: { js: migrationMark() },
  logLevel: "warning",
})

/**
 * Bundles a TypeScript file into dist/scripts and imports it, for scripts that use the project's code.
 * @param {string} path relative to the project folder
 * @param {import("esbuild").Plugin[]} plugins
 */
export async function importTypeScript(path, plugins = []) {
  const { build } = await import("esbuild")
  const outfile = inProject(`dist/scripts/${path.replaceAll("/", "-").replace(/\.ts$/, ".mjs")}`)
  await build({ ...serverBundle(), entryPoints: [path], outdir: undefined, outExtension: undefined, outfile, sourcemap: false, plugins })
  return import(`${pathToFileURL(outfile).href}?${Date.now()}`)
}
