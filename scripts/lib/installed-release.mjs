import { existsSync } from "node:fs"
import { inProject } from "./project.mjs"

/** Written by `npm run release` into the tree that it packs. */
export const releaseFile = "release.json"

/** Returns true in an unpacked release: everything is built and installed, and nothing may be. */
export const isRelease = () => existsSync(inProject(releaseFile))
