import { isTest, sources } from "../architecture/source"

/** The code that a site runs, in browsers and on the server. */
export const own = sources.filter(({ path }) => !isTest(path) && !/^(scripts|tools)\//.test(path))
export const server = own.filter(({ path }) => path.startsWith("server/"))

/** Returns `path:line` of every match in code, without comments; `allowed` lists the exempt files. */
export const places = (files: typeof own, pattern: RegExp, allowed: string[] = []) =>
  files.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, at) =>
        pattern.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line) && !allowed.includes(path) ? [`${path}:${at + 1}`] : [],
      ),
  )

/** Uses of weak digests that are not a protection: required by clients and providers, or keys of a cache. */
export const weakDigests = [
  "server/ports/payment/xunhupay.payment.ts",
  "server/modules/people/oauth/wechat-share.usecases.ts",
  "server/modules/people/oauth/wechat-server.usecases.ts",
  "server/modules/library/attachment/receiving.usecases.ts",
  "server/modules/library/attachment/picture.usecases.ts",
  "server/wire/compressed.ts",
  "server/ports/converter/pdf/picture-cache.ts",
  "server/security/password.ts", // recognizes passwords of older systems, which are replaced at the next login
]
