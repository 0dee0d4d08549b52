import type { IncomingMessage, ServerResponse } from "node:http"
import type { streams, StreamKey } from "../lib/contract/streams"
import type { Ctx, LoggedIn, NoteSafety, Services, StoreNotices } from "./context"
import type { ChangeSubject } from "./db/change-log"
import type { JobSpec } from "./jobs/queue"
import type { PersonalData } from "./db/personal-data"
import type { Module } from "./routes"
import type { Sweep } from "./db/sweeps"

/** A job; its handler gets a context without a user. */
export type Job<P extends object = object> = JobSpec<P, Ctx>

export const job = <P extends object>(definition: Job<P>): Job<P> => definition

/** One request and its response. `path` and `query` are the two parts of the URL, without "?". */
export type HttpExchange = { req: IncomingMessage; res: ServerResponse; path: string; query: string }
type StreamCtx<K extends StreamKey> = (typeof streams)[K]["access"] extends "public" ? Ctx : LoggedIn
type ServeStream<K extends StreamKey> = (ctx: StreamCtx<K>, exchange: HttpExchange) => Promise<void>
/** A stream of the contract with its handler. */
export type StreamEndpoint = { [K in StreamKey]: { stream: K; serve: ServeStream<K> } }[StreamKey]

/**
 * A back-end path outside /api/v1. A trailing "/" covers everything below it, and "*.txt" every other path with that ending.
 * `guarded`: site security is checked first; `open` reports whether anonymous access is allowed, so that shared caches may store the
 * response.
 * `create` runs once per process; its handler returns null if the path belongs to a page after all.
 */
export type Address = {
  path: string
  guarded?: true
  create: (app: Services) => (exchange: HttpExchange, open: boolean) => Promise<void | null> | null
}

/** Everything that the rest of the back end knows about a module; listed in `server/modules.ts`. */
export type ModuleManifest = Partial<Module> & {
  jobs?: readonly Job<never>[]
  /** Jobs triggered by changes that lower modules announce with `ctx.changed`; enqueued in the same transaction, one per subject and id. */
  follows?: Follows
  /** Handlers of the contract's streams. */
  endpoints?: readonly StreamEndpoint[]
  /** Paths outside /api/v1. */
  addresses?: readonly Address[]
  /** Personal data in the module's tables. */
  personal?: readonly PersonalData[]
  /** Tables with rows that expire. */
  sweep?: readonly Sweep[]
  /** Called in the transaction that changes settings with the guard `safety`, with their labels. */
  noteSafety?: NoteSafety
  /** Stores the notices of `ctx.notify`. */
  notify?: StoreNotices
}

/** A change; `id` as announced, "" for all of its kind. */
export type Change = { what: ChangeSubject; id: string }
export type Follows = { [S in ChangeSubject]?: JobSpec<Change> }

/** Declares a module: `{ ...bannerRoutes }` are its area and handlers (`serve`, `crudRoutes`). */
export const defineModule = (manifest: ModuleManifest): ModuleManifest => manifest

export const routesOf = (modules: readonly ModuleManifest[]): Module[] =>
  modules.filter((module): module is ModuleManifest & Module => module.handlers !== undefined)
/** Returns all jobs; only the job itself knows its payload type. */
export const jobsOf = (modules: readonly ModuleManifest[]): Job[] => modules.flatMap(({ jobs = [] }) => jobs as readonly Job[])
export const followersOf = (modules: readonly ModuleManifest[]): Map<ChangeSubject, JobSpec<Change>[]> => {
  const followers = new Map<ChangeSubject, JobSpec<Change>[]>()
  for (const { follows = {} } of modules)
    for (const [what, job] of Object.entries(follows) as [ChangeSubject, JobSpec<Change>][])
      followers.set(what, [...(followers.get(what) ?? []), job])
  return followers
}
export const endpointsOf = (modules: readonly ModuleManifest[]): StreamEndpoint[] => modules.flatMap(({ endpoints = [] }) => endpoints)
export const addressesOf = (modules: readonly ModuleManifest[]): Address[] => modules.flatMap(({ addresses = [] }) => addresses)
export const personalOf = (modules: readonly ModuleManifest[]): PersonalData[] => modules.flatMap(({ personal = [] }) => personal)
export const sweepsOf = (modules: readonly ModuleManifest[]): Sweep[] => modules.flatMap(({ sweep = [] }) => sweep)
export const notifiedOf = (modules: readonly ModuleManifest[]): StoreNotices[] => modules.flatMap(({ notify }) => notify ?? [])
export const safetyNotesOf = (modules: readonly ModuleManifest[]): NoteSafety[] => modules.flatMap(({ noteSafety }) => noteSafety ?? [])
