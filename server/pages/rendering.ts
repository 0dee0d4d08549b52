import { AsyncLocalStorage } from "node:async_hooks"
import { dependenciesOfAnswer, type Dependency } from "./page-dependencies"

/** Time limit for all API calls of one page together (ms). */
export const renderingMs = 5_000

/**
 * One render of a page. `deadline` (ms) bounds its API calls; `incomplete`: the back end did not answer one of them, or not completely;
 * `outage`: its database did not; `dependencies`: what the answers contained; `restricted`: a document with restricted visibility; `parts`:
 * the markup of static parts, for a full page only (docs/decisions/120).
 */
export type Rendering = {
  deadline: number
  incomplete: boolean
  outage: boolean
  dependencies: Set<Dependency>
  restricted: boolean
  parts: Map<string, string> | undefined
}
type RenderingResult<T> = { result: T; incomplete: boolean; outage: boolean; restricted: boolean; dependencies: Dependency[] }

/** Carries the current render through Next and React. */
const renderings = new AsyncLocalStorage<Rendering>()

export const currentRendering = (): Rendering | undefined => renderings.getStore()

/** Runs `work` as one render: of a full page, or of the data that a client-side navigation fetches. */
export const inRendering = async <T>(work: () => Promise<T>, isFullPage = false): Promise<RenderingResult<T>> => {
  const parts = isFullPage ? new Map<string, string>() : undefined
  const deadline = Date.now() + renderingMs
  const rendering: Rendering = { deadline, incomplete: false, outage: false, dependencies: new Set(), restricted: false, parts }
  const result = await renderings.run(rendering, work)
  const { incomplete, outage, restricted, dependencies } = rendering
  return { result, incomplete, outage, restricted, dependencies: [...dependencies] }
}

/** Whether the answer says that it leaves something out for now (`omission` of the searches). */
const isPartial = (data: unknown): boolean => typeof data === "object" && data !== null && "omission" in data && Boolean(data.omission)

/** Adds the answer of an API call to the dependencies of the current render. */
export const noteAnswer = (key: string, data: unknown): void => {
  const rendering = currentRendering()
  if (!rendering) return
  for (const one of dependenciesOfAnswer(key, data)) rendering.dependencies.add(one)
  if (key === "GET /document" && (data as { visibility?: number }).visibility) rendering.restricted = true
  // a page with such results must not be cached
  if (isPartial(data)) rendering.incomplete = true
}

/** Records that the database did not answer an API call of the current render. */
export const noteOutage = (): void => {
  const rendering = currentRendering()
  if (rendering) rendering.outage = true
}
