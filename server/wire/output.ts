/**
 * Continues when the output is no longer read, as after the program behind a pipe has ended or a terminal was closed. Without this, the
 * failed write ends the process, or once pages are served fails again with each message about it, for as long as the process lives.
 */
export const surviveClosedOutput = (streams: readonly NodeJS.WritableStream[]): void => {
  for (const stream of streams) stream.on("error", () => undefined)
}
