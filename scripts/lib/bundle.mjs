import { existsSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { inProject, root } from "./project.mjs"

const entries = [
  { in: "server/main.ts", out: "main" },
  { in: "server/cli.ts", out: "cli" },
  { in: "server/ports/converter/pdfium-child.ts", out: "pdfium-child" },
]

/** esbuild's options for the programs of the server: everything of ours in one file each, packages left outside. @returns {import("esbuild").BuildOptions} */
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
  logLevel: "warning",
})

/** Bundles one TypeScript file of ours on the fly and imports it, for scripts that need what it knows. @param {string} path from the project's folder */
export async function importTypeScript(path) {
  const { build } = await import("esbuild")
  const outfile = inProject(`dist/scripts/${path.replaceAll("/", "-").replace(/\.ts$/, ".mjs")}`)
  await build({ ...serverBundle(), entryPoints: [path], outdir: undefined, outExtension: undefined, outfile, sourcemap: false })
  return import(`${pathToFileURL(outfile).href}?${Date.now()}`)
}
