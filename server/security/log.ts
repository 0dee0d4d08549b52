import pino from "pino"

export type Log = pino.Logger

/** Writes JSON lines to standard output or to `destination`. Masks whatever could identify or impersonate a user. */
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
