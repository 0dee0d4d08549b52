import { keys } from "../../lib/contract/contract"
import { streams } from "../../lib/contract/streams"
import { offered, type Dialect } from "./dialect"

/** Another site of the same program, which uses the same contract. */
export const native: Dialect = {
  name: "native",
  calls: Object.fromEntries(keys.map((key) => [key, offered])) as Dialect["calls"],
  streams: Object.fromEntries(Object.keys(streams).map((key) => [key, true])) as Dialect["streams"],
  listInputs: {},
  messages: { namesOf: () => undefined, knownFields: (_, fields) => fields },
  translated: false,
}
