import { readFileSync } from "node:fs"
import { join } from "node:path"

type Route = { page: string; regex: string }

/** Returns a function that checks whether a page of the build has a given path. */
export const builtRoutes = (root: string): ((path: string) => boolean) => {
  const built = JSON.parse(readFileSync(join(root, ".next", "routes-manifest.json"), "utf8")) as Record<
    "staticRoutes" | "dynamicRoutes",
    Route[]
  >
  // routes that begin with "_" are internal to the build: its pages for unknown addresses and for errors
  const routes = [...built.staticRoutes, ...built.dynamicRoutes]
    .filter(({ page }) => !page.startsWith("/_"))
    .map(({ regex }) => new RegExp(regex))
  return (path) => routes.some((route) => route.test(path))
}
