import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { say } from "../lib/project.mjs"

const undo = new Set()
let stopping = false

/** Registers what must not outlive the run; the answer does it now instead. Done once, however often it is asked for. */
export function atEnd(work) {
  let done
  const once = () =>
    (done ??= Promise.resolve()
      .then(work)
      .finally(() => undo.delete(once)))
  undo.add(once)
  return once
}

/** Undoes everything in reverse order. What fails is said and does not keep the rest from being undone. */
export async function tidyUp() {
  while (undo.size > 0)
    await [...undo]
      .at(-1)()
      .catch((error) => console.error(`收尾时出错：${error.message}`))
}

export const interrupted = () => stopping

/** Ctrl+C ends the run with nothing left behind; pressed again it does not end the tidying. */
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

/** A folder that is gone when the run is over. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "doujia-bench-"))
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
