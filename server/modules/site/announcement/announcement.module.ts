import { defineModule } from "@/server/module"
import { announcementTurnJob, tellAnnouncementJob } from "./announcement.jobs"
import { announcementRoutes } from "./announcement.routes"

export const announcementModule = defineModule({ ...announcementRoutes, jobs: [announcementTurnJob, tellAnnouncementJob] })
