import "server-only"
import type { Settings } from "@/lib/contract/types"

const lastKey = Symbol.for("doujia.settings")
/** On `globalThis`, because Next loads modules more than once (`lib/api/backend.ts`). */
type Holder = { [lastKey]?: Settings }

/** The public settings are the same for every visitor. */
export const rememberSettings = (settings: Settings): void => {
  ;(globalThis as Holder)[lastKey] = settings
}

/**
 * Returns what pages render while the settings cannot be read: the last known ones, so that the site keeps its name and its rules. Without
 * any, `none`, which does not claim that registration is closed.
 */
export const lastSettings = (none: Settings): Settings =>
  (globalThis as Holder)[lastKey] ?? { ...none, security: { ...none.security, enable_register: true } }
