import { existsSync, readdirSync, rmSync } from "node:fs"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { commandOf, everyPid, isAlive } from "../../../../scripts/lib/processes.mjs"
import { sandboxed } from "../sandbox/bubblewrap"
import { detectSandbox } from "../sandbox/sandbox-detection"
import { ProcessGroup } from "./process-group"

const { bubblewrap } = await detectSandbox()

const run = (command: string, args: string[], signal = new AbortController().signal) =>
  new ProcessGroup().run({ command, args, env: {} }, "/", signal)

test.runIf(process.platform === "linux")("a program and all its children run at low priority from the start", async () => {
  // field 19 of a process's stat is its nice value
  const { code, output } = await run("/bin/sh", ["-c", "cut -d' ' -f19 /proc/self/stat; (cut -d' ' -f19 /proc/self/stat)"])
  expect([code, output.trim().split("\n").map(Number)]).toEqual([0, [5, 5]])
})

test("a missing program is our error, not the file's", async () => {
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

test("a stopped program no longer writes into its folder, which can be removed at once", async () => {
  const stop = new AbortController()
  const folder = await mkdtemp(join(tmpdir(), "process-group-"))
  const writer = `while :; do mkdir -p w/$0; echo x > w/$0/$$; done`
  const script = `for n in 1 2 3 4 5 6 7 8 9; do /bin/sh -c '${writer}' $n & done; touch ready; wait`
  const view = { readable: ["/usr"], folders: [{ outside: folder, inside: "/job", writable: true }], start: "/job" }
  // in a sandbox, if the system lets bubblewrap create one
  const [command = "", ...args] = [...(bubblewrap ? sandboxed(bubblewrap, view) : []), "/bin/sh", "-c", script]
  const group = new ProcessGroup()
  const run = group.run({ command, args, env: {} }, folder, stop.signal)
  const refused = expect(run).rejects.toThrow("停")
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual(["ready", "w"]), 10_000)
  const members = everyPid().filter((pid) => commandOf(pid).includes(writer))
  expect(members.length).toBeGreaterThan(5)
  stop.abort(new Error("停"))
  await refused
  expect(members.filter(isAlive)).toEqual([])
  rmSync(folder, { recursive: true })
})
