import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { RobotError, robotNames, type Robot, type RobotName, type RobotPort } from "./robot.port"

/** The robots of the three platforms behind one adapter, or the fake. */
export type RobotWorld = {
  port: RobotPort
  /** A robot whose key and secret are right. */
  robotOf: (name: RobotName) => Robot
  /** The accepted messages, oldest first. */
  accepted: () => { robot: RobotName; text: string }[]
  /** The platform does not accept the next message. */
  refuse: () => void
  close: () => void
}

/** The test suite that the adapter and the fake must pass. */
export const robotSuite = (title: string, open: () => Promise<RobotWorld>): void => {
  describe.each(robotNames)(`${title}: %s`, (name) => {
    let world: RobotWorld
    beforeEach(async () => {
      world = await open()
    })
    afterEach(() => world.close())
    const errorOf = (robot: Robot) => world.port.send(robot, "x").catch((error: unknown) => error)

    test("a text reaches the group of its robot unchanged", async () => {
      await world.port.send(world.robotOf(name), "磁盘快满了\n只剩 1.0 GB")
      await world.port.send(world.robotOf(name), "已恢复")
      expect(world.accepted()).toEqual([
        { robot: name, text: "磁盘快满了\n只剩 1.0 GB" },
        { robot: name, text: "已恢复" },
      ])
    })

    test("a message that the platform does not accept is an error", async () => {
      world.refuse()
      const error = await errorOf(world.robotOf(name))
      expect(error).toBeInstanceOf(RobotError)
      expect(error).toMatchObject({ fault: "refused" })
      expect(world.accepted()).toEqual([])
    })

    test("an address that is not http is refused", async () => {
      for (const url of ["file:///etc/passwd", "机器人", ""])
        expect(await errorOf({ ...world.robotOf(name), url })).toMatchObject({ name: "RobotError", fault: "address" })
      expect(world.accepted()).toEqual([])
    })
  })
}
