import type { Robot, RobotPort } from "./robot.port"

/** Keeps the texts instead of sending them; `fail` makes the next messages fail. */
export const memoryRobots = (): RobotPort & { sent: { robot: Robot; text: string }[]; fail: Error | null } => {
  const port = {
    sent: [] as { robot: Robot; text: string }[],
    fail: null as Error | null,
    send: async (robot: Robot, text: string) => {
      if (port.fail) throw port.fail
      port.sent.push({ robot, text })
    },
  }
  return port
}
