import { expect, test } from "vitest"
import { describeEnv, readEnv } from "./env"

test("without any variable the defaults apply", () => {
  const env = readEnv({})
  expect(env).toMatchObject({
    NODE_ENV: "production",
    PORT: 8880,
    HOST: "0.0.0.0",
    DATA_DIR: "data",
    PROCESS_MODE: "all",
    LOG_LEVEL: "info",
    TRUSTED_PROXIES: [],
    WEB_CONCURRENCY: 1,
    PAGE_CACHE_MB: 64,
    PAGE_CACHE_SECONDS: 30,
    SAMPLES: true,
  })
  expect(env.DATABASE_URL).toBeUndefined()
  expect(env.CONVERT_CONCURRENCY).toBeGreaterThanOrEqual(1)
  expect(env.CONVERT_CONCURRENCY).toBeLessThanOrEqual(4)
})

test("an empty value counts as not set, as in a copied .env.example", () => {
  expect(readEnv({ DATABASE_URL: "", JWT_SECRET: " ", PORT: "" })).toEqual(readEnv({}))
})

test("values are converted", () => {
  const env = readEnv({
    PORT: "80",
    SAMPLES: "false",
    TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8  ::1/128",
    API_BASE_URL: "https://old.example/",
  })
  expect(env).toMatchObject({
    PORT: 80,
    SAMPLES: false,
    TRUSTED_PROXIES: ["127.0.0.1", "10.0.0.0/8", "::1/128"],
    API_BASE_URL: "https://old.example",
  })
})

test.each([
  [{ PORT: "abc" }, "配置有误：PORT 应为 1 到 65535 的整数（现在是 abc）。"],
  [{ PORT: "70000" }, "配置有误：PORT 应为 1 到 65535 的整数（现在是 70000）。"],
  [{ PROCESS_MODE: "cron" }, "配置有误：PROCESS_MODE 应为 all、web、worker 之一（现在是 cron）。"],
  [{ SAMPLES: "yes" }, "配置有误：SAMPLES 应为 true、false 之一（现在是 yes）。"],
  [{ TRUSTED_PROXIES: "10.0.0.0/64" }, "配置有误：TRUSTED_PROXIES 应为用逗号隔开的 IP 地址或网段，例如 10.0.0.0/8（现在是 10.0.0.0/64）。"],
  [
    { PAYMENT_SANDBOX: "http://pay.example.com" },
    "配置有误：PAYMENT_SANDBOX 应为本机的地址，例如 http://127.0.0.1:8899（现在是 http://pay.example.com）。",
  ],
  [{ API_BASE_URL: "ftp://x" }, "配置有误：API_BASE_URL 应为以 http:// 或 https:// 开头的网址（现在是 ftp://x）。"],
  [
    { PORT: "0", LOG_LEVEL: "loud" },
    "配置有误：PORT 应为 1 到 65535 的整数（现在是 0）；LOG_LEVEL 应为 fatal、error、warn、info、debug、trace、silent 之一（现在是 loud）。",
  ],
])("%o is rejected with one message", (source, sentence) => {
  expect(() => readEnv(source)).toThrow(sentence)
})

test("secrets are never repeated in the message [security: weak-secrets, 16.2.5]", () => {
  expect(() => readEnv({ JWT_SECRET: "hunter2" })).toThrow("配置有误：JWT_SECRET 至少要有 32 个字符。")
  expect(() => readEnv({ DATABASE_URL: "mysql://root:hunter2@db" })).toThrow(
    "配置有误：DATABASE_URL 应为以 postgres:// 或 postgresql:// 开头的网址。",
  )
})

test("a separate web or worker process needs a shared database", () => {
  expect(() => readEnv({ PROCESS_MODE: "worker" })).toThrow("请设置 DATABASE_URL")
  expect(readEnv({ PROCESS_MODE: "web", API_BASE_URL: "http://old.example" }).PROCESS_MODE).toBe("web")
})

test("an address for notifications belongs to a database, and named statements are on or off", () => {
  expect(() => readEnv({ DATABASE_LISTEN_URL: "postgres://127.0.0.1/site" })).toThrow("还要设置 DATABASE_URL")
  expect(() => readEnv({ DATABASE_READ_URL: "postgres://127.0.0.1/site" })).toThrow("还要设置 DATABASE_URL")
  expect(() => readEnv({ DATABASE_PREPARE: "false" })).toThrow("DATABASE_PREPARE 应为 on、off 之一（现在是 false）")
  expect(readEnv({}).DATABASE_PREPARE).toBe(true)
})

test("a wrong SEARCH_URL is an outage of the search, and does not stop the site", () => {
  expect(readEnv({ SEARCH_URL: "search.example.com:9200" }).SEARCH_URL).toBe("search.example.com:9200")
})

test("every key has a documented description", () => {
  for (const { name, description, fallback } of describeEnv()) {
    expect(description, name).toMatch(/。$/)
    expect(fallback, name).not.toBe("``")
  }
})
