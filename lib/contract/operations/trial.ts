import { z } from "zod"
import { area, perHour, perMinute } from "../area"
import { flag, nothing, num, str } from "../schema"
import { mobile } from "../people/user"

/**
 * One `sample` event of `GET /document/progress`, the result for one sample of the trial with this id: `engine` rendered its `pages`,
 * `milliseconds` is the time until the last page; `error` says why the conversion failed. `left` samples of the trial follow.
 */
export const ConvertedSample = z.object({
  trial: str,
  name: str,
  engine: str,
  pages: num,
  characters: num,
  milliseconds: num,
  error: str,
  left: num,
})

export type ConvertedSample = z.output<typeof ConvertedSample>

/**
 * The size of the index and the duration of one search. `error` is a readable reason why the engine is unavailable, "" if it is available.
 */
const EngineState = z.object({ engine: str, error: str, entries: num, waiting: num, milliseconds: num, settled: flag })

/** Tests the services that the saved settings point to; stores nothing. */
export const trial = area({
  "POST /config/sms/test": {
    title: "发送测试短信",
    access: "permission",
    permission: "ConfigAPI/SendTestSms",
    limit: perHour(20, "person"),
    transaction: false,
    input: z.object({ mobile }),
    output: nothing,
  },
  "POST /config/converter/test": {
    title: "试转样例文档",
    access: "permission",
    permission: "ConfigAPI/TestConverter",
    limit: perMinute(6, "person"),
    input: z.object({}),
    /** Answers at once; the results are `sample` events with this id. */
    output: z.object({ trial: str }),
  },
  "GET /config/domain/test": {
    title: "检查网站域名",
    access: "permission",
    permission: "ConfigAPI/TestDomain",
    limit: perMinute(10, "person"),
    transaction: false,
    input: z.object({}),
    /** `error` is a readable reason why this site does not answer at its address, "" if it does answer */
    output: z.object({ address: str, error: str }),
  },
  "GET /config/search/test": {
    title: "检查搜索引擎",
    access: "permission",
    permission: "ConfigAPI/TestSearch",
    limit: perMinute(30, "person"),
    transaction: false,
    input: z.object({}),
    output: EngineState,
  },
})
