import { cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build, type BuildOptions } from "esbuild"

const project = join(import.meta.dirname, "..", "..", "..")

/** What is removed when the test file ends. */
export type Build = { root: string; main: string; remove: () => Promise<void> }

/** Read by the running server from the project's folder. */
const linked = ["package.json", "next.config.ts", "public", "server", "lib", "tsconfig.json"]

const buildId = () => readFile(join(project, ".next", "BUILD_ID"), "utf8").catch(() => "")
const left = /\/\.next\/(cache|types)$/

/** A build that begins or ends meanwhile would leave a mixture: then the copy is made again. */
const copyPages = async (to: string) => {
  for (let tries = 0; tries < 40; tries++) {
    const before = await buildId()
    await rm(to, { recursive: true, force: true })
    const whole =
      before &&
      (await cp(join(project, ".next"), to, { recursive: true, filter: (path) => !left.test(path) }).then(
        () => true,
        () => false,
      ))
    if (whole && (await buildId()) === before) return
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  throw new Error("The pages are not built: run `npm run build` first (npm test does).")
}

const fill = async (root: string) => {
  // the product's own options, so that what is tested is what is shipped
  const { serverBundle } = (await import(pathToFileURL(join(project, "scripts/lib/bundle.mjs")).href)) as {
    serverBundle: () => BuildOptions
  }
  await build({ ...serverBundle(), outdir: join(root, "dist", "server"), sourcemap: false })
  await copyPages(join(root, ".next"))
  for (const name of linked) await symlink(join(project, name), join(root, name))
}

/**
 * The server's programs bundled from the sources as they are now, beside a copy of the built pages: a build that
 * somebody starts meanwhile pulls nothing away from under a running test. The folder lies inside node_modules, so
 * that packages are found from it as from the project.
 */
export const takeBuild = async (): Promise<Build> => {
  const cache = join(project, "node_modules", ".cache")
  await mkdir(cache, { recursive: true })
  const root = await mkdtemp(join(cache, "process-tests-"))
  const remove = () => rm(root, { recursive: true, force: true })
  await fill(root).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  return { root, main: join(root, "dist", "server", "main.mjs"), remove }
}
