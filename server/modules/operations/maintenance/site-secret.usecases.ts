import type { Db } from "@/server/db/client"
import { StartError } from "@/server/errors"
import { derivedKey } from "@/server/security/derived-key"
import { siteSecretTable as t } from "./site-secret.table"

/* Every process of a site signs with the same secret (docs/decisions/312). */

/** Identifies a secret without revealing it: derived by a function that has no inverse, for this purpose alone. */
const fingerprintOf = (secret: Uint8Array): string => derivedKey(secret, "fingerprint of the secret").toString("hex").slice(0, 32)

/**
 * Records the secret of a new site, and refuses another one later: tokens of the other processes would be refused, and the first staff
 * action would break the audit chain. `replaced`: the operator confirms that the secret was replaced on purpose.
 * @returns true if another secret was replaced
 * @throws StartError
 */
export const requireSiteSecret = async (db: Db, secret: Uint8Array, replaced = false): Promise<boolean> => {
  const fingerprint = fingerprintOf(secret)
  await db.insert(t).values({ fingerprint }).onConflictDoNothing()
  const [row] = await db.select().from(t)
  if (!row || row.fingerprint === fingerprint) return false
  if (!replaced)
    throw new StartError(
      "这个数据库属于另一个密钥：登录、下载链接和操作记录都由它签名。请把第一台机器的 JWT_SECRET（没有设置时是它数据目录里的 secret 文件）用在这里；" +
        "如果确实换了密钥，请设置 JWT_SECRET_REPLACED=true 启动一次：所有人要重新登录，换之前的操作记录不能再核对。",
    )
  await db.update(t).set({ fingerprint })
  return true
}
