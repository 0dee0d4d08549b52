import type { ProviderPerson } from "./stand-in-types"

export type OauthRefusal = "client" | "secret" | "code" | "used" | "redirect" | "verifier" | "request" | "token"
export type Wire = { status: number; type: string; body: string; headers?: Record<string, string> }
type Grant = { access_token: string; openid: string; person: ProviderPerson; id_token?: string; scope: string }

/**
 * How a provider differs from the others: its names for client and secret, the parameter order of its authorize address (WeChat compares it
 * with a pattern), whether it expects PKCE, its refusals and grants, and the shape of the profile.
 */
export type OauthDialect = {
  id: "client_id" | "appid"
  secret: "client_secret" | "secret"
  method: "GET" | "POST"
  scopes: string[]
  /** The scope that shows no consent page and returns only the id. */
  silent?: string
  order?: string[]
  pkce?: boolean
  oidc?: boolean
  basic?: boolean
  /** The token call compares the redirect address. */
  redirect: boolean
  refuse(reason: OauthRefusal): Wire
  grant(grant: Grant): Wire
  profile(person: ProviderPerson, openid: string): Record<string, unknown>
}

const json = (body: unknown, status = 200, type = "application/json; charset=utf-8"): Wire => ({ status, type, body: JSON.stringify(body) })

const standardErrors: Record<OauthRefusal, [string, number]> = {
  client: ["invalid_client", 401],
  secret: ["invalid_client", 401],
  code: ["invalid_grant", 400],
  used: ["invalid_grant", 400],
  redirect: ["invalid_grant", 400],
  verifier: ["invalid_grant", 400],
  request: ["invalid_request", 400],
  token: ["invalid_token", 401],
}
const refuseStandard = (reason: OauthRefusal) =>
  json({ error: standardErrors[reason][0], error_description: "the stand-in says no" }, standardErrors[reason][1])
const claimsOf = ({ id, nickname, avatar, email, email_verified }: ProviderPerson) => ({
  sub: id,
  name: nickname,
  picture: avatar,
  email,
  email_verified,
})

const standard = { id: "client_id", secret: "client_secret", method: "POST", redirect: true, refuse: refuseStandard } as const
const bearer = ({ access_token, id_token, scope }: Grant) =>
  json({ access_token, token_type: "Bearer", expires_in: 3600, scope, ...(id_token && { id_token }) })

const githubErrors: Record<OauthRefusal, string> = {
  client: "incorrect_client_credentials",
  secret: "incorrect_client_credentials",
  code: "bad_verification_code",
  used: "bad_verification_code",
  redirect: "redirect_uri_mismatch",
  verifier: "bad_verification_code",
  request: "bad_verification_code",
  token: "Bad credentials",
}
const qqCodes: Record<OauthRefusal, number> = {
  client: 100008,
  secret: 100009,
  code: 100019,
  used: 100020,
  redirect: 100010,
  verifier: 100000,
  request: 100005,
  token: 100016,
}
const wechatCodes: Record<OauthRefusal, number> = {
  client: 40013,
  secret: 40125,
  code: 40029,
  used: 40163,
  redirect: 10003,
  verifier: -1,
  request: 41008,
  token: 40014,
}

const wechat = (scope: string, silent?: string): OauthDialect => ({
  id: "appid",
  secret: "secret",
  method: "GET",
  scopes: [scope],
  silent,
  order: ["appid", "redirect_uri", "response_type", "scope", "state"],
  redirect: false,
  refuse: (reason) => json({ errcode: wechatCodes[reason], errmsg: "the stand-in says no, rid: 65f0" }, 200, "text/plain"),
  grant: ({ access_token, openid, person }) =>
    json(
      {
        access_token,
        expires_in: 7200,
        refresh_token: "r",
        openid,
        scope,
        ...(person.unionid && { unionid: person.unionid }),
        ...(person.snapshot && { is_snapshotuser: 1 }),
      },
      200,
      "text/plain",
    ),
  profile: (person, openid) => ({
    openid,
    nickname: person.nickname,
    sex: 0,
    headimgurl: person.avatar,
    privilege: [],
    ...(person.unionid && { unionid: person.unionid }),
  }),
})

const numeric = (id: string) => (/^\d{1,15}$/.test(id) ? Number(id) : id)

export const dialects = {
  github: {
    ...standard,
    pkce: true,
    scopes: ["read:user"],
    refuse: (reason) =>
      reason === "token"
        ? json({ message: githubErrors.token, status: "401" }, 401)
        : json({ error: githubErrors[reason], error_description: "the stand-in says no" }),
    grant: ({ access_token, scope }) => json({ access_token, token_type: "bearer", scope }),
    profile: (person) => ({
      login: "bean",
      id: numeric(person.id),
      name: person.nickname,
      avatar_url: person.avatar,
      email: person.email ?? null,
    }),
  },
  gitee: {
    ...standard,
    scopes: ["user_info"],
    // The software behind it repeats the error in a header.
    refuse: (reason) => ({
      ...json({ error: standardErrors[reason][0], error_description: "授权方式无效" }, 401),
      headers: { "www-authenticate": `Bearer realm="Doorkeeper", error="${standardErrors[reason][0]}", error_description="no"` },
    }),
    grant: ({ access_token, scope }) =>
      json({ access_token, token_type: "bearer", expires_in: 86400, refresh_token: "r", scope, created_at: 1700000000 }),
    profile: (person) => ({
      id: numeric(person.id),
      login: "bean",
      name: person.nickname,
      avatar_url: person.avatar,
      email: person.email ?? null,
    }),
  },
  google: { ...standard, pkce: true, oidc: true, scopes: ["openid", "email", "profile"], grant: bearer, profile: claimsOf },
  custom: { ...standard, pkce: true, oidc: true, basic: true, scopes: ["openid", "profile", "email"], grant: bearer, profile: claimsOf },
  // Omits token_type and hides the profile, as some servers do.
  plain: {
    ...standard,
    pkce: true,
    scopes: ["profile"],
    grant: ({ access_token }) => json({ access_token, expires_in: 3600 }),
    profile: ({ id, nickname, avatar, email }) => ({ data: { id: numeric(id), nick: nickname, picture: { url: avatar } }, email }),
  },
  qq: {
    ...standard,
    method: "GET",
    scopes: ["get_user_info"],
    refuse: (reason) => ({
      status: 200,
      type: "text/html",
      body: `callback( {"error":${qqCodes[reason]},"error_description":"the stand-in says no"} );\n`,
    }),
    grant: ({ access_token }) => json({ access_token, expires_in: "7776000", refresh_token: "r" }, 200, "text/html; charset=utf-8"),
    profile: (person) => ({ ret: 0, msg: "", nickname: person.nickname, figureurl_qq_1: person.avatar, figureurl_qq_2: person.avatar }),
  },
  wechat: wechat("snsapi_login"),
  officialaccount: wechat("snsapi_userinfo", "snsapi_base"),
} satisfies Record<string, OauthDialect> as Record<
  "github" | "gitee" | "google" | "custom" | "plain" | "qq" | "wechat" | "officialaccount",
  OauthDialect
>

export type ProviderName = keyof typeof dialects
