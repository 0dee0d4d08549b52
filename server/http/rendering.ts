import { AsyncLocalStorage } from "node:async_hooks"

/** How long the calls of one page may take together. */
export const renderingMs = 5_000

/** One rendering: until when its calls may take, and whether one of them was left without an answer (`ill`). */
export type Rendering = { until: number; ill: boolean }

/** The rendering that the running code belongs to, through Next and React. */
const renderings = new AsyncLocalStorage<Rendering>()

export const currentRendering = (): Rendering | undefined => renderings.getStore()

/** Runs `work` as one rendering and says whether it was ill. */
export const inRendering = async <T>(work: () => Promise<T>): Promise<{ result: T; ill: boolean }> => {
  const rendering = { until: Date.now() + renderingMs, ill: false }
  const result = await renderings.run(rendering, work)
  return { result, ill: rendering.ill }
}
