import { AsyncLocalStorage } from "node:async_hooks"
import { dependenciesOfAnswer, type Dependency } from "./page-dependencies"

/** How long the calls of one page may take together. */
export const renderingMs = 5_000

/**
 * One rendering: until when its calls may take, whether one of them was left without an answer (`ill`), what they read, and the parts
 * of a whole page that are drawn apart (docs/decisions/120).
 */
export type Rendering = { until: number; ill: boolean; reads: Set<Dependency>; parts: Map<string, string> | undefined }

/** The rendering that the running code belongs to, through Next and React. */
const renderings = new AsyncLocalStorage<Rendering>()

export const currentRendering = (): Rendering | undefined => renderings.getStore()

/** Runs `work` as one rendering, of a `whole` page or of a navigation's data, and says whether it was ill, and what it read. */
export const inRendering = async <T>(work: () => Promise<T>, whole = false): Promise<{ result: T; ill: boolean; reads: Dependency[] }> => {
  const parts = whole ? new Map<string, string>() : undefined
  const rendering: Rendering = { until: Date.now() + renderingMs, ill: false, reads: new Set(), parts }
  const result = await renderings.run(rendering, work)
  return { result, ill: rendering.ill, reads: [...rendering.reads] }
}

/** Notes what a call answered: the page that is being rendered depends on it. */
export const noteAnswer = (key: string, data: unknown): void => {
  const rendering = currentRendering()
  if (rendering) for (const one of dependenciesOfAnswer(key, data)) rendering.reads.add(one)
}
