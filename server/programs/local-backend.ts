import { readFile } from "node:fs/promises"
import { setTimeout as pause } from "node:timers/promises"
import { join, resolve } from "node:path"
import { provideBackend } from "@/lib/api/backend"
import { ErrorCode } from "@/lib/contract/error-code"
import type { Result } from "@/lib/contract/types"
import { createApp, type App } from "@/server/app"
import { isForked } from "@/server/wire/cluster"
import { createCtx } from "@/server/context"
import { closeDataFolder } from "@/server/db/data-folder"
import { startEmbeddedDatabase, type EmbeddedDatabase } from "@/server/db/embedded"
import { acquireInstanceLock } from "@/server/db/instance-lock"
import { processName, type ConnectionShare } from "@/server/db/connection-budget"
import { keepBudget, readBudget } from "@/server/programs/budget"
import { archivingSettings, startArchiver, type Archiver } from "../modules/operations/backup/archive.usecases"
import { accessOf } from "../modules/operations/backup/plan.usecases"
import { openTarget, requireOutside } from "../modules/operations/backup/target.usecases"
import { migrateSite } from "@/server/db/migrate"
import { requirePoolerFits, setPooledRole } from "@/server/db/pooler"
import { isPooled, sessionOf, siteConnection, statementMs, type SiteConnection } from "@/server/db/site-connection"
import { openStandby, type Standby } from "@/server/db/standby"
import type { Env } from "@/server/env"
import { StartError } from "@/server/errors"
import type { Log } from "@/server/security/log"
import { dropLeases } from "../modules/library/document/conversion.repository"
import { requeueAbandoned, wakeWaiting, watchAbandoned } from "../modules/library/document/conversion.jobs"
import { noteAnswer, noteOutage } from "@/server/pages/rendering"
import { sharesFolder } from "../modules/operations/maintenance/site-folder.usecases"
import { requireSiteSecret } from "../modules/operations/maintenance/site-secret.usecases"
import { sweepTemporary } from "../modules/operations/maintenance/temporary.jobs"
import { publishMetrics } from "../modules/operations/host/metrics.usecases"
import { examineRecentFiles } from "../modules/operations/maintenance/recent-files.usecases"
import { fillEmptyIndex } from "../modules/library/search/index.jobs"
import { bootstrap, type FirstAdmin } from "../modules/site/samples/bootstrap.usecases"
import { loadPages, loadSamples } from "../modules/site/samples/samples.usecases"
import { resumeSpider } from "../modules/collecting/spider/spider.jobs"
import { createLocalCaptcha } from "@/server/ports/captcha/local.captcha"
import { killOrphanProcesses } from "@/server/ports/converter/orphan-processes"
import { createLocalConverter } from "@/server/ports/converter/local.converter"
import { createThreadSanitizer } from "@/server/ports/sanitizer/thread.sanitizer"
import { createSearch } from "@/server/ports/search/create-search"
import { createThreadMatcher } from "../ports/matcher/thread.matcher"
import { createThreadStructure } from "@/server/ports/structure/thread.structure"
import { threadAnalyser } from "@/server/ports/search/thread-analyser"
import { networkIndexing } from "@/server/ports/indexing/network.indexing"
import { createPageThreads } from "@/server/ports/web/page-threads"
import { threadHashing } from "@/server/security/hashing-threads"
import { productionQueue } from "@/server/security/password"
import { clamdAntivirus } from "@/server/ports/antivirus/clamd.antivirus"
import { openStorage } from "@/server/ports/storage/choose-storage"
import { forgetInterruptedUpgrade } from "./upgrade/database-copy"
import { markRunning } from "@/server/programs/clean-stop"
import { outgoingPorts } from "@/server/programs/outgoing"
import { rememberSite } from "@/server/programs/site-folder"
import { signingSecret } from "@/server/security/signing-secret"
import { writeMetricsToken } from "@/server/wire/health"

export type Local = {
  app: App
  connection: SiteConnection
  /** Releases jobs and streams while requests in progress can still use the database. */
  rest: () => Promise<void>
  stop: () => Promise<void>
}
type Options = {
  env: Env
  root: string
  dataDir: string
  version: string
  log: Log
  onFirstAdmin: (admin: FirstAdmin) => void
}

