import { ConversionError } from "./converter.port"

export type StopSignal = { signal: AbortSignal; release(): void }

/**
 * One signal for everything that ends a conversion early; its reason is the error to throw: that of the first aborted
 * source, or ConversionError timeout after `timeoutMs`. Release it when the conversion is over.
 */
export function stopSignal(timeoutMs: number, sources: ReadonlyArray<AbortSignal | undefined>): StopSignal {
  const controller = new AbortController()
  const onAbort = (): void => controller.abort(sources.find((source) => source?.aborted)?.reason)
  const deadline = setTimeout(() => controller.abort(new ConversionError("timeout")), timeoutMs)
  if (sources.some((source) => source?.aborted)) onAbort()
  // Not AbortSignal.any: it keeps every conversion in memory as long as its longest-lived source.
  for (const source of sources) source?.addEventListener("abort", onAbort, { once: true })
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(deadline)
      for (const source of sources) source?.removeEventListener("abort", onAbort)
    },
  }
}
