import { dictionary } from "@zxcvbn-ts/language-common"
import { describe, expect, test } from "vitest"
import { isCommonPassword, isNamed } from "./password-rules"
import { isReservedName } from "./reserved-names"

describe("common passwords [security: 6.2.4]", () => {
  test.each([
    "12345678",
    "123456789",
    "1234567890",
    "87654321",
    "password",
    "Password1",
    "P@ssw0rd123",
    "qwertyuiop",
    "1qaz2wsx",
    "qazwsxedc",
    "1q2w3e4r",
    "asdfghjkl",
    "zxcvbnm123",
    "11111111",
    "88888888",
    "12341234",
    "abcabcabc",
    "woaini1314",
    "5201314520",
    "iloveyou520",
    "admin123456",
    "Admin@2026",
    "abcd1234",
    "a1234567",
    "wangwei123",
    "20080808",
    "08082008",
    "13800138000",
    "147258369",
    "qwer1234",
    "doujia2026",
    "!@#$%^&*",
    "zhangwei520",
    "P@55w0rd!!",
    "drowssap99",
    "woaibeijing",
    "1998/07/15",
  ])("%s", (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  test.each([
    "correct horse 7",
    "new staple battery 9",
    "春眠不觉晓处处闻啼鸟",
    "Tr0ub4dor&3",
    "kd93-ma0x-22pq",
    "84917263",
    "湖边的豆架子",
    "x7Lq!r2z",
  ])("%s is not a common password", (password) => {
    expect(isCommonPassword(password)).toBe(false)
  })

  test.each([
    "1qazxsw2",
    "!QAZxsw2",
    "zaq!@wsx",
    "qweasdzxc",
    "wertyuiop",
    "qwer4321",
    "Poiu0987",
    "mnbvgfds",
    "asdf;lkj",
    "QAZ@WSX#EDC",
    "2wsxcde3",
    "rfvbgt54",
    "tyuighjk",
  ])("%s is a keyboard pattern [security: password-walks]", (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  test.each([
    ["linxiaomu", "linxiaomu", ""],
    ["LinXiaoMu!!", "linxiaomu", ""],
    ["linxiaomu2026", "linxiaomu", ""],
    ["umoaixnil-88", "linxiaomu", ""],
    ["linxiaomu12345678", "linxiaomu", ""],
    ["reader.wang#7", "somebody", "reader.wang@example.org"],
    ["小木小木小木小木", "小木", ""],
    ["木小kd93x", "小木", ""],
  ])("%s is derived from the name %s %s [security: password-walks]", (password, ...names) => {
    expect(isNamed(password, names)).toBe(true)
  })

  test.each([
    ["correct horse 7", "linxiaomu", "reader@example.org"],
    ["correct linxiaomu battery", "linxiaomu", ""],
    ["ab-kd93-ma0x", "ab", ""],
    ["new staple 7", "", ""],
    ["horse battery 9", "staff12", "staff12@example.org"],
  ])("%s is not derived from %s %s", (password, ...names) => {
    expect(isNamed(password, names)).toBe(false)
  })

  test("repetition does not make a long password strong", () => {
    const long = ["a".repeat(127) + "b", "ab".repeat(64), "abc1".repeat(31) + "xyz!", "1".repeat(128)]
    expect(long.map(isCommonPassword)).toEqual([true, true, true, true])
  })
})

describe("reserved names", () => {
  test.each(["admin", "ADMIN", "ad-min", "_admin_", "root", "系统", "豆架官方", "客服小美", "超级管理员", "--", "API"])("%s", (name) => {
    expect(isReservedName(name)).toBe(true)
  })
  test.each(["adminton", "李雷", "root-beer", "系统架构师", "reader1"])("%s is not reserved", (name) => {
    expect(isReservedName(name)).toBe(false)
  })
})

test("no leaked password is accepted, starting with the 3,000 most frequent of eight characters or more [security: 6.2.4, 6.2.12]", () => {
  const choosable = dictionary["passwords-common"].filter(({ length }) => length >= 8)
  expect(choosable.length).toBeGreaterThan(15_000)
  expect(choosable.slice(0, 3_000).filter((password) => !isCommonPassword(password))).toEqual([])
  expect(choosable.filter((password) => !isCommonPassword(password.toUpperCase()))).toEqual([])
})
