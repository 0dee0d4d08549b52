import { auth } from "./auth.mjs"
import { headers } from "./headers.mjs"
import { limits } from "./limits.mjs"
import { parsing } from "./parsing.mjs"
import { rank } from "./rank.mjs"
import { remote } from "./remote.mjs"
import { uploads } from "./uploads.mjs"

/** Every attack, area by area. @type {import("./run.mjs").Attack[]} */
export const attacks = [...auth, ...rank, ...limits, ...parsing, ...uploads, ...headers, ...remote]
