import { expect, test } from "vitest"
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
  setTimeout(() => stop.abort(new Error("停")), 200)
  await expect(run("/bin/sh", ["-c", "sleep 60 & sleep 60"], stop.signal)).rejects.toThrow("停")
})
