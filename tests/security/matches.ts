import { isTest, sources } from "../architecture/source"

/** The code that a site runs, in browsers and on the server. */
export const siteSources = sources.filter(({ path }) => !isTest(path) && !/^(scripts|tools)\//.test(path))
export const server = siteSources.filter(({ path }) => path.startsWith("server/"))

/**
 * Returns `path:line` of every match in code, without comments. `allowed` lists the exempt files; one without a match is returned, too, so
 * that no exception outlives its reason.
 */
export const matchesIn = (files: typeof siteSources, pattern: RegExp, allowed: readonly string[] = []) => {
  const matches = files.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, at) => (pattern.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line) ? [{ path, at: `${path}:${at + 1}` }] : [])),
  )
  return [
    ...matches.filter(({ path }) => !allowed.includes(path)).map(({ at }) => at),
    ...allowed.filter((one) => !matches.some(({ path }) => path === one)).map((one) => `${one}: the exception is not needed`),
  ]
}

/** Uses of weak digests that are not a protection: required by clients and providers, or keys of a cache. */
export const weakDigests = [
  "server/ports/payment/xunhupay.payment.ts",
  "server/modules/people/oauth/wechat-share.usecases.ts",
  "server/modules/people/oauth/wechat-server.usecases.ts",
  "server/modules/library/attachment/incoming-file.usecases.ts",
  "server/modules/library/attachment/picture.usecases.ts",
  "server/wire/compressed.ts",
  "server/ports/converter/pdf/picture-cache.ts",
  "server/ports/content-safety/aliyun.content-safety.ts", // uploads to Aliyun's storage are signed with HMAC-SHA1
  "server/ports/cloud-signature-checks.ts",
  "server/security/password.ts", // recognizes passwords of older systems, which are replaced at the next login
]
