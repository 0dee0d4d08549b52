import { defineModule } from "@/server/module"
import { passkeyChallengeTable, passkeyTable, recoveryCodeTable, totpTable } from "./two-factor.table"
import { twoFactorRoutes } from "./two-factor.routes"

export const twoFactorModule = defineModule({
  ...twoFactorRoutes,
  personal: [
    { table: totpTable, notExported: "the secret of an authenticator app opens the account", onErase: "delete" },
    { table: passkeyTable, exportAs: "passkey", internal: ["public_key", "credential_id", "counter"], onErase: "delete" },
    { table: passkeyChallengeTable, notExported: "random numbers that live five minutes", onErase: "delete" },
    { table: recoveryCodeTable, notExported: "digests of codes that open the account", onErase: "delete" },
  ],
  sweep: [{ table: passkeyChallengeTable, by: passkeyChallengeTable.expires_at }],
})
