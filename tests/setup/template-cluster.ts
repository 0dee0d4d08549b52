import { createHash } from "node:crypto"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join, relative, resolve } from "node:path"

const root = resolve(import.meta.dirname, "../..")
const cacheFolder = join(root, "node_modules/.cache/test-database")

/** Everything that determines the content of the template: the migrations, the queues, and the versions of PostgreSQL and pg-boss. */
const ingredients = (): string[] => {
  const all = (folder: string) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name))
  const inServer = all("server").filter((path) => /\.(jobs|sql)\.?(ts)?$|migrate\.ts$|[/\\]queue\.ts$|embedded-cluster\.ts$/.test(path))
  const setup = all("tests/setup").filter((path) => /(global-setup|template-cluster)\.ts$/.test(path))
  return [...inServer, ...setup, "package-lock.json"].toSorted()
}

const key = (): string => {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch} `)
  for (const path of ingredients())
    hash
      .update(`${relative(root, join(root, path))}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0")
  return hash.digest("hex").slice(0, 16)
}

/**
 * The PostgreSQL cluster with the migrated template, cached between runs in node_modules/.cache. Building it takes about 10 s: initdb, the
 * migrations, and loading the whole back end for its list of jobs. Copying it takes 0.2 s. No server ever runs on the cache: a run copies
 * it first.
 */
export const templateCluster = () => {
  const cached = join(cacheFolder, key())
  return {
    /** Copies the cached cluster to `cluster`; returns false if none matches. */
    restore: (cluster: string): boolean => {
      if (!existsSync(cached)) return false
      cpSync(cached, cluster, { recursive: true })
      return true
    },
    /** Caches a copy of `cluster`, whose server must be stopped, and removes older ones. */
    keep: (cluster: string): void => {
      mkdirSync(cacheFolder, { recursive: true })
      const unfinished = `${cached}.${process.pid}`
      cpSync(cluster, unfinished, { recursive: true })
      for (const name of readdirSync(cacheFolder))
        if (!join(cacheFolder, name).startsWith(cached)) rmSync(join(cacheFolder, name), { recursive: true, force: true })
      // another run may have been faster
      if (existsSync(cached)) rmSync(unfinished, { recursive: true, force: true })
      else renameSync(unfinished, cached)
    },
  }
}
