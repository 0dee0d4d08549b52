import pino from "pino"
import { recordOf, withoutStatement } from "./error-record"

export { recordOf }

export type Log = pino.Logger

/** Describes errors, also those that a caller turned into a text, without the values of failed statements. */
const withoutValues = (entry: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [
      name,
      value instanceof Error ? recordOf(value) : typeof value === "string" ? withoutStatement(value) : value,
    ]),
  )

/** Writes JSON lines to standard output or to `destination`. Masks everything that could identify or impersonate a user. */
export const createLog = (level: string, destination: pino.DestinationStream = pino.destination(1)): Log =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: withoutValues },
      hooks: {
        // an error without a text would be logged with its own message
        logMethod([first, ...rest], method) {
          const isError = (first as unknown) instanceof Error
          const texts = rest.length > 0 || !isError ? rest : [recordOf(first).message]
          method.apply(this, [isError ? { err: first as unknown } : first, ...texts] as Parameters<typeof method>)
        },
      },
      serializers: { err: (error: unknown) => error },
      redact: {
        paths: ["token", "password", "authorization", "*.token", "*.password", "*.authorization", "mobile", "email", "*.mobile", "*.email"],
        censor: "***",
      },
    },
    destination,
  )
