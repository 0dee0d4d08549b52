import { execFile } from "node:child_process"
import { access } from "node:fs/promises"
import { childEnvironment } from "./child-environment"

const PROBE_MS = 15_000
/** Maximum attempts at a short command that is killed from outside: its answer is cached for the life of the server. */
const MAX_ATTEMPTS = 3

/** An installed program that conversion can use. */
export type Program = { command: string; version: string }

/** Returns the standard output of a short command, or null if it fails. The command runs with an almost empty environment. */
export async function probe(command: string, args: readonly string[]): Promise<string | null> {
  for (let attempt = 1; ; attempt += 1) {
    const { output, external } = await ask(command, args)
    if (!external || attempt >= MAX_ATTEMPTS) return output
  }
}

/** `external`: the command was killed from outside, which says nothing about the program. */
function ask(command: string, args: readonly string[]): Promise<{ output: string | null; external: boolean }> {
  const env = childEnvironment({ PATH: "/usr/local/bin:/usr/bin:/bin", HOME: "/dev/null", LANG: "C.UTF-8" })
  return new Promise((resolve) => {
    execFile(command, args, { timeout: PROBE_MS, env, killSignal: "SIGKILL" }, (error, stdout) => {
      const outside = error !== null && !error.killed && (error.signal === "SIGKILL" || error.code === 128 + 9)
      resolve({ output: error ? null : stdout.trim(), external: outside })
    })
  })
}

/** Returns the first of these paths that exists. */
export async function firstExisting(paths: readonly string[]): Promise<string | null> {
  for (const path of paths)
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path
  return null
}

/** Returns the first of these programs that exists, with the version number that it prints for `--version`. */
export async function findProgram(paths: readonly string[]): Promise<Program | null> {
  const command = await firstExisting(paths)
  const answer = command === null ? null : await probe(command, ["--version"])
  return command === null || answer === null ? null : { command, version: /\d+(\.\d+)+/.exec(answer)?.[0] ?? "" }
}
