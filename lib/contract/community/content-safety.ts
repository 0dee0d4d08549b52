import { z } from "zod"
import { area, perHour } from "../area"
import { num, str } from "../schema"

/** What the service answered to a sample: a `SafetyLevel`, or a readable reason why it did not, and how long that took. */
const SampleVerdict = z.object({ level: num, error: str, milliseconds: num })

/** Tests the service that the saved settings point to; stores nothing. */
export const contentSafety = area({
  "POST /config/safety/test": {
    title: "测试内容安全服务",
    access: "permission",
    permission: "ConfigAPI/TestContentSafety",
    limit: perHour(20, "person"),
    transaction: false,
    input: z.object({}),
    /** of a harmless sentence and of a grey picture; the service charges for both */
    output: z.object({ text: SampleVerdict, picture: SampleVerdict }),
  },
})
