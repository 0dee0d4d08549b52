import { createHash } from "node:crypto"
import { random, startAuthorization } from "./authorization-code"
import type { Oauth } from "./create-oauth"
import { OauthError, type Identity, type OauthProviderConfig } from "./oauth.port"

/** A user at the provider. */
export type MemoryPerson = { id: string; nickname: string; avatar: string; email?: string; email_verified?: boolean }
type Grant = { client_id: string; redirectUri: string; challenge: string; person: MemoryPerson }

/** The fake: all providers in memory, with one user. With `client`, other ids and secrets are refused. */
export const memoryOauth = ({ client }: { client?: Pick<OauthProviderConfig, "client_id" | "client_secret"> } = {}) => {
  const grants = new Map<string, Grant>()
  let person: MemoryPerson | null = null
  let calls = 0

  const requireConfig = ({ client_id, client_secret }: OauthProviderConfig) => {
    if (!client_id || !client_secret) throw new OauthError("config", "no client")
  }
  const port: Oauth = {
    begin: async (config, redirectUri) => {
      requireConfig(config)
      return startAuthorization({ authorize: "https://provider.example.com/authorize", config, redirectUri, scope: "", pkce: true })
    },
    identify: async (config, { code, redirectUri, verifier }) => {
      requireConfig(config)
      if (!code || code.length > 2048) throw new OauthError("expired", "no code")
      if (!verifier) throw new OauthError("expired", "no verifier")
      calls += 1
      if (client && (config.client_id !== client.client_id || config.client_secret !== client.client_secret))
        throw new OauthError("config", "invalid_client")
      const grant = grants.get(code)
      const challenge = createHash("sha256").update(verifier).digest("base64url")
      if (grant?.client_id !== config.client_id || grant.redirectUri !== redirectUri || grant.challenge !== challenge)
        throw new OauthError("expired", "invalid_grant")
      grants.delete(code)
      const { id, nickname, avatar, email, email_verified } = grant.person
      const identity: Identity = { openid: id, nickname, avatar }
      return email ? { ...identity, email, email_verified: email_verified === true } : identity
    },
    jsTicket: async () => "memory-ticket",
    payerOf: async (_app, code) => {
      if (!code) throw new OauthError("expired", "no code")
      return `payer-${code}`
    },
  }
  return {
    ...port,
    /** The user at the provider; null declines. */
    setPerson: (next: MemoryPerson | null) => void (person = next),
    /** Opens the authorize address, and returns the parameters of the redirect back. */
    authorize: (url: string): URLSearchParams => {
      const { searchParams } = new URL(url)
      const state = searchParams.get("state") ?? ""
      if (!person || searchParams.has("deny")) return new URLSearchParams({ error: "access_denied", state })
      const code = random()
      grants.set(code, {
        client_id: searchParams.get("client_id") ?? "",
        redirectUri: searchParams.get("redirect_uri") ?? "",
        challenge: searchParams.get("code_challenge") ?? "",
        person,
      })
      return new URLSearchParams({ code, state })
    },
    expireCodes: () => grants.clear(),
    /** Number of code exchanges that reached the provider. */
    calls: () => calls,
  }
}