/** Seconds that running jobs may continue at shutdown. Unfinished jobs resume at the next start. */
const stopSeconds = 8

/** Starts the embedded back end: database, schema, application, initial data, workers. */
export const startLocal = async (options: Options): Promise<Local> => {
  const { env, dataDir } = options
  if (env.ARCHIVE_TO && !isForked()) requireArchivable(env.ARCHIVE_TO, options)
  closeDataFolder(dataDir)
  // With an external database, several processes may share the folder, each with its own port.
  const lock = isForked() ? null : await acquireInstanceLock(dataDir, env.DATABASE_URL ? `instance-${env.PORT}.lock` : "instance.lock")
  if (lock) forgetInterruptedUpgrade(dataDir)
  const mark = lock && env.PROCESS_MODE !== "web" ? markRunning(dataDir, env.DATABASE_URL ? `running-${env.PORT}` : "running") : null
  if (lock) rememberSite(options.root, { dataDir, external: Boolean(env.DATABASE_URL), pid: process.pid })
  const database = env.DATABASE_URL ? null : await keepDatabase(options)
  const name = processName(env.PROCESS_MODE, isForked() ? process.ppid : process.pid)
  await requirePoolerFits(env)
  const connection: SiteConnection = database ? { ...database.connection, application_name: name } : siteConnection(env, name)
  await migrateSite(connection, join(options.root, "server", "db", "migrations"))
  if (isPooled(connection)) await setPooledRole(connection)
  if (database) await killOrphanProcesses(join(dataDir, "tmp", "convert"))
  await sweepTemporary(dataDir, database ? 0 : undefined)
  const budget = await readBudget(env, connection)
  const app = await createLocalApp(options, { ...connection, max: budget.main }, budget)
  if (await requireSiteSecret(app.database.db, app.secret, env.JWT_SECRET_REPLACED))
    options.log.warn("密钥换过了：所有人要重新登录，换之前的操作记录不能再核对。请去掉 JWT_SECRET_REPLACED")
  if (env.DATABASE_URL && !app.storage.isShared && !(await sharesFolder(app.database.db, dataDir, app.processName)))
    options.log.error(
      { dataDir },
      "数据目录和正在运行的其他进程不是同一个：在一台机器上传的文件，另一台打不开。请把数据目录换成共享文件夹，或设置 S3_BUCKET（docs/storage.md）",
    )
  const endBudget = keepBudget(app, env, connection)
  await prepareData(app, options, database !== null)
  if (env.PROCESS_MODE !== "web") await app.startWorkers(env.CONVERT_CONCURRENCY)
  const archiver = database && env.ARCHIVE_TO ? archiveTo(env.ARCHIVE_TO, options, app, connection) : null
  if (mark && !mark.wasClean) await reportMissing(app)
  const endMetrics = publishMetrics(app)
  const endWatch = env.PROCESS_MODE === "web" ? () => undefined : watchAbandoned(createCtx(app))
  offerToPages(app)
  const stop = async () => {
    endWatch()
    await endMetrics()
    endBudget()
    await app.stop(stopSeconds)
    await archiver?.stop()
    await database?.stop()
    await archiver?.shipRest()
    mark?.remove()
    await lock?.release()
  }
  return { app, connection, rest: () => app.rest(stopSeconds), stop }
}

/** @throws StartError if the database is not ours, or the archive would be lost with it */
const requireArchivable = (to: string, { env, dataDir }: Options): void => {
  if (env.DATABASE_URL) throw new StartError("ARCHIVE_TO 只归档内置的数据库；DATABASE_URL 的数据库请用 pgBackRest 或 WAL-G 归档。")
  requireOutside(to, resolve(dataDir))
}

/** Archives the private database, so that it can be recovered to any moment. */
const archiveTo = (to: string, { env, dataDir, version, log }: Options, app: App, connection: SiteConnection): Archiver => {
  const passphrase = env.BACKUP_PASSPHRASE ?? null
  return startArchiver({
    cluster: join(resolve(dataDir), "postgres"),
    connection,
    storage: app.storage,
    secret: app.secret,
    version,
    name: to.startsWith("s3://") ? to : resolve(to),
    open: () => openTarget(to, { dataDir, access: accessOf(env), passphrase: async () => passphrase, encrypt: passphrase !== null }),
    backlogBytes: env.ARCHIVE_BACKLOG_MB * 1024 ** 2,
    days: env.ARCHIVE_DAYS,
    log,
    now: app.now,
  })
}

