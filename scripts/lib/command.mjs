import { existsSync } from "node:fs"
import { loadEnvFile } from "node:process"
import { pathToFileURL } from "node:url"
import { serverBundle } from "./bundle.mjs"
import { fail } from "./failure.mjs"
import { inProject } from "./project.mjs"

/** Runs a command of the server's own program beside the running server, building that program first if need be. */
export async function runCommand(args) {
  try {
    if (existsSync(inProject(".env"))) loadEnvFile(inProject(".env"))
    const bundle = inProject("dist/server/cli.mjs")
    if (!existsSync(bundle)) {
      const { build } = await import("esbuild")
      await build(serverBundle())
    }
    process.argv = [process.argv[0], bundle, ...args]
    await import(pathToFileURL(bundle).href)
  } catch (error) {
    fail(error)
  }
}
