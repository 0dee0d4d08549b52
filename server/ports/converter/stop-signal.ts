import { setMaxListeners } from "node:events"
import { ConversionError, type Turn } from "./converter.port"
import { startDeadline } from "./deadline"

/**
 * Creates the signal that ends everything a converter does. Paused conversions keep listeners on it, so the number of listeners is
 * unlimited.
 */
export function closingSignal(): AbortController {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  return controller
}

export type StopSignal = { signal: AbortSignal; release(): void }

/**
 * Creates one signal for everything that ends a conversion early. Its reason is the error to throw: that of the first aborted
 * source, or ConversionError timeout after `timeoutMs` of the turn. Release it when the conversion is over.
 */
export function stopSignal(timeoutMs: number, sources: ReadonlyArray<AbortSignal | undefined>, turn: Turn): StopSignal {
  const controller = new AbortController()
  const onAbort = (): void => controller.abort(sources.find((source) => source?.aborted)?.reason)
  const deadline = startDeadline(timeoutMs, () => controller.abort(new ConversionError("timeout")))
  const unbind = turn.bind(deadline)
  if (sources.some((source) => source?.aborted)) onAbort()
  // Not AbortSignal.any, which keeps every conversion in memory as long as its longest-lived source.
  for (const source of sources) source?.addEventListener("abort", onAbort, { once: true })
  return {
    signal: controller.signal,
    release: () => {
      deadline.end()
      unbind()
      for (const source of sources) source?.removeEventListener("abort", onAbort)
    },
  }
}