/** After an unclean stop: compares rows with files, and reports missing files. */
const reportMissing = async (app: App): Promise<void> => {
  const missing = await examineRecentFiles(createCtx(app))
  if (missing.length)
    app.log.error({ count: missing.length, examples: missing.slice(0, 20) }, "上次没有正常停止，这些文件丢失了，请从备份恢复")
}

/**
 * Creates the application on this machine's disk and programs, also for commands that run beside the site. Workers must be started
 * separately.
 */
export const createLocalApp = async (
  options: Omit<Options, "onFirstAdmin">,
  connection: SiteConnection,
  share?: ConnectionShare,
): Promise<App> => {
  const { env, dataDir, log } = options
  const secret = await signingSecret(env.JWT_SECRET, dataDir)
  await writeMetricsToken(dataDir, secret)
  const converter = createLocalConverter({
    childScript: join(options.root, "dist", "server", "pdfium-child.mjs"),
    resources: join(options.root, "server", "ports", "converter", "resources"),
    office: { command: env.SOFFICE_PATH },
    folder: join(dataDir, "tmp", "convert"),
    log: (message, fields) => log.debug(fields ?? {}, message),
  })
  const { DATABASE_READ_URL, PROCESS_MODE } = env
  // commands and workers read what they are about to change
  const isServing = share !== undefined && PROCESS_MODE !== "worker"
  const standby = isServing && DATABASE_READ_URL ? standbyOf(DATABASE_READ_URL, connection, log) : undefined
  if (env.PAYMENT_SANDBOX) log.warn({ PAYMENT_SANDBOX: env.PAYMENT_SANDBOX }, "支付在试用：找的是模拟平台，收不到真的钱")
  return createApp({
    version: options.version,
    changelog: await readChangelog(options.root),
    samples: join(options.root, "server", "modules", "site", "samples", "content"),
    connection,
    standby,
    queueConnections: share?.queue,
    slowQueryMs: env.SLOW_QUERY_MS,
    dataDir,
    backups: { program: join(options.root, "dist", "server", "cli.mjs"), variables: env },
    secret,
    log,
    storage: await openStorage(env, dataDir),
    // the primary process of several answers no logins
    passwordQueue: productionQueue(Math.max(1, env.SIBLINGS - 1)),
    hashing: threadHashing(join(options.root, "dist", "server", "hashing.worker.mjs"), (error) =>
      log.warn({ error: String(error) }, "计算密码的线程结束了"),
    ),
    antivirus: env.CLAMD ? clamdAntivirus(env.CLAMD) : null,
    answerMegabytes: env.ANSWER_CACHE_MB,
    converter,
    // The converter's child processes decode images as well.
    pictures: converter,
    ...outgoingPorts(env),
    pageReader: createPageThreads({ script: join(options.root, "dist", "server", "page.worker.mjs") }),
    indexing: networkIndexing(),
    sanitizer: createThreadSanitizer({
      script: join(options.root, "dist", "server", "html.worker.mjs"),
      onError: (error) => log.warn({ error: String(error) }, "净化网页内容的线程结束了"),
      onStopped: (stopped) => log.warn(stopped, "一段网页内容太慢，已停止处理"),
    }),
    structure: createThreadStructure({
      script: join(options.root, "dist", "server", "structure.worker.mjs"),
      onError: (error) => log.warn({ error: String(error) }, "分析页面结构的线程结束了"),
    }),
    matcher: createThreadMatcher({
      script: join(options.root, "dist", "server", "matcher.worker.mjs"),
      onError: (error) => log.warn({ error: String(error) }, "检查敏感词的线程结束了"),
    }),
    search: createSearch({
      url: env.SEARCH_URL,
      alias: env.SEARCH_INDEX,
      connection,
      connections: share?.search,
      standby,
      analyser: threadAnalyser(join(options.root, "dist", "server", "text.worker.mjs"), (error) =>
        log.warn({ error: String(error) }, "为搜索整理文字的线程结束了"),
      ),
      onError: (error) => log.warn({ error: String(error) }, "搜索的数据库连接断开"),
    }),
    captcha: createLocalCaptcha({ voices: join(options.root, "server", "ports", "captcha", "voices"), secret, now: () => new Date() }),
  })
}

