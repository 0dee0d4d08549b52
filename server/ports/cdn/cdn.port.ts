/** An account at a CDN. The addresses of the services are constants, so a setting cannot send a secret elsewhere. */
export type CdnAccount =
  | { provider: "cloudflare"; zone: string; token: string }
  | { provider: "aliyun"; access_key_id: string; access_key_secret: string }

/** Full addresses: single ones, cached with any query, and folders with everything below. */
export type CdnPurge = { addresses: readonly string[]; folders: readonly string[] }

/** Carries a message for staff that never contains a secret. */
export class CdnError extends Error {}

export interface CdnPort {
  /**
   * Removes copies from all servers of the CDN. Takes at most 20 seconds.
   * @throws CdnError
   */
  purge(account: CdnAccount, purge: CdnPurge, signal?: AbortSignal): Promise<void>
}
