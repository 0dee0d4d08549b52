import pino from "pino"

export type Log = pino.Logger

/** JSON lines to standard output, or to `destination`. What could identify or impersonate a person is masked. */
export const createLog = (level: string, destination: pino.DestinationStream = pino.destination(1)): Log =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ["token", "password", "authorization", "*.token", "*.password", "*.authorization", "mobile", "email", "*.mobile", "*.email"],
        censor: "***",
      },
    },
    destination,
  )
