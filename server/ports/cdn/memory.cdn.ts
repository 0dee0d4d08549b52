import { CdnError, type CdnAccount, type CdnPort, type CdnPurge } from "./cdn.port"

/** Keeps the purges instead of sending them; `refuseWith` makes the next ones fail. */
export const memoryCdn = (): CdnPort & { purged: ({ account: CdnAccount } & CdnPurge)[]; refuseWith: string } => {
  const port = {
    purged: [] as ({ account: CdnAccount } & CdnPurge)[],
    refuseWith: "",
    purge: async (account: CdnAccount, purge: CdnPurge) => {
      if (port.refuseWith) {
        const secret = account.provider === "cloudflare" ? account.token : account.access_key_secret
        throw new CdnError(port.refuseWith.replaceAll(secret, "***"))
      }
      port.purged.push({ account, ...purge })
    },
  }
  return port
}
