import type { z } from "zod"

export type Method = "GET" | "POST" | "PUT" | "DELETE"
export type CallKey = `${Method} /${string}`

/** public: anybody · login: a person with a session · permission: whose groups hold this call. */
export type Access = "public" | "login" | "permission"

/** One call of `/api/v1`. `title` is what staff read in the permission list. */
export type Call = {
  title: string
  access: Access
  input: z.ZodType
  output: z.ZodType
}

export type Area = Record<CallKey, Call>

/** Declares the calls of one area; the literal types of keys, access and schemas are kept. */
export const area = <const A extends Area>(calls: A): A => calls
