import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { say } from "../../scripts/lib/project.mjs"

const undo = new Set()
let stopping = false

/** Registers work for the end of the run. The returned function does it immediately. It is done only once in any case. */
export function atEnd(work) {
  let done
  const once = () =>
    (done ??= Promise.resolve()
      .then(work)
      .finally(() => undo.delete(once)))
  undo.add(once)
  return once
}

/** Runs the registered work, last first. Prints a failure and continues with the rest. */
export async function tidyUp() {
  while (undo.size > 0)
    await [...undo]
      .at(-1)()
      .catch((error) => console.error(`收尾时出错：${error.message}`))
}

export const interrupted = () => stopping

/** Cleans up on Ctrl+C, SIGTERM and SIGHUP before the process ends; a second signal does not interrupt the cleanup. */
export function tidyOnSignal() {
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      say("正在停止并清理…")
      void tidyUp().then(() => process.exit(code))
    })
  }
}

/** Creates a temporary folder that is removed at the end of the run. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "doujia-bench-"))
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
