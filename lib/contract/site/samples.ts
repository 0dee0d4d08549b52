import { z } from "zod"
import { area } from "../area"
import { nothing, num } from "../schema"

/** The remaining sample content of a first start. */
export const samples = area({
  "GET /samples": {
    title: "查看示例内容",
    access: "permission",
    permission: "SampleAPI/GetSamples",
    input: z.object({}),
    output: z.object({ document: num, article: num, banner: num }),
  },
  /** Deletes it permanently, with the sample categories that are then empty. */
  "DELETE /samples": {
    title: "清除示例内容",
    access: "permission",
    permission: "SampleAPI/DeleteSamples",
    input: z.object({}),
    output: nothing,
  },
})
