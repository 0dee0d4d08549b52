import { spawn } from "node:child_process"
import { once } from "node:events"
import { expect, test } from "vitest"
import { killOrphanProcesses } from "./orphan-processes"

test.runIf(process.platform === "linux")("terminates processes that still use the folder, and no others", async () => {
  const folder = `/tmp/left-overs-${process.pid}`
  const work = "setInterval(() => {}, 1000)"
  const theirs = spawn(process.execPath, ["-e", work, `${folder}/job/input.docx`])
  const other = spawn(process.execPath, ["-e", work, `${folder}-of-somebody-else/input.docx`])
  await Promise.all([once(theirs, "spawn"), once(other, "spawn")])
  const ended = once(theirs, "exit")
  expect(await killOrphanProcesses(folder)).toBe(1)
  expect((await ended)[1]).toBe("SIGKILL")
  expect(other.exitCode).toBeNull()
  other.kill("SIGKILL")
})
