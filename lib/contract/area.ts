import type { z } from "zod"

export type Method = "GET" | "POST" | "PUT" | "DELETE"
export type CallKey = `${Method} /${string}`

/** public: anybody · login: a person with a session · permission: whose groups hold this call. */
export type Access = "public" | "login" | "permission"

type Described = {
  title: string
  input: z.ZodType
  output: z.ZodType
}

/** Name of a permission: staff's clients of this family know the pages behind `<Service>API/<Method>`. */
export type PermissionName = `${string}API/${string}`

/**
 * One call of `/api/v1`. `title` is what staff read in the permission list. `permission` names the row that grants the
 * call; on a public or login call it widens what the call shows or lets do (`ctx.may`).
 */
export type Call = Described &
  ({ access: "permission"; permission: PermissionName } | { access: "public" | "login"; permission?: PermissionName })

export type Area = Record<CallKey, Call>

/** Declares the calls of one area; the literal types of keys, access and schemas are kept. */
export const area = <const A extends Area>(calls: A): A => calls
