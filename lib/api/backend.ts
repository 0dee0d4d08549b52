import type { Key, Output, Result } from "../contract/types"

/**
 * The embedded back end as pages see it. `server/main.ts` puts it on `globalThis`, because Next loads modules more than once while the
 * process has one back end.
 */
export type Backend = {
  call: <K extends Key>(key: K, input: unknown, token: string) => Promise<Result<Output<K>>>
}

const place = Symbol.for("doujia.backend")
type Holder = { [place]?: Backend }

export const provideBackend = (backend: Backend): void => {
  ;(globalThis as Holder)[place] = backend
}

export const findBackend = (): Backend | undefined => (globalThis as Holder)[place]