/** Opens the standby of DATABASE_READ_URL. The limit of a statement is that of the primary. */
const standbyOf = (url: string, connection: SiteConnection, log: Options["log"]): Standby =>
  openStandby(
    { connectionString: url, application_name: String(sessionOf(connection).application_name ?? "doujia"), statement_timeout: statementMs },
    (error) => log.warn({ err: error }, "DATABASE_READ_URL 的备库用不了，先都读主库"),
  )

/** Reads CHANGELOG.md from the program's folder. An installation without one displays no changes. */
export const readChangelog = (root: string): Promise<string> =>
  readFile(join(root, "CHANGELOG.md"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return ""
    throw error
  })

/** Resumes the unfinished work of the last process: initial data, samples, and abandoned conversions. */
const prepareData = async (app: App, { env, root, onFirstAdmin }: Options, alone: boolean): Promise<void> => {
  const ctx = createCtx(app)
  const firstAdmin = await bootstrap(ctx)
  // Print it immediately: the password is displayed only once, and the start may still be interrupted.
  if (firstAdmin) onFirstAdmin(firstAdmin)
  await fillEmptyIndex(ctx)
  await loadPages(ctx, join(root, "server", "modules", "site", "samples", "content"))
  if (env.SAMPLES)
    await loadSamples(
      createCtx(app, { user: { id: 1, username: "admin", root: true, jti: "", permissions: new Set(), confirmed_at: null } }),
      join(root, "server", "modules", "site", "samples", "content"),
    )
  if (env.PROCESS_MODE === "web") return
  if (alone) {
    await dropLeases(ctx.db)
    await resumeSpider(ctx)
  }
  await wakeWaiting(ctx)
  await requeueAbandoned(ctx)
}

/** Serves pages in process, with the permissions of the cookie that they carry. Pages only read. */
const offerToPages = (app: App) =>
  provideBackend({
    call: async (key, input, token, visitor) => {
      if (!key.startsWith("GET ")) return { ok: false, status: 405, message: "页面只能读取" }
      const reply = await app.dispatch(key, input, { id: "", ip: "", user_agent: "", token, visitor, prefetch: true, rendering: true })
      if (reply.ok) noteAnswer(key, reply.data)
      // an internal fault of this kind is the database; the search engine's is not
      else if (reply.internal && reply.body.code === ErrorCode.unavailable) noteOutage()
      return (
        reply.ok
          ? { ok: true, status: 200, data: reply.data }
          : { ok: false, status: reply.status, message: reply.body.message, code: reply.body.code }
      ) as Result<never>
    },
  })

/** Pauses between attempts to start the database again (ms): a full disk may take hours. */
const [firstRetryMs, lastRetryMs] = [1_000, 10_000]

/**
 * Runs the private PostgreSQL and restarts it if it dies, until it starts again. Its socket keeps the same address, so connections recover;
 * until then requests get 503.
 */
const keepDatabase = async ({ env, dataDir, log }: Options): Promise<EmbeddedDatabase> => {
  const report = (message: string, fields?: Record<string, unknown>) => log.info(fields ?? {}, message)
  const start = () => startEmbeddedDatabase({ dataDir, log: report, ...(env.ARCHIVE_TO && { settings: archivingSettings }) })
  let current = await start()
  const { connection } = current
  let stopped = false
  let restarting: Promise<void> = Promise.resolve()
  const restart = async (): Promise<void> => {
    for (let wait = firstRetryMs; !stopped; wait = Math.min(2 * wait, lastRetryMs)) {
      try {
        current = await start()
        watch(current)
        return
      } catch (error) {
        log.error({ reason: error instanceof StartError ? error.sentence : String(error) }, "内置数据库没有启动起来，稍后再试")
      }
      await pause(wait, undefined, { ref: false })
    }
  }
  const watch = (database: EmbeddedDatabase) =>
    database.onExit((code) => {
      if (stopped) return
      log.error({ code }, "内置数据库意外退出，正在重新启动")
      restarting = restart()
    })
  watch(current)
  return {
    connection,
    pid: current.pid,
    onExit: () => undefined,
    stop: async () => {
      stopped = true
      await restarting
      await current.stop()
    },
  }
}
