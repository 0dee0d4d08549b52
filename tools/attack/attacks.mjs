import { accounts } from "./accounts.mjs"
import { auth } from "./auth.mjs"
import { headers } from "./headers.mjs"
import { limits } from "./limits.mjs"
import { parsing } from "./parsing.mjs"
import { rank } from "./rank.mjs"
import { remote } from "./remote.mjs"
import { settings } from "./settings.mjs"
import { uploads } from "./uploads.mjs"
import { walls } from "./walls.mjs"

/** Every attack, area by area. @type {import("./run.mjs").Attack[]} */
export const attacks = [...auth, ...accounts, ...rank, ...limits, ...settings, ...parsing, ...uploads, ...headers, ...walls, ...remote]
