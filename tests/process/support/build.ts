import { existsSync } from "node:fs"
import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build, type BuildOptions } from "esbuild"

const project = join(import.meta.dirname, "..", "..", "..")

/** What is removed when the test file ends. */
export type Build = { root: string; main: string; remove: () => Promise<void> }

/** Read by the running server from the project's folder. */
const linked = ["package.json", "next.config.ts", "public", "server", "lib", "tsconfig.json"]

/**
 * The server's programs bundled from the sources as they are now, beside a copy of the built pages: a build that
 * somebody starts meanwhile pulls nothing away from under a running test. The folder lies inside node_modules, so
 * that packages are found from it as from the project.
 */
export const takeBuild = async (): Promise<Build> => {
  if (!existsSync(join(project, ".next", "BUILD_ID"))) throw new Error("The pages are not built: run `npm run build` first (npm test does).")
  const cache = join(project, "node_modules", ".cache")
  await mkdir(cache, { recursive: true })
  const root = await mkdtemp(join(cache, "process-tests-"))
  // the product's own options, so that what is tested is what is shipped
  const { serverBundle } = (await import(pathToFileURL(join(project, "scripts/lib/bundle.mjs")).href)) as { serverBundle: () => BuildOptions }
  await build({ ...serverBundle(), outdir: join(root, "dist", "server"), sourcemap: false })
  await cp(join(project, ".next"), join(root, ".next"), { recursive: true, filter: (path) => !path.endsWith("/.next/cache") && !path.endsWith("/.next/types") })
  for (const name of linked) await symlink(join(project, name), join(root, name))
  return { root, main: join(root, "dist", "server", "main.mjs"), remove: () => rm(root, { recursive: true, force: true }) }
}
