import type { StreamEndpoint } from "./http/streams"
import type { Job } from "./jobs/job"
import type { PersonalData } from "./personal-data"
import type { Module } from "./routes"
import type { Sweep } from "./sweeps"

/** All that a module is to the rest of the back end; `server/modules.ts` lists nothing else. */
export type Manifest = Partial<Module> & {
  jobs?: readonly Job<never>[]
  /** which functions answer the streams of the contract */
  endpoints?: readonly StreamEndpoint[]
  /** what its tables know of people */
  personal?: readonly PersonalData[]
  /** rows that expire by themselves */
  sweep?: readonly Sweep[]
}

/** Declares a module: `{ ...bannerRoutes }` are its area and handlers (`serve`, `crudRoutes`). */
export const defineModule = (manifest: Manifest): Manifest => manifest

export const routesOf = (modules: readonly Manifest[]): Module[] =>
  modules.filter((module): module is Manifest & Module => module.handlers !== undefined)
/** The queue hands every job the payload that was sent for it; which type that is, only the job itself knows. */
export const jobsOf = (modules: readonly Manifest[]): Job[] => modules.flatMap(({ jobs = [] }) => jobs as readonly Job[])
export const endpointsOf = (modules: readonly Manifest[]): StreamEndpoint[] => modules.flatMap(({ endpoints = [] }) => endpoints)
export const personalOf = (modules: readonly Manifest[]): PersonalData[] => modules.flatMap(({ personal = [] }) => personal)
export const sweepsOf = (modules: readonly Manifest[]): Sweep[] => modules.flatMap(({ sweep = [] }) => sweep)
