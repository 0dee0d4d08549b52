// Runs MariaDB from Debian's package with a separate data folder, for tests and benchmarks.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import mysql from "mysql2/promise"

/**
 * Runs a program and waits for its exit; on failure the end of its output becomes the error message.
 * @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} env
 */
const run = async (command, args, env) => {
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"], env })
  let words = ""
  child.stderr.on("data", (chunk) => void (words += String(chunk)))
  const [code] = await once(child, "close").catch((error) => {
    throw new Error(`${command} 没有装好（Debian：apt install mariadb-server）`, { cause: error })
  })
  if (code !== 0) throw new Error(`${command}: ${words.slice(-500)}`)
}

/**
 * Starts the server on a Unix socket only. `address` returns the value of `npm run import -- --from` for a database of this server. `kill`
 * sends SIGKILL, and `start` starts the killed server again, with everything that was committed.
 * @param {number} withinMs @returns {Promise<{ address: (database: string) => string, connect: (database?: string) =>
 * Promise<mysql.Connection>, kill: () => Promise<void>, start: () => Promise<void>, stop: () => Promise<void> }>}
 */
export const launchMariaDb = async (withinMs = 20_000) => {
  // Socket paths have a short maximum length.
  const folder = await mkdtemp(join(tmpdir(), "maria-"))
  const [data, socket] = [join(folder, "data"), join(folder, "s")]
  // a server that starts deletes the temporary tables in its folder, also those of another server
  const env = { ...process.env, TMPDIR: folder }
  const userArguments = process.getuid?.() === 0 ? ["--user=root"] : []
  const installation = [`--datadir=${data}`, "--no-defaults", "--auth-root-authentication-method=normal", "--skip-test-db"]
  await run("mariadb-install-db", [...installation, ...userArguments], env)
  const launch = () => {
    const server = spawn(
      "/usr/sbin/mariadbd",
      [
        "--no-defaults",
        `--datadir=${data}`,
        `--socket=${socket}`,
        "--skip-networking",
        // The log is written at each commit and synced once a second: a killed server loses nothing, and tests do not wait for the disk.
        "--innodb-flush-log-at-trx-commit=2",
        ...userArguments,
      ],
      { stdio: "ignore", env },
    )
    return { server, ended: once(server, "exit") }
  }
  let current = launch()
  const kill = async () => {
    current.server.kill("SIGKILL")
    await current.ended
  }
  const stop = async () => {
    await kill()
    await rm(folder, { recursive: true, force: true })
  }
  /** @param {string} [database] */
  const connect = (database) => mysql.createConnection({ socketPath: socket, user: "root", database, multipleStatements: true })
  const ready = async () => {
    for (const end = Date.now() + withinMs; ; await pause(100)) {
      const connection = await connect().catch((error) => (Date.now() > end ? Promise.reject(error) : null))
      if (connection) return connection.end()
    }
  }
  const start = async () => {
    current = launch()
    await ready()
  }
  await ready()
  return { connect, kill, start, stop, address: (database) => `mysql://root@localhost/${database}?socket=${encodeURIComponent(socket)}` }
}
