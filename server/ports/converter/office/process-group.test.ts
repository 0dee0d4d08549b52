import { existsSync } from "node:fs"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { isAlive } from "../../../../scripts/lib/processes.mjs"
import { ProcessGroup } from "./process-group"

const run = (command: string, args: string[], signal = new AbortController().signal) =>
  new ProcessGroup().run({ command, args, env: {} }, "/", signal)

test.runIf(process.platform === "linux")(
  "what runs, and all that it starts at once, gives way to the site from the first moment",
  async () => {
    // the nineteenth field of a process's state is its priority
    const { code, output } = await run("/bin/sh", ["-c", "cut -d' ' -f19 /proc/self/stat; (cut -d' ' -f19 /proc/self/stat)"])
    expect([code, output.trim().split("\n").map(Number)]).toEqual([0, [5, 5]])
  },
)

test("a program that is not there is our fault, not the file's", async () => {
  await expect(run("/nowhere/soffice", [])).rejects.toThrow("/nowhere/soffice")
})

test("the exit code is returned; a signal ends the program and its children", async () => {
  expect(await run("/bin/sh", ["-c", "exit 3"])).toMatchObject({ code: 3, killedBy: null })
  const stop = new AbortController()
  const folder = await mkdtemp(join(tmpdir(), "process-group-"))
  const [written, ready] = [join(folder, "pids"), join(folder, "ready")]
  const script = `sleep 60 & echo "$$ $!" > '${written}'; touch '${ready}'; sleep 60`
  const refused = expect(run("/bin/sh", ["-c", script], stop.signal)).rejects.toThrow("停")
  await vi.waitFor(() => expect(existsSync(ready)).toBe(true), 10_000)
  stop.abort(new Error("停"))
  await refused
  const pids = (await readFile(written, "utf8")).trim().split(" ").map(Number)
  expect(pids).toHaveLength(2)
  await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), 10_000)
  await rm(folder, { recursive: true })
})
