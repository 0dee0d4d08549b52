import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { root } from "../../scripts/lib/project.mjs"

type Lock = { packages: Record<string, { dev?: boolean; devOptional?: boolean }> }

/** The files that a usage text needs. */
const sources = ["package.json", "package-lock.json", "scripts", "tools"]

/**
 * Creates a copy of the project with only the packages of `npm ci --omit=dev`. The packages are symbolic links: only what resolves from the
 * copy's own files matters. The copy is outside the project, because a node_modules folder above it would be used.
 */
export const installForProduction = () => {
  const folder = mkdtempSync(join(tmpdir(), "doujia-production-"))
  for (const name of sources.filter((source) => existsSync(join(root, source))))
    cpSync(join(root, name), join(folder, name), { recursive: true })
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock
  for (const [path, { dev, devOptional }] of Object.entries(packages)) {
    const nested = path.lastIndexOf("node_modules/") > 0
    if (path === "" || nested || dev || devOptional || !existsSync(join(root, path))) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(join(root, path), join(folder, path))
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
