import type { Ctx } from "../context"
import type { JobSpec } from "./queue"

/** A job; its handler gets a context without a person. */
export type Job<P extends object = object> = JobSpec<P, Ctx>

export const job = <P extends object>(definition: Job<P>): Job<P> => definition
