import { watch } from "node:fs"
import { dirname, join } from "node:path"
import { inProject } from "./project.mjs"

/** Delay before bundling (ms): editors write a file in several steps, and "save all" writes several files. */
const calmMs = 50

/**
 * Bundles now and after every change of a bundled file, then calls `done`. esbuild's own watch mode polls the files and needs up to 2 s to
 * detect a change; the operating system reports it at once. Folders are watched, since many editors replace a file when they save it.
 * @param {import("esbuild").BuildOptions} options @param {() => void} done called after each bundling without errors
 * @returns {Promise<{ dispose: () => Promise<void> }>}
 */
export async function bundleOnChange(options, done) {
  const { context } = await import("esbuild")
  const bundler = await context({ ...options, metafile: true })
  /** @type {Map<string, import("node:fs").FSWatcher>} */
  const folders = new Map()
  let inputs = new Set()
  let failed = true
  let turn = Promise.resolve()
  /** @type {NodeJS.Timeout | undefined} */
  let soon

  const bundle = async () => {
    try {
      const { metafile } = await bundler.rebuild()
      failed = false
      inputs = new Set(Object.keys(metafile?.inputs ?? {}))
      for (const folder of new Set([...inputs].map((path) => dirname(path)))) follow(folder)
      done()
    } catch {
      // esbuild has already printed the error.
      failed = true
    }
  }
  /** @param {string} folder */
  const follow = (folder) => {
    if (folders.has(folder)) return
    const watcher = watch(inProject(folder), (_event, name) => {
      // After an error, any file may be the one that was missing.
      if (name !== null && !failed && !inputs.has(join(folder, name).replaceAll("\\", "/"))) return
      clearTimeout(soon)
      soon = setTimeout(() => (turn = turn.then(bundle)), calmMs)
    })
    // A deleted folder no longer contains inputs either.
    watcher.on("error", () => folders.delete(folder))
    folders.set(folder, watcher)
  }
  // Ensures that the first change is noticed even if the first bundling fails.
  for (const { in: path } of /** @type {{ in: string }[]} */ (options.entryPoints)) follow(dirname(path))
  await bundle()
  return {
    dispose: async () => {
      clearTimeout(soon)
      for (const watcher of folders.values()) watcher.close()
      await bundler.dispose()
    },
  }
}
