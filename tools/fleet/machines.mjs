// Starts the processes of a fleet, each with a data folder of its own, and kills and restarts them.
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { importTypeScript } from "../../scripts/lib/bundle.mjs"
import { Failure } from "../../scripts/lib/failure.mjs"
import { startPgBouncer } from "../../scripts/lib/pgbouncer.mjs"
import { inProject, say } from "../../scripts/lib/project.mjs"
import { freePort, startServer } from "../../scripts/lib/server.mjs"
import { atEnd } from "../bench/cleanup.mjs"

/** `single`: nothing else takes over while it is away. @typedef {{ name: string, single: boolean, kill: () => Promise<void>, start: () => Promise<void> }} Machine */

/**
 * @typedef {object} Fleet
 * @property {string} url of nginx
 * @property {string[]} webs addresses of the web processes
 * @property {string} databaseFolder
 * @property {{ username: string, password: string }} admin
 * @property {Machine[]} machines
 */

/** Starts a program that is ready once its port answers. @param {string} program @param {string[]} args @param {number} port */
const daemon = (program, args, port) => {
  /** @type {import("node:child_process").ChildProcess} */
  let child
  let output = ""
  const start = async () => {
    child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], detached: true })
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text) => (output = (output + text).slice(-4_000)))
    child.on("error", (error) => (output += String(error)))
    for (let attempt = 0; attempt < 200; attempt++) {
      const answers = await fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      )
      if (answers) return
      await pause(50)
    }
    throw new Failure(`${program} 没能启动：${output}`)
  }
  /** The whole group, as the workers of nginx would go on. */
  const kill = async () => {
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((done) => child.once("exit", done))
    process.kill(-child.pid, "SIGKILL")
    await ended
  }
  return { start, kill }
}

/** @param {string} folder */
const startPostgres = async (folder) => {
  const { startEmbeddedDatabase } = /** @type {typeof import("../../server/db/embedded")} */ (
    await importTypeScript("server/db/embedded.ts")
  )
  const open = () => startEmbeddedDatabase({ dataDir: folder, log: () => undefined })
  let database = await open()
  atEnd(() => database.stop())
  const kill = async () => {
    const ended = new Promise((done) => database.onExit(() => done(null)))
    process.kill(database.pid, "SIGKILL")
    await ended
  }
  return { connection: database.connection, kill, start: async () => void (database = await open()) }
}

/** @param {string} folder @param {Record<string, string | undefined>} env */
const startStorage = async (folder, env) => {
  if (env.S3_BUCKET) {
    const given = Object.entries(env).flatMap(([name, value]) => (name.startsWith("S3_") && value ? [[name, value]] : []))
    return { machine: null, variables: /** @type {Record<string, string>} */ (Object.fromEntries(given)) }
  }
  const port = await freePort()
  mkdirSync(folder)
  const { start, kill } = daemon(process.execPath, [inProject("tests/process/support/bucket.mjs"), String(port), folder], port)
  await start()
  atEnd(kill)
  return {
    machine: { name: "s3", single: true, kill, start },
    variables: {
      ...{ S3_BUCKET: "library", S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_PATH_STYLE: "true" },
      ...{ S3_ACCESS_KEY: "S3RVER", S3_SECRET_KEY: "S3RVER" },
    },
  }
}

/** @param {string} folder @param {number} port @param {number[]} webs */
const nginxConfiguration = (folder, port, webs) => `${process.getuid?.() === 0 ? "user root;" : ""}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream site {
${webs.map((web) => `    server 127.0.0.1:${web} max_fails=1 fail_timeout=2s;`).join("\n")}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 0;
    location / {
      proxy_pass http://site;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_connect_timeout 2s;
      proxy_next_upstream error timeout http_502 http_503;
    }
  }
}
`

/** @param {string} folder @param {number[]} webs */
const startNginx = async (folder, webs) => {
  const port = await freePort()
  mkdirSync(folder)
  const file = join(folder, "nginx.conf")
  writeFileSync(file, nginxConfiguration(folder, port, webs))
  const program = existsSync("/usr/sbin/nginx") ? "/usr/sbin/nginx" : "nginx"
  const { start, kill } = daemon(program, ["-p", folder, "-c", file, "-g", "daemon off;"], port)
  await start()
  atEnd(kill)
  return { url: `http://127.0.0.1:${port}`, machine: { name: "nginx", single: true, kill, start } }
}

/** @param {string} name @param {string} folder @param {Record<string, string>} env */
const startMember = async (name, folder, env) => {
  const port = await freePort()
  const options = { dataDir: join(folder, name), port, env: { ...env, PROCESS_MODE: name.replace(/\d/, "") } }
  let server = await startServer(options)
  atEnd(() => server.stop())
  const kill = () => server.kill()
  const start = async () => void (server = await startServer(options))
  return { server, port, machine: { name, single: false, kill, start } }
}

/** @param {string} folder @param {{ search?: string }} options @returns {Promise<Fleet>} */
export const startFleet = async (folder, { search }) => {
  const databaseFolder = join(folder, "database")
  const postgres = await startPostgres(databaseFolder)
  const { connection } = postgres
  const pooler = await startPgBouncer(connection, { folder })
  atEnd(pooler.stop)
  const storage = await startStorage(join(folder, "bucket"), process.env)
  const env = {
    ...{ DATABASE_URL: pooler.url, DATABASE_PREPARE: "off", JWT_SECRET: randomBytes(32).toString("hex") },
    DATABASE_LISTEN_URL: `postgres://${connection.user}@localhost:${connection.port}/${connection.database}?host=${encodeURIComponent(connection.host)}`,
    ...{ SAMPLES: "false", TRUSTED_PROXIES: "127.0.0.1", LOG_LEVEL: "warn", ACCESS_LOG: "false", OUTGOING_ALLOW: "127.0.0.1" },
    ...{ CONVERT_CONCURRENCY: "1", ...(search && { SEARCH_URL: search }) },
    ...storage.variables,
  }
  const members = []
  for (const name of ["web1", "web2", "web3", "worker1", "worker2"]) {
    say(`正在启动 ${name}…`)
    members.push(await startMember(name, folder, env))
  }
  const admin = members.map(({ server }) => server.admin).find(Boolean)
  if (!admin) throw new Failure("没有从输出里读到第一位管理员的密码。")
  const webs = members.slice(0, 3)
  const nginx = await startNginx(
    join(folder, "nginx"),
    webs.map(({ port }) => port),
  )
  const machines = [
    ...members.map(({ machine }) => machine),
    { name: "pgbouncer", single: true, kill: pooler.kill, start: async () => pooler.start() },
    { name: "postgres", single: true, kill: postgres.kill, start: postgres.start },
    ...(storage.machine ? [storage.machine] : []),
    nginx.machine,
  ]
  return { url: nginx.url, webs: webs.map(({ server }) => server.url), databaseFolder, admin, machines }
}
