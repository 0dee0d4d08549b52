import { ErrorCode } from "../lib/contract/error-code"
import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { networkInterfaces } from "node:os"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { findBackend, type Backend } from "@/lib/api/backend"
import { env } from "./env"
import { forkWeb, isForked, reportServing } from "./wire/cluster"
import { startLocal, type Local } from "./programs/local-backend"
import { createLog } from "./security/log"
import { sitemapSettings } from "@/lib/contract/site/sitemap.settings"
import { mayCdnKeepPages } from "./modules/site/cdn/cdn.usecases"
import { settingsOf } from "./modules/site/settings/settings.usecases"
import type { FirstAdmin } from "./modules/site/samples/bootstrap.usecases"
import { createFront, prepareNext, type Front } from "./pages/pages"
import { joinDevelopment } from "./pages/development"
import { projectRoot } from "./db/project-root"
import { dialectLabel } from "./remote/detect"
import { startRemote } from "./remote/start"
import { createThreadSanitizer } from "./ports/sanitizer/thread.sanitizer"
import { watchBody } from "./wire/body-limits"
import { clientAddress, proxyCheck } from "./wire/client-address"
import { createLameDuck } from "./wire/lame-duck"
import { limitConnections } from "./wire/connections"
import { answerRawAddresses } from "./wire/raw-address"
import { sessionOf } from "./wire/cookies"
import { networkOf } from "./security/network"
import { isGone } from "./modules/library/recycle/gone.usecases"
import { surviveClosedOutput } from "./wire/output"
import { createProxyNotice, forgetProxyNotice } from "./wire/proxy-notice"
import type { Listener } from "./wire/listener"
import { createSite } from "./wire/site"
import { createWorkerListener } from "./wire/worker"
import { StartError } from "./errors"
import { sendJson } from "./wire/send"
import { openPageProvenance } from "./pages/page-provenance"
import { watchListPageTtl } from "./pages/list-page-ttl"

surviveClosedOutput([process.stdout, process.stderr])
const settings = env()
const root = projectRoot(dirname(fileURLToPath(import.meta.url)))
const dataDir = resolve(settings.DATA_DIR)
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }
const log = createLog(settings.LOG_LEVEL)
const onStrangeProxy = createProxyNotice({ dataDir, log })
const readForPage = async (key: string, input: unknown, token: string) =>
  findBackend()?.call(key as Parameters<Backend["call"]>[0], input, token)
/** Set under `npm run dev`: another process renders the pages and listens on the site's port. */
const development = settings.NODE_ENV === "development" ? joinDevelopment(readForPage) : null
const print = (text: string) => void process.stdout.write(`${text}\n`)
/** Prints in the first process only; forked processes print nothing. */
const printFirst = (text: string) => void (isForked() || print(text))

/** A worker serves only health and metrics, to this machine. */
const isWorker = settings.PROCESS_MODE === "worker" && !settings.API_BASE_URL

const lameDuck = createLameDuck()

/** Listens before starting up, so that a port in use is reported at once and early requests get 503. */
const listen = async (): Promise<{ server: Server; serve: (listener: Listener) => void }> => {
  let listener: Listener = async (_req, res) =>
    sendJson(res, 503, { code: ErrorCode.unavailable, message: "服务正在启动，请稍后再试" }, { "retry-after": "1" })
  const server = createServer({ connectionsCheckingInterval: 5_000 }, (req, res) => void (lameDuck.answer(req, res) || listener(req, res)))
  answerRawAddresses(server)
  server.requestTimeout = 0 // No timeout, because uploads may take long and `watchBody` limits them; headers keep theirs.
  server.headersTimeout = 20_000
  const { MAX_CONNECTIONS, MAX_CONNECTIONS_PER_ADDRESS, BODY_SECONDS, MIN_BYTES_PER_SECOND, SLOW_TRANSFER_SECONDS } = settings
  limitConnections(
    server,
    { total: MAX_CONNECTIONS, perNetwork: MAX_CONNECTIONS_PER_ADDRESS, idleSeconds: 2 * SLOW_TRANSFER_SECONDS },
    proxyCheck(settings.TRUSTED_PROXIES),
  )
  const bodies = { seconds: BODY_SECONDS, bytesPerSecond: MIN_BYTES_PER_SECOND, windowSeconds: SLOW_TRANSFER_SECONDS }
  server.on("request", (req, res) => watchBody(req, res, bodies))
  server.keepAliveTimeout = 65_000
  await new Promise<void>((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE"
      fail(
        new StartError(
          taken
            ? `端口 ${settings.PORT} 已被占用，请先停掉占用它的程序，或用 --port 换一个端口。`
            : `无法监听 ${settings.HOST}:${settings.PORT}：${error.message}`,
        ),
      )
    })
    if (development) server.listen(0, "127.0.0.1", done)
    else server.listen(settings.PORT, isWorker ? "127.0.0.1" : settings.HOST, done)
  })
  if (!isForked()) forgetProxyNotice(dataDir)
  const serve = (next: Listener) => {
    listener = next
    development?.serving((server.address() as AddressInfo).port)
  }
  return { server, serve }
}

