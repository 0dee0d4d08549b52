import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"

const root = resolve(import.meta.dirname, "../..")
const roots = ["app", "components", "lib", "stores", "server", "scripts", "tools", "tests", "e2e"]
const single = ["middleware.ts", "next.config.ts", "instrumentation-client.ts"]

export type SourceFile = { path: string; text: string; lines: number; imports: string[] }

const walk = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? walk(path) : [path]
  })

/** Static, re-exporting and dynamic imports; `import type` only counts if requested, since it ships nothing. */
const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"\n;]*?(?:\n[^'"\n;]*?){0,40}?\s+from\s+)?["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/g

const resolveFrom = (path: string, specifier: string): string | null => {
  if (specifier.startsWith("@/")) return specifier.slice(2)
  if (specifier.startsWith(".")) return relative(root, resolve(root, dirname(path), specifier))
  return null
}

export const importsOf = (path: string, text: string, types = false): string[] =>
  [...text.matchAll(importPattern)].flatMap(([, type, from, dynamic]) =>
    type && !types ? [] : [resolveFrom(path, from ?? dynamic!) ?? from ?? dynamic!],
  )

/** Every source file of the project, with its imports as paths from the root (or package names). */
export const sources: SourceFile[] = [...roots.flatMap(walk), ...single]
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !path.endsWith(".gen.ts"))
  .flatMap((path) => {
    try {
      const text = readFileSync(join(root, path), "utf8")
      return [{ path, text, lines: text.split("\n").length, imports: importsOf(path, text) }]
    } catch {
      return []
    }
  })

export const isTest = (path: string): boolean => /\.(test|suite|spec)\.tsx?$|^(tests|e2e)\/|\/testing\//.test(path)
