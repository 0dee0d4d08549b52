export const print = (text: string) => void process.stdout.write(`${text}\n`)
/** Output beside the command's result: warnings, and the reason for a wait. */
export const announce = (text: string) => void process.stderr.write(`${text}\n`)

/** Where a question is asked and answered. */
export type Terminal = {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  output: Pick<NodeJS.WritableStream, "write"> & { isTTY?: boolean }
}
export const standardTerminal = (): Terminal => ({ input: process.stdin, output: process.stderr })
/** Begins a line on which the user at the terminal answers; false without a terminal. */
export const beginQuestion = (text: string, { input, output }: Terminal): boolean =>
  Boolean(input.isTTY && output.isTTY) && (output.write(text), true)

export type ProgressStep = { title: string; done: number; total: number }

/** Creates a progress display: one updating line in a terminal. In a file, one line per title (`by`: "title") and one every ten seconds. */
export const createProgress = (by: "title" | "time" = "title") => {
  const started = Date.now()
  let last = { title: "", at: by === "title" ? 0 : Date.now() }
  const line = ({ title, done, total }: ProgressStep) => {
    const share = total ? Math.min(1, done / total) : 1
    const bar = "█".repeat(Math.round(share * 24)).padEnd(24, "░")
    return `${bar} ${String(Math.floor(share * 100)).padStart(3)}%  ${title} ${done}/${total}  ${((Date.now() - started) / 1000).toFixed(0)} 秒`
  }
  return (step: ProgressStep) => {
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${line(step)}${step.done >= step.total ? "\n" : ""}`)
    else if ((by === "title" && step.title !== last.title) || Date.now() - last.at > 10_000) print(line(step))
    else return
    last = { title: step.title, at: Date.now() }
  }
}
