import type { Job } from "./jobs/job"
import { articleRoutes } from "./modules/article/article.routes"
import { categoryRoutes } from "./modules/category/category.routes"
import { configRoutes } from "./modules/config/config.routes"
import { sweepTemporaryJob } from "./modules/attachment/sweep.jobs"
import { convertJob, sweepJob } from "./modules/document/convert.jobs"
import { documentRoutes } from "./modules/document/document.routes"
import { navigationRoutes } from "./modules/navigation/navigation.routes"
import { sweepExpiredJob } from "./modules/user/sweep.jobs"
import { userRoutes } from "./modules/user/user.routes"
import type { Module } from "./routes"

/** Every module of the back end, and every job. A new one adds its line. */
export const modules: Module[] = [configRoutes, userRoutes, categoryRoutes, navigationRoutes, documentRoutes, articleRoutes]
export const jobs: Job[] = [convertJob as Job, sweepJob, sweepTemporaryJob, sweepExpiredJob]
