import { LRUCache } from "lru-cache"
import * as oauth from "oauth4webapi"
import { urlsAreChecked, type Net, objectOf, usableUrl } from "./bounded-fetch"
import { OauthError } from "./oauth.port"
import { faultOf } from "./provider-errors"

/** The part of an issuer's metadata that the authorization needs. */
export type Discovered = oauth.AuthorizationServer & { authorization_endpoint: string; token_endpoint: string; jwks_uri: string }
export type Discovery = (issuer: string) => Promise<Discovered>

const discover = async (net: Net, typed: string): Promise<Discovered> => {
  // Staff copy the address from different consoles: with a trailing slash, without one, or with the path of the discovery document.
  const bare = usableUrl(typed.trim(), net.allowInsecure).replace(/\/?(\.well-known\/openid-configuration)?\/?$/, "")
  try {
    const response = await oauth.discoveryRequest(new URL(bare), {
      [oauth.customFetch]: net.fetch,
      [oauth.allowInsecureRequests]: urlsAreChecked,
    })
    const claimed = objectOf(await response.clone().text())?.issuer
    const server = await oauth.processDiscoveryResponse(new URL(claimed === `${bare}/` ? `${bare}/` : bare), response)
    const { authorization_endpoint, token_endpoint, jwks_uri } = server
    if (!authorization_endpoint || !token_endpoint || !jwks_uri) throw new OauthError("config", "issuer incomplete")
    usableUrl(authorization_endpoint, net.allowInsecure)
    // RFC 9207's `iss` is not passed on to the back end. Each provider has its own redirect address, which also prevents mix-ups.
    return { ...server, authorization_endpoint, token_endpoint, jwks_uri, authorization_response_iss_parameter_supported: undefined }
  } catch (error) {
    const fault = faultOf(error)
    throw fault.fault === "unproven" ? new OauthError("config", "issuer differs") : fault
  }
}

/** Loads issuer metadata, and caches it with the issuer's keys for ten minutes. Failures are not cached. */
export const issuerDiscovery = (net: Net): Discovery => {
  const cache = new LRUCache<string, Discovered>({ max: 16, ttl: 10 * 60_000 })
  return async (issuer) => {
    const cachedServer = cache.get(issuer)
    if (cachedServer) return cachedServer
    const server = await discover(net, issuer)
    cache.set(issuer, server)
    return server
  }
}
