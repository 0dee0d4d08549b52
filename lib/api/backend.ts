import type { Key, Output, Result } from "../contract/types"

/**
 * The embedded back end as pages see it. `server/main.ts` puts it on `globalThis`, because Next loads modules more than once while the
 * process has one back end.
 */
export type Backend = {
  call: <K extends Key>(key: K, input: unknown, token: string, visitor?: string) => Promise<Result<Output<K>>>
}

const backendKey = Symbol.for("doujia.backend")
type Holder = { [backendKey]?: Backend }

export const provideBackend = (backend: Backend): void => {
  ;(globalThis as Holder)[backendKey] = backend
}

export const findBackend = (): Backend | undefined => (globalThis as Holder)[backendKey]
