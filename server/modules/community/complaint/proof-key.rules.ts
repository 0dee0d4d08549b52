import { randomUUID } from "node:crypto"
import { signToken, verifyToken } from "@/server/security/token"

type Signer = { secret: Uint8Array; now: () => Date }

/** How long an uploaded proof file can be submitted, and how long an address of a file is valid (ms). */
const [keyMs, addressMs] = [20 * 3_600_000, 60_000]

const numberOf = (text: string | undefined): number | null => (text && /^\d{1,15}$/.test(text) && Number(text) > 0 ? Number(text) : null)

/** Returns the key of an uploaded file. Only its sender can submit it with this key. */
export const proofKey = ({ secret, now }: Signer, id: number): Promise<string> =>
  signToken(secret, "proof", { sub: String(id), jti: randomUUID() }, new Date(now().getTime() + keyMs), now())

export const readProofKey = async ({ secret, now }: Signer, key: string): Promise<number | null> =>
  numberOf((await verifyToken(secret, "proof", key, now()))?.sub)

/** Returns the address of a proof file of a case, or with `fileId` 0 of the case as a PDF. */
export const caseFilePath = async ({ secret, now }: Signer, id: number, fileId: number): Promise<string> =>
  `/proof/${await signToken(secret, "proof-file", { sub: String(id), jti: `f${fileId}` }, new Date(now().getTime() + addressMs), now())}`

export const readCaseFile = async ({ secret, now }: Signer, token: string): Promise<{ id: number; fileId: number } | null> => {
  const claims = await verifyToken(secret, "proof-file", token, now())
  const id = numberOf(claims?.sub)
  const fileId = Number(claims?.jti.slice(1))
  return id && Number.isSafeInteger(fileId) ? { id, fileId } : null
}
