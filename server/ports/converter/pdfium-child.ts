/**
 * The entry point of the child program, bundled separately by esbuild and forked by `child/supervised-child.ts`.
 * It parses uploaded files, so its parent gives it an empty environment, no task that needs the network, and strict limits.
 */
import sharp from "sharp"
import type { ChildRequest } from "./child/child-protocol"
import { ChildProgram } from "./child/child-program"
import { watchParent } from "./child/parent-watch"

// One document on one core: sharp's cache would not help.
sharp.concurrency(1)
sharp.cache(false)

const program = new ChildProgram()

process.on("disconnect", () => process.exit(0))
process.on("message", (request) => {
  void program.answer(request as ChildRequest).then((reply) => process.send?.(reply))
})
watchParent()
