import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { readEnv } from "../../server/env"
import { newTotpSecret } from "../../server/modules/people/two-factor/totp.rules"
import { derivedKey } from "../../server/security/derived-key"
import { siteSources, matchesIn, server, weakDigests } from "./matches"

/** The allowed sources of digests, ciphers, signatures and random values: Node's OpenSSL, and widely reviewed libraries. */
const libraries = [
  "node:crypto",
  "jose",
  "@node-rs/argon2",
  "@simplewebauthn/server",
  "@noble/hashes",
  "wechatpay-axios-plugin",
  "alipay-sdk",
  "otpauth",
  "age-encryption",
]
const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> }

test("digests, ciphers and signatures come from Node and reviewed libraries; none is implemented here [security: 11.2.1]", () => {
  const using = /\b(create(Hash|Hmac|Cipheriv|Decipheriv|Sign|Verify)|hkdfSync|scryptSync|randomBytes|randomInt|randomUUID)\(/
  const strangers = server.filter(({ text, imports }) => using.test(text) && !imports.some((path) => libraries.includes(path)))
  expect(strangers.map(({ path }) => path)).toEqual([])
  expect(
    libraries.filter((name) => !siteSources.some(({ imports }) => imports.some((path) => path === name || path.startsWith(`${name}/`)))),
  ).toEqual([])
  const others = Object.keys(dependencies).filter(
    (name) =>
      !name.startsWith("@types/") && /crypt|cipher|hash|(?<!de)sign(?!al)|jwt|otp|argon|scrypt|md5|sha\d|forge|nacl|sodium/i.test(name),
  )
  // the browser's MD5 identifies files as clients do (docs/reference/api.md)
  expect(others.filter((name) => !libraries.includes(name) && name !== "spark-md5")).toEqual([])
  // tables of a hand-written cipher or digest
  expect(matchesIn(siteSources, /0x67452301|0x6a09e667|0xd76aa478|0x63, ?0x7c, ?0x77/i)).toEqual([])
})

test("every protection has 128 bits of strength or more [security: 11.2.3]", () => {
  const named = server.flatMap(({ path, text }) =>
    weakDigests.includes(path)
      ? []
      : [...text.matchAll(/(?:create(?:Hash|Hmac|Cipheriv|Decipheriv)|hkdfSync)\(\s*"([\w-]+)"|\balg(?:orithms)?: \[?"(\w+)"/g)].map(
          ([, one, other]) => one ?? other!,
        ),
  )
  expect(named.length).toBeGreaterThan(20)
  expect([...new Set(named)].filter((name) => !/^(sha(256|384|512)|aes-256-gcm|HS256|RS256)$/.test(name))).toEqual([])
  expect(derivedKey(Buffer.alloc(32), "a purpose")).toHaveLength(32)
  expect(newTotpSecret().length * 5).toBeGreaterThanOrEqual(128)
  expect(() => readEnv({ JWT_SECRET: "x".repeat(31) })).toThrow("至少要有 32 个字符")
})
