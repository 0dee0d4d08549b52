import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build, type BuildOptions } from "esbuild"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  export interface ProvidedContext {
    /** the programs and pages that each file of `sites` copies */
    build: string
  }
}

const project = join(import.meta.dirname, "..", "..", "..")
const buildId = () => readFile(join(project, ".next", "BUILD_ID"), "utf8").catch(() => "")
const left = /\/\.next\/(cache|types)$/

/** A build that starts or ends meanwhile would leave a mixture: then the copy is repeated. */
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

/** Bundles the server's programs from the current sources, beside a copy of the built pages. */
const fill = async (root: string): Promise<void> => {
  // the product's own options, so that the tests use what is shipped
  const { serverBundle } = (await import(pathToFileURL(join(project, "scripts/lib/bundle.mjs")).href)) as {
    serverBundle: () => BuildOptions
  }
  await build({ ...serverBundle(), outdir: join(root, "dist", "server"), sourcemap: false })
  await copyPages(join(root, ".next"))
}

/** Bundles the server's programs once for the whole run. */
export default async (run: TestProject) => {
  const cache = join(project, "node_modules", ".cache")
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, "process-build-"))
  const remove = () => rm(folder, { recursive: true, force: true })
  await fill(folder).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  run.provide("build", folder)
  return remove
}
