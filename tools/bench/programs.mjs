import { spawn } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"
import { atEnd } from "./cleanup.mjs"

/** Returns the path of a program, or null if it is not installed. */
export function findProgram(name) {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return join(folder, name)
    } catch {
      // Not in this folder: try the next one.
    }
  }
  return null
}

/** Runs a program. It and its children are ended at the end of the run. Resolves with its exit code and last output. */
export function runOutside(program, args) {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], detached: true })
    const kill = atEnd(() => {
      if (!child.pid || child.exitCode !== null || child.signalCode !== null) return
      process.kill(-child.pid, "SIGKILL")
    })
    let output = ""
    const keep = (chunk) => (output = (output + chunk).slice(-2_000))
    child.stdout.setEncoding("utf8").on("data", keep)
    child.stderr.setEncoding("utf8").on("data", keep)
    child.on("error", fail)
    child.on("close", (code) => {
      kill()
      done({ code: code ?? 1, output: output.trim() })
    })
  })
}
