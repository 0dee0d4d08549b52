import { z } from "zod"
import { area } from "../area"
import { bool, id, list, many, num, flag, paging, str, text, time } from "../schema"

const name = text(64, "任务种类").pipe(z.string().min(1, { error: "请选择任务种类" }))
/** The id of a job in its queue. */
const jobId = z.uuid({ error: "任务编号不正确" })

/**
 * A kind of job. `later`: waiting jobs that must not start yet, retries among them; `oldest_at`: since when the oldest of the others could
 * have started; `schedule`: its cron expression, "" for none; `paused_at`: no job of it starts; `vital`: only the root account may pause it
 * and delete its failed jobs.
 */
export const JobKind = z.object({
  name: str,
  title: str,
  schedule: str,
  waiting: num,
  later: num,
  active: num,
  failed: num,
  oldest_at: time,
  paused_at: time,
  vital: flag,
})

/**
 * A job that failed and is not retried by itself. What it concerns is a row, never other fields of its payload: `subject` is the kind of row
 * in Chinese, `subject_id` its number, `subject_title` its title and `path` its page, if it has one.
 */
export const FailedJob = z.object({
  id: str,
  reason: str,
  attempts: num,
  created_at: time,
  failed_at: time,
  subject: str,
  subject_id: str,
  subject_title: str,
  path: str,
})

/**
 * A document in the queue of conversions. `position`: its turn, 0 while a process works on it; `state`: `converting`, `yielding` (begun, but
 * others go first) or `waiting`; `drawn`: pages drawn so far; `redrawn`: it is converted again; `first`: staff moved it to the front.
 */
export const QueuedConversion = z.object({
  id: num,
  uuid: str,
  title: str,
  ext: str,
  size: num,
  pages: num,
  drawn: num,
  position: num,
  state: str,
  redrawn: flag,
  first: flag,
  since: time,
})

const counted = z.object({ count: num })

export const job = area({
  "GET /job/list": {
    title: "查看后台任务",
    access: "permission",
    permission: "JobAPI/ListJob",
    input: z.object({}),
    output: z.object({ job: many(JobKind) }),
  },
  /** The newest failure first. At most 100 at once. */
  "GET /job/failed": {
    title: "查看失败的任务",
    access: "permission",
    permission: "JobAPI/ListFailedJob",
    input: z.object({ name, ...paging }),
    output: z.object({ total: num, job: many(FailedJob) }),
  },
  /** Runs failed jobs again: those with these ids, or all of the kind without any. */
  "POST /job/retry": {
    title: "重试失败的任务",
    access: "permission",
    permission: "JobAPI/RetryJob",
    input: z.object({ name, id: list(jobId).optional() }),
    output: counted,
  },
  /** Deletes failed jobs. */
  "DELETE /job": {
    title: "删除失败的任务",
    access: "permission",
    permission: "JobAPI/DeleteJob",
    input: z.object({ name, id: list(jobId) }),
    output: counted,
  },
  /** While a kind is paused, no process starts a job of it; running ones end, and new ones wait. */
  "PUT /job/pause": {
    title: "暂停和继续后台任务",
    access: "permission",
    permission: "JobAPI/PauseJob",
    input: z.object({ name, paused: bool }),
    output: z.object({}),
  },
  /** Documents in the order of their turns. Owners take turns, so that those of one user may move back. At most 100 at once. */
  "GET /job/conversion": {
    title: "查看转换队列",
    access: "permission",
    permission: "JobAPI/ListConversion",
    input: z.object({ ...paging }),
    output: z.object({ total: num, document: many(QueuedConversion) }),
  },
  "PUT /job/conversion": {
    title: "让文档优先转换",
    access: "permission",
    permission: "JobAPI/MoveConversion",
    conflicts: true,
    input: z.object({ id }),
    output: z.object({}),
  },
})
