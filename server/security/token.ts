import { SignJWT, jwtVerify } from "jose"

/** Purposes of signed tokens. A token is valid only for its purpose. */
export type Purpose = "session" | "download" | "device" | "reset" | "oauth" | "search" | "proof" | "proof-file" | "appeal"
export type Claims = { sub: string; jti: string; data?: string }

const issuer = "doujia"

/** Signs with HS256. The algorithm is fixed on both sides, so a token cannot choose its own. */
export const signToken = (secret: Uint8Array, purpose: Purpose, claims: Claims, expires: Date, now: Date): Promise<string> =>
  new SignJWT({ data: claims.data })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(issuer)
    .setAudience(purpose)
    .setSubject(claims.sub)
    .setJti(claims.jti)
    .setIssuedAt(now)
    .setExpirationTime(expires)
    .sign(secret)

/** Verifies a token; null if it is invalid, expired or has another purpose. */
export const verifyToken = async (secret: Uint8Array, purpose: Purpose, token: string, now: Date): Promise<Claims | null> => {
  try {
    const { payload } = await jwtVerify(token, secret, { algorithms: ["HS256"], issuer, audience: purpose, currentDate: now })
    if (!payload.sub || !payload.jti) return null
    return { sub: payload.sub, jti: payload.jti, data: typeof payload.data === "string" ? payload.data : undefined }
  } catch {
    return null
  }
}
