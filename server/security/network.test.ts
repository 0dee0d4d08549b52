import { describe, expect, test } from "vitest"
import { neighbourhoodOf, networkOf } from "./network"

describe("addresses that share a limit", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["", ""],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002::ffff", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["64:ff9b::192.0.2.33", "64:ff9b:0:0::/64"],
  ])("%j is grouped as %j", (ip, network) => {
    expect(networkOf(ip)).toBe(network)
  })
})

describe("neighbouring addresses", () => {
  test.each([
    ["203.0.113.7", "203.0.113.0/24"],
    ["", ""],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
    ["2001:db8::1", "2001:db8:0::/48"],
  ])("%j belongs to %j", (ip, neighbourhood) => {
    expect(neighbourhoodOf(ip)).toBe(neighbourhood)
  })
})
