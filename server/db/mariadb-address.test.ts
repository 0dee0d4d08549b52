import { expect, test } from "vitest"
import { readAddress } from "./mariadb-address"

const host = { host: "db.example.org", port: 3306, database: "family" }

test.each([
  ["mysql://root@localhost/family?socket=%2Frun%2Fs", { user: "root", password: "", socketPath: "/run/s", database: "family" }],
  ["mysql://root@localhost/family?socket=/run/@s", { user: "root", password: "", socketPath: "/run/@s", database: "family" }],
  ["mysql://db.example.org/family", { user: "", password: "", ...host }],
  ["mariadb://读者:密码@db.example.org:3307/family", { user: "读者", password: "密码", ...host, port: 3307 }],
  ["mysql://u:p@ss@db.example.org/family", { user: "u", password: "p@ss", ...host }],
  ["mysql://u:p/a#s?s:w@db.example.org/family", { user: "u", password: "p/a#s?s:w", ...host }],
  ["mysql://u:100%@db.example.org/family", { user: "u", password: "100%", ...host }],
  ["mysql://u:p%40ss@db.example.org/family", { user: "u", password: "p@ss", ...host }],
  ["mysql://u:p@[::1]:3306/family", { user: "u", password: "p", ...host, host: "::1" }],
])("%s is understood, whatever characters its password has", (address, parsed) => {
  expect(readAddress(address)).toEqual(parsed)
})

test.each(["", "mysql://", "mysql://host", "mysql://u:p@host/", "postgres://u@host/db", "mysql://u@host:99999/db"])(
  "%s is refused with a hint about passwords",
  (address) => expect(() => readAddress(address)).toThrow("密码用环境变量 IMPORT_PASSWORD 写"),
)
