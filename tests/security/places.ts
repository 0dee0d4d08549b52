import { isTest, sources } from "../architecture/source"

/** What runs on a site, in browsers and on the server. */
export const own = sources.filter(({ path }) => !isTest(path) && !/^(scripts|tools)\//.test(path))
export const server = own.filter(({ path }) => path.startsWith("server/"))

/** `path:line` of every match in code, comments left out; `allowed` are the files that may. */
export const places = (files: typeof own, pattern: RegExp, allowed: string[] = []) =>
  files.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, at) =>
        pattern.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line) && !allowed.includes(path) ? [`${path}:${at + 1}`] : [],
      ),
  )

/** Where a weak digest is no protection: what clients and providers prescribe, and names of things in a cache. */
export const weakDigests = [
  "server/ports/payment/xunhupay.payment.ts",
  "server/modules/people/oauth/wechat-share.usecases.ts",
  "server/modules/people/oauth/wechat-server.usecases.ts",
  "server/modules/library/attachment/receiving.usecases.ts",
  "server/modules/library/attachment/picture.usecases.ts",
  "server/wire/compressed.ts",
  "server/ports/converter/pdf/picture-cache.ts",
  "server/security/password.ts", // recognises passwords of older systems, which are replaced at the next login
]