const addresses = (): string[] => {
  const hosts = isWorker
    ? ["127.0.0.1"]
    : settings.HOST === "0.0.0.0" || settings.HOST === "::"
      ? ["localhost", ...outside()]
      : [settings.HOST]
  return hosts.map((host) => `http://${host.includes(":") ? `[${host}]` : host}:${settings.PORT}`)
}
const outside = () =>
  Object.values(networkInterfaces())
    .flatMap((list) => (list ?? []).filter((one) => one.family === "IPv4" && !one.internal).map((one) => one.address))
    .slice(0, 1)

type FrontOptions = Pick<
  Parameters<typeof createFront>[0],
  | "closed"
  | "crawlerPagesPerMinute"
  | "rendersEachVisit"
  | "count"
  | "isGone"
  | "mayCdnKeep"
  | "maxAgeSeconds"
  | "personOf"
  | "disk"
  | "provenance"
  | "listSeconds"
>
/** Begins to load Next. A failure is reported by `frontOf`. */
const loadNext = () => {
  const next = prepareNext({ root, port: settings.PORT })
  next.catch(() => undefined)
  return next
}
const frontOf = async ({ next, ...options }: FrontOptions & { next: ReturnType<typeof loadNext> | null }): Promise<Front> => {
  if (development) return development.front
  const addressOf = clientAddress(settings.TRUSTED_PROXIES)
  const perSecond = settings.RENDERINGS_PER_SECOND
  return createFront({
    root,
    next: next ?? loadNext(),
    megabytes: settings.PAGE_CACHE_MB,
    itemSeconds: () => Math.max(options.listSeconds(), settings.PAGE_CACHE_OWN_SECONDS),
    limit: { perSecond, atOnce: 10 * perSecond },
    networkOf: (req) => networkOf(addressOf(req)),
    ...options,
  })
}

/** How long a public page may be cached in front of a back end that announces no changes (s). */
const unannouncedSeconds = 60

const signals = ["SIGINT", "SIGTERM"] as const
/** Stops a process that is still starting. Uses `exit` instead of the signal, so that the database is shut down. */
const endAtOnce = (signal: NodeJS.Signals) => process.exit(signal === "SIGINT" ? 130 : 143)
for (const signal of signals) process.on(signal, endAtOnce)

/** How long running requests may take during a shutdown (ms). */
const requestsMs = 10_000

type Stopping = { rest?: () => Promise<void>; stop?: () => Promise<void> }

/** Finishes running requests, then stops everything in reverse order. A second signal stops at once. */
const stopOnSignal = (server: Server | null, { rest, stop }: Stopping) => {
  let stopping = false
  const end = async (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    printFirst(`收到 ${signal}，正在完成手上的请求和任务…`)
    const failed = (error: unknown) => log.error({ err: error }, "停止时出错")
    const resting = rest?.().catch(failed)
    // Ctrl-C comes from a user who waits; SIGTERM comes from a program that restarts the site
    if (server && signal === "SIGTERM") await lameDuck.begin(settings.LAME_DUCK_SECONDS * 1000)
    const closed = new Promise<void>((done) => (server ? void server.close(() => done()) : done()))
    // Connections become idle after their last response and would otherwise stay open.
    const idle = setInterval(() => server?.closeIdleConnections(), 50)
    setTimeout(() => server?.closeAllConnections(), requestsMs).unref()
    let open = server !== null
    const finished = closed.then(() => (open = false))
    await resting
    if (open) printFirst("任务已停止，还有请求没有处理完，稍等…")
    await finished
    clearInterval(idle)
    await stop?.().catch(failed)
    printFirst("已停止。")
    process.exit(0)
  }
  for (const signal of signals) process.off(signal, endAtOnce).on(signal, () => void end(signal))
}

