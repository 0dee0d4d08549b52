import type { Subject } from "./db/change-log"
import type { StreamEndpoint } from "./http/streams"
import type { Job } from "./jobs/job"
import type { JobSpec } from "./jobs/queue"
import type { PersonalData } from "./personal-data"
import type { Module } from "./routes"
import type { Sweep } from "./sweeps"

/** Everything that the rest of the back end knows of a module; listed in `server/modules.ts`. */
export type Manifest = Partial<Module> & {
  jobs?: readonly Job<never>[]
  /** jobs that follow what modules below announce with `ctx.changed`: sent in the same transaction, one for each subject and id */
  follows?: Follows
  /** handlers of the contract's streams */
  endpoints?: readonly StreamEndpoint[]
  /** personal data in its tables */
  personal?: readonly PersonalData[]
  /** tables with rows that expire */
  sweep?: readonly Sweep[]
}

/** What changed; `id` as it was announced, "" for all of its kind. */
export type Change = { what: Subject; id: string }
export type Follows = { [S in Subject]?: JobSpec<Change> }

/** Declares a module: `{ ...bannerRoutes }` are its area and handlers (`serve`, `crudRoutes`). */
export const defineModule = (manifest: Manifest): Manifest => manifest

export const routesOf = (modules: readonly Manifest[]): Module[] =>
  modules.filter((module): module is Manifest & Module => module.handlers !== undefined)
/** All jobs; the payload type of each is known to the job alone. */
export const jobsOf = (modules: readonly Manifest[]): Job[] => modules.flatMap(({ jobs = [] }) => jobs as readonly Job[])
export const followersOf = (modules: readonly Manifest[]): Map<Subject, JobSpec<Change>[]> => {
  const followers = new Map<Subject, JobSpec<Change>[]>()
  for (const { follows = {} } of modules)
    for (const [what, job] of Object.entries(follows) as [Subject, JobSpec<Change>][])
      followers.set(what, [...(followers.get(what) ?? []), job])
  return followers
}
export const endpointsOf = (modules: readonly Manifest[]): StreamEndpoint[] => modules.flatMap(({ endpoints = [] }) => endpoints)
export const personalOf = (modules: readonly Manifest[]): PersonalData[] => modules.flatMap(({ personal = [] }) => personal)
export const sweepsOf = (modules: readonly Manifest[]): Sweep[] => modules.flatMap(({ sweep = [] }) => sweep)
