import { LRUCache } from "lru-cache"
import * as oauth from "oauth4webapi"
import { urlsAreChecked, type Net, objectOf, usableUrl } from "./bounded-fetch"
import { OauthError } from "./oauth.port"
import { faultOf } from "./provider-errors"

/** An issuer's metadata, as far as the authorization needs it. */
export type Discovered = oauth.AuthorizationServer & { authorization_endpoint: string; token_endpoint: string; jwks_uri: string }
export type Discovery = (issuer: string) => Promise<Discovered>

const discover = async (net: Net, typed: string): Promise<Discovered> => {
  // The address is copied from many consoles: with a slash, without, or with the path of the document itself.
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
    // RFC 9207's `iss` does not reach us; each provider has its own redirect address, which prevents mix-ups as well.
    return { ...server, authorization_endpoint, token_endpoint, jwks_uri, authorization_response_iss_parameter_supported: undefined }
  } catch (error) {
    const fault = faultOf(error)
    throw fault.fault === "unproven" ? new OauthError("config", "issuer differs") : fault
  }
}

/** Discovery, cached for ten minutes together with the issuer's keys. Failures are not cached. */
export const issuerDiscovery = (net: Net): Discovery => {
  const kept = new LRUCache<string, Discovered>({ max: 16, ttl: 10 * 60_000 })
  return async (issuer) => {
    const known = kept.get(issuer)
    if (known) return known
    const server = await discover(net, issuer)
    kept.set(issuer, server)
    return server
  }
}
