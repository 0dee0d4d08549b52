import type { z } from "zod"
import type * as articles from "./article"
import type * as categories from "./category"
import type { Contract, Key } from "./contract"
import type * as documents from "./document"
import type * as navigations from "./navigation"
import type * as configuration from "./settings"
import type * as users from "./user"

/** Types only: importing this file ships no schema to a browser. */
export type { Contract, Key }
export type Input<K extends Key> = z.input<Contract[K]["input"]>
export type Output<K extends Key> = z.output<Contract[K]["output"]>

/** Every call ends in one of these two; nothing is thrown at the caller (spec §8). `status` 0 = no network. */
export type Result<T> = { ok: true; status: 200; data: T } | { ok: false; status: number; message: string }

/** Calls whose input may be empty need no second argument. */
export type Args<K extends Key> = {} extends Input<K> ? [input?: Input<K>] : [input: Input<K>]

export type Settings = z.output<typeof configuration.Settings>
export type User = z.output<typeof users.User>
export type PublicUser = z.output<typeof users.PublicUser>
export type Session = z.output<typeof users.Session>
export type Category = z.output<typeof categories.Category>
export type Navigation = z.output<typeof navigations.Navigation>
export type Document = z.output<typeof documents.Document>
export type DocumentDetail = z.output<typeof documents.DocumentDetail>
export type Article = z.output<typeof articles.Article>
export type HomeItem = z.output<typeof documents.HomeItem>
