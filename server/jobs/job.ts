import type { Ctx } from "../context"
import type { JobSpec } from "./queue"

/** A job whose handler is given a context without a person. */
export type Job<P extends object = object> = JobSpec<P, Ctx>

export const job = <P extends object>(definition: Job<P>): Job<P> => definition
