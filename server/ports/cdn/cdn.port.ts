/** An account at a CDN. The addresses of the services are constants, so a setting cannot send a secret elsewhere. */
export type CdnAccount =
  | { provider: "cloudflare"; zone: string; token: string }
  | { provider: "aliyun"; access_key_id: string; access_key_secret: string }

/**
 * Full addresses: single ones, with whatever query they are cached, and folders with everything below. `tags`: whatever was sent with one of
 * these in `Cache-Tag`; only a CDN that knows tags removes that.
 */
export type CdnPurge = { addresses: readonly string[]; folders: readonly string[]; tags: readonly string[] }

/** Returns the tag of pages that show this document (by its uuid), article (by its identifier) or user. */
export const cacheTag = (kind: "document" | "article" | "user", id: string | number): string => `${kind}-${encodeURIComponent(id)}`

/** Carries a message for staff that never contains a secret. */
export class CdnError extends Error {}

/** Which CDNs know `Cache-Tag`. Pages list what belongs to others, so only these may store pages. */
export const knowsTags = ({ provider }: CdnAccount): boolean => provider === "cloudflare"

export interface CdnPort {
  /**
   * Removes copies from all servers of the CDN. Takes at most 20 seconds.
   * @throws CdnError
   */
  purge(account: CdnAccount, purge: CdnPurge, signal?: AbortSignal): Promise<void>
}
