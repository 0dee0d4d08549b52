import { Fragment } from "react"
import { partsOf } from "@/lib/rules/marked"

/** Renders a marked text (`lib/rules/marked.ts`) with its matches as elements; any other markup stays text. */
export const Highlight = ({ text }: { text: string }) =>
  partsOf(text).map((part, at) => <Fragment key={at}>{part.match ? <mark>{part.text}</mark> : part.text}</Fragment>)
