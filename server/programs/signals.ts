const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
const names = Object.keys(codes) as (keyof typeof codes)[]

/**
 * Ends a short command at Ctrl-C, at `kill` and when its terminal is closed. Uses `exit` instead of the signal, so that the database that
 * the command started is shut down.
 */
export const exitAtSignals = (): void => {
  for (const name of names) process.once(name, () => process.exit(codes[name]))
}

/** How long a stopped import may need for the rows that it has in hand and for its database (ms). */
const graceMs = 15_000

/**
 * Stops a long command in order: the first signal aborts the returned signal, the second one, or the end of `graceMs`, ends the process.
 * The exit code then says that the command was stopped.
 */
export const untilSignal = (announce: () => void, withinMs: number | null = graceMs): AbortSignal => {
  const controller = new AbortController()
  for (const name of names)
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(codes[name])
      process.exitCode = codes[name]
      announce()
      controller.abort()
      if (withinMs !== null) setTimeout(() => process.exit(codes[name]), withinMs).unref()
    })
  return controller.signal
}
