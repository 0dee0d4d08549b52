import { setMaxListeners } from "node:events"
import { ConversionError, type Turn } from "./converter.port"
import { startDeadline } from "./deadline"

/** What ends everything that a converter does. Conversions that gave way wait with their listeners on it, so it has no limit of them. */
export function closingSignal(): AbortController {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  return controller
}

export type StopSignal = { signal: AbortSignal; release(): void }

/**
 * One signal for everything that ends a conversion early; its reason is the error to throw: that of the first aborted
 * source, or ConversionError timeout after `timeoutMs` of the turn. Release it when the conversion is over.
 */
export function stopSignal(timeoutMs: number, sources: ReadonlyArray<AbortSignal | undefined>, turn: Turn): StopSignal {
  const controller = new AbortController()
  const onAbort = (): void => controller.abort(sources.find((source) => source?.aborted)?.reason)
  const deadline = startDeadline(timeoutMs, () => controller.abort(new ConversionError("timeout")))
  const unbind = turn.bind(deadline)
  if (sources.some((source) => source?.aborted)) onAbort()
  // Not AbortSignal.any: it keeps every conversion in memory as long as its longest-lived source.
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
