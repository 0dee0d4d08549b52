import { fileURLToPath } from "node:url"

/** The folder of package.json, with a slash at its end. */
export const root = fileURLToPath(new URL("../../", import.meta.url))

/** A path inside the project. */
export const inProject = (/** @type {string} */ path) => root + path

export const mainBundle = inProject("dist/server/main.mjs")

/** Progress for the person at the terminal. */
export const say = (/** @type {string} */ text) => console.log(`豆架：${text}`)
