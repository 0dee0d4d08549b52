import { existsSync, readFileSync } from "node:fs"
import { loadEnvFile } from "node:process"
import { pathToFileURL } from "node:url"
import { requireCurrentBundle } from "./bundled-migration.mjs"
import { endWithNpm } from "./end-with-npm.mjs"
import { fail } from "./failure.mjs"
import { inProject } from "./project.mjs"

/**
 * Runs a command of a server program, even while the server is running. Builds the program first if it does not exist.
 * @param {string[]} args @param {string} program its file in dist/server
 */
export async function runCommand(args, program = "cli") {
  try {
    if (existsSync(inProject(".env"))) loadEnvFile(inProject(".env"))
    const bundle = inProject(`dist/server/${program}.mjs`)
    if (!existsSync(bundle)) {
      const [{ build }, { serverBundle }] = await Promise.all([import("esbuild"), import("./bundle.mjs")])
      await build(serverBundle())
    }
    requireCurrentBundle(readFileSync(bundle, "utf8"))
    if (process.env.npm_lifecycle_event) endWithNpm()
    process.argv = [process.execPath, bundle, ...args]
    await import(pathToFileURL(bundle).href)
  } catch (error) {
    fail(error)
  }
}
