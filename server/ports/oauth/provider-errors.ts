import * as oauth from "oauth4webapi"
import { OauthError, type OauthFault } from "./oauth.port"

/** Error codes of RFC 6749, RFC 6750 and GitHub. Unlisted codes are not logged: a provider could echo anything. */
const faults: Record<string, OauthFault> = {
  invalid_grant: "expired",
  bad_verification_code: "expired",
  invalid_token: "expired",
  invalid_client: "config",
  unauthorized_client: "config",
  unsupported_grant_type: "config",
  invalid_scope: "config",
  invalid_request: "config",
  incorrect_client_credentials: "config",
  redirect_uri_mismatch: "config",
  access_denied: "expired",
  server_error: "unavailable",
  temporarily_unavailable: "unavailable",
}

const ofCode = (code: unknown, status: number): OauthError => {
  const name = typeof code === "string" && Object.hasOwn(faults, code) ? code : ""
  const fault = (name && faults[name]) || ([401, 403, 404].includes(status) ? "config" : "unavailable")
  return new OauthError(fault, name || `http ${status}`)
}

/** Errors for answers that do not conform to the standard, as opposed to answers that fail a check. */
const unreadable: string[] = [oauth.PARSE_ERROR, oauth.RESPONSE_IS_NOT_JSON, oauth.RESPONSE_IS_NOT_CONFORM]

/** Translates errors of the library. They contain whole answers and must not be logged. */
export const faultOf = (error: unknown): OauthError => {
  if (error instanceof OauthError) return error
  if (error instanceof oauth.ResponseBodyError) return ofCode(error.error, error.status)
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return ofCode(error.cause.map(({ parameters }) => parameters.error).find(Boolean), error.status)
  if (error instanceof oauth.OperationProcessingError) {
    if (error.code === oauth.RESPONSE_IS_NOT_CONFORM && error.cause instanceof Response) return ofCode(undefined, error.cause.status)
    return unreadable.includes(error.code ?? "")
      ? new OauthError("unavailable", "unreadable answer")
      : new OauthError("unproven", "answer refused")
  }
  if (error instanceof oauth.UnsupportedOperationError) return new OauthError("unproven", "answer not supported")
  return new OauthError("config", "not usable")
}