const fatal = (sentence: string) => {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Printed once, when the site is ready. */
const onFirstAdmin = ({ username, password }: FirstAdmin) => print(`\n第一位管理员：${username}\n密码（只显示这一次）：${password}\n`)
/** Prints the missing programs of this machine, one line each. */
const announceMissing = async ({ app }: Local) => {
  const programs = await app.converter.capabilities()
  for (const { notice, install } of programs) if (notice) printFirst(`${notice}。安装命令：${install}`)
  const office = programs.find((one) => one.name === "LibreOffice")
  if (settings.PROCESS_MODE !== "web" && office && !office.installed)
    print(`没有找到 LibreOffice，Word、PPT、Excel 暂时不能在线预览。安装命令：\n${office.install}\n`)
}

/** Runs the database and the jobs in this process; forked processes serve requests. */
const runForked = async () => {
  const { server } = await listen() // A port in use is reported before anything starts.
  const local = await startLocal({ env: settings, root, dataDir, version, log, onFirstAdmin })
  await new Promise((done) => server.close(done))
  const web = forkWeb(settings.WEB_CONCURRENCY, local.connection, log)
  stopOnSignal(null, {
    stop: async () => {
      await web.stop()
      await local.stop()
    },
  })
  await web.ready
  await announceMissing(local)
}

/** The disk cache for rendered pages evicted from memory; all processes of this folder share it. */
const pageDisk = () =>
  settings.PAGE_CACHE_DISK_MB > 0 && !development
    ? {
        folder: join(dataDir, "cache", "pages"),
        megabytes: settings.PAGE_CACHE_DISK_MB,
        version,
        onError: (error: unknown) => log.warn({ error: String(error) }, "网页没有存到磁盘，需要时再渲染"),
      }
    : null

const runLocal = async () => {
  const { server, serve } = await listen()
  const next = development || isWorker ? null : loadNext()
  const local = await startLocal({ env: settings, root, dataDir, version, log, onFirstAdmin })
  stopOnSignal(server, local)
  const { app } = local
  const closed = async () => {
    const security = await settingsOf(app, "security")
    return security.login_required || security.is_close
  }
  const personOf = async (req: IncomingMessage) => {
    const user = await app.sessions.find(sessionOf(req))
    return user && `person ${user.id}`
  }
  const provenance = await openPageProvenance(app.database.db)
  const front =
    settings.PROCESS_MODE === "worker"
      ? null
      : await frontOf({
          next,
          listSeconds: await watchListPageTtl(app, settings.PAGE_CACHE_SECONDS),
          closed,
          crawlerPagesPerMinute: async () => (await settingsOf(app, "ssr")).crawler_pages_per_minute,
          personOf,
          isGone: (path) => isGone(app, path),
          mayCdnKeep: () => mayCdnKeepPages(app),
          count: (result) => app.metrics.pages.inc({ result }),
          disk: pageDisk(),
          provenance,
        })
  app.events.on("changed", ({ what, id, owner }) => front?.cache.invalidate(what, id, owner))
  // Must follow the subscription above, or a change in between could be missed.
  if (front && provenance) front.cache.acceptEarlierPages(await provenance.readValidityAfterRestart())
  if (isWorker) serve(createWorkerListener(app, log))
  else
    serve(
      createSite(app, {
        trustedProxies: settings.TRUSTED_PROXIES,
        onStrangeProxy,
        pages: front?.pages ?? null,
        log,
        accessLog: settings.ACCESS_LOG,
      }),
    )
  await announceMissing(local)
}

const runRemote = async (api: string) => {
  const { server, serve } = await listen()
  const sanitizer = createThreadSanitizer({
    script: join(root, "dist", "server", "html.worker.mjs"),
    onError: (error) => log.warn({ error: String(error) }, "净化网页内容的线程结束了"),
    onStopped: (stopped) => log.warn(stopped, "一段网页内容太慢，已停止处理"),
  })
  const remote = startRemote({
    sanitizer,
    api,
    dialect: settings.API_DIALECT,
    trustedProxies: settings.TRUSTED_PROXIES,
    onStrangeProxy,
    log,
    version,
  })
  const front = await frontOf({
    next: null,
    listSeconds: () => settings.PAGE_CACHE_SECONDS,
    closed: remote.closed,
    rendersEachVisit: remote.rendersEachVisit,
    crawlerPagesPerMinute: async () => sitemapSettings.crawler_pages_per_minute.default,
    // Only the remote back end can identify the user.
    personOf: async () => null,
    count: () => undefined,
    maxAgeSeconds: unannouncedSeconds,
    // A page that expires after a minute is not worth a file.
    disk: null,
  })
  stopOnSignal(server, remote)
  // Invalidates all pages: only the remote back end knows which pages show the change.
  serve(remote.listener(front.pages, () => front.cache.invalidate("*", "")))
  const dialect = await remote.dialectOf()
  printFirst(dialect ? `后端 ${api} 是${dialectLabel[dialect.name]}。` : `后端 ${api} 还没有答复，它答复时再看是哪一种。`)
}

try {
  // Files written by this process and its children must not be accessible to other users of the machine.
  process.umask(0o077)
  process.chdir(root)
  const forks = settings.WEB_CONCURRENCY > 1 && settings.PROCESS_MODE !== "worker" && !development
  await (settings.API_BASE_URL ? runRemote(settings.API_BASE_URL) : forks ? runForked() : runLocal())
  if (isForked()) reportServing()
  printFirst(`豆架 ${version} 已启动：${addresses().join("  ")}`)
} catch (error) {
  // Next swallows uncaught exceptions. A rethrown startup error would leave a process that only answers 503.
  if (!(error instanceof StartError)) log.fatal({ err: error }, "启动失败")
  fatal(error instanceof StartError ? error.sentence : "启动失败，原因见上面的日志。")
}
