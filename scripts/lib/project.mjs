import { fileURLToPath } from "node:url"

/** The folder of package.json, with a trailing slash. */
export const root = fileURLToPath(new URL("../../", import.meta.url))

/** Returns the absolute path of a path inside the project. */
export const inProject = (/** @type {string} */ path) => root + path

export const mainBundle = inProject("dist/server/main.mjs")

/** Prints progress in the terminal. */
export const say = (/** @type {string} */ text) => console.log(`豆架：${text}`)
