/** The group robots of three office platforms. */
export const robotNames = ["wecom", "dingtalk", "feishu"] as const
export type RobotName = (typeof robotNames)[number]

/** `url` as the platform's console gives it, with the robot's key; `secret` signs requests, "" if the robot has none. */
export type Robot = { name: RobotName; url: string; secret: string }

/** Why a message was not delivered. "refused": the platform answered, but did not accept it. */
export type RobotFault = "address" | "timeout" | "unavailable" | "refused"

/** `message` is a sentence for staff without the robot's key. */
export class RobotError extends Error {
  constructor(
    readonly fault: RobotFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = "RobotError"
  }
}

export interface RobotPort {
  /**
   * Sends a text to the robot's group. Takes at most ten seconds.
   * @throws RobotError
   */
  send(robot: Robot, text: string, signal?: AbortSignal): Promise<void>
}
