/** A user at the provider. `snapshot`: WeChat displays its snapshot page to this user. */
export type ProviderPerson = {
  id: string
  unionid?: string
  nickname: string
  avatar: string
  email?: string
  email_verified?: boolean
  snapshot?: boolean
}
/** A provider's misbehaviour: the endpoint and the kind. */
export type Misbehaviour =
  | { at: "token" | "userinfo" | "discovery" | "jwks" | "me"; how: "500" | "garbage" | "hang" | "stall" | "redirect" | "flood" | "echo" }
  | { at: "id_token"; how: "signature" | "nonce" | "audience" | "issuer" | "expired" | "missing" | "unsigned" | "subject" }
