import { ContentKind } from "../../lib/contract/library/content.enums"
import { ChromeCategory } from "../../lib/contract/site/site"
import type { Key, Output, Result } from "../../lib/contract/types"
import type { RemoteCall } from "./call"

const categories = { type: [ContentKind.document, ContentKind.article], field: Object.keys(ChromeCategory.shape) }
const wholeList = { page: 1, size: 10_000 }

/**
 * Answers `GET /frame` for servers that lack it, from the calls that they have, made in parallel. If the settings cannot be read, the whole
 * answer fails; other unreadable parts are omitted.
 */
export const withPageChrome = (call: RemoteCall): RemoteCall => {
  const ask = async <K extends Key>(key: K, input: unknown, token: string) => (await call(key, input, token)) as Result<Output<K>>
  return async (key, input, token) => {
    const whole = await call(key, input, token)
    if (key !== "GET /frame" || whole.ok || whole.status !== 404) return whole
    const [settings, navigation, category, advertisements] = await Promise.all([
      ask("GET /settings", {}, token),
      ask("GET /navigation/list", wholeList, token),
      ask("GET /category/list", categories, token),
      ask("GET /advertisement/room", {}, token),
    ])
    if (!settings.ok) return settings
    const frame: Output<"GET /frame"> = {
      settings: settings.data,
      navigation: navigation.ok ? navigation.data.navigation : [],
      category: category.ok ? category.data.category : [],
      room: advertisements.ok ? advertisements.data.room : undefined,
      announcement: false,
      moved_category: [],
    }
    return { ok: true, status: 200, data: frame }
  }
}
