import { exportJWK, generateKeyPair, type JSONWebKeySet, SignJWT } from "jose"
import type { Misbehaviour, ProviderPerson } from "./stand-in-types"

type Pair = Awaited<ReturnType<typeof generateKeyPair>>
export type IssuerKeys = { issuer: Pair; foreign: Pair; jwks: JSONWebKeySet }

let keys: Promise<IssuerKeys> | null = null

/** Returns the issuer's key and an unknown one, the same for all providers of this process. */
export const makeKeys = (): Promise<IssuerKeys> => (keys ??= generateKeys())

const generateKeys = async (): Promise<IssuerKeys> => {
  const [issuer, foreign] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")])
  return { issuer, foreign, jwks: { keys: [{ ...(await exportJWK(issuer.publicKey)), kid: "own", alg: "RS256", use: "sig" }] } }
}

/** `issuer` has no trailing slash. */
export const discovery = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ["code"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256"],
  code_challenge_methods_supported: ["S256"],
  // Like Keycloak: the answers carry `iss`, which no page passes on.
  authorization_response_iss_parameter_supported: true,
})

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** Creates an id_token, or one with the requested defect. */
export const idToken = async (
  keys: IssuerKeys,
  fault: Misbehaviour | null,
  of: { issuer: string; client_id: string; nonce: string; person: ProviderPerson },
): Promise<string | undefined> => {
  const how = fault?.at === "id_token" ? fault.how : ""
  if (how === "missing") return undefined
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: how === "issuer" ? "https://somebody.else.example" : of.issuer,
    aud: how === "audience" ? "another-client" : of.client_id,
    sub: of.person.id,
    nonce: how === "nonce" ? "another-nonce" : of.nonce,
    iat: how === "expired" ? now - 7200 : now,
    exp: how === "expired" ? now - 3600 : now + 300,
  }
  if (how === "unsigned") return `${base64({ alg: "none", kid: "own" })}.${base64(claims)}.`
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", kid: "own" })
    .sign(how === "signature" ? keys.foreign.privateKey : keys.issuer.privateKey)
}
