import { readFileSync } from "node:fs"
import { join } from "node:path"

type Route = { page: string; regex: string }

/** Says of a path whether a page of the build has this address. */
export const builtRoutes = (root: string): ((path: string) => boolean) => {
  const built = JSON.parse(readFileSync(join(root, ".next", "routes-manifest.json"), "utf8")) as Record<
    "staticRoutes" | "dynamicRoutes",
    Route[]
  >
  // those that begin with "_" are the build's own: what it draws for addresses without a page, and for errors
  const routes = [...built.staticRoutes, ...built.dynamicRoutes]
    .filter(({ page }) => !page.startsWith("/_"))
    .map(({ regex }) => new RegExp(regex))
  return (path) => routes.some((route) => route.test(path))
}
