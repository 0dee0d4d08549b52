import { RobotError, type Robot, type RobotPort } from "./robot.port"

/** The fake: records the texts instead of sending them; `fail` makes the next messages fail. */
export const memoryRobots = (): RobotPort & { sent: { robot: Robot; text: string }[]; fail: Error | null } => {
  const port = {
    sent: [] as { robot: Robot; text: string }[],
    fail: null as Error | null,
    send: async (robot: Robot, text: string) => {
      if (!/^https?:\/\//.test(robot.url)) throw new RobotError("address", "机器人的地址应以 https:// 开头")
      if (port.fail) throw port.fail
      port.sent.push({ robot, text })
    },
  }
  return port
}
