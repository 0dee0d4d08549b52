import { z } from "zod"
import type { PermissionName } from "./area"
import type { EntityNames } from "./entities"
import { id, int, list, listing, many, nothing, num } from "./schema"

type Shape = z.ZodRawShape
type Names = Pick<EntityNames, "path" | "api" | "entity" | "label" | "list">

type Field<E extends z.ZodObject> = Extract<keyof E["shape"], string>
/** Does not compile while a field of the entity is in neither list or in both; the error names the field. */
type Declared<Misplaced> = [Misplaced] extends [never] ? unknown : { "must be either public or staffOnly": Misplaced }

/**
 * Declares the five calls of a plain entity: POST, PUT, DELETE, GET and GET list, each with its permission row (`<api>/Create<entity>` and
 * so on).
 * Every field of the entity is either `public` or `staffOnly`: GET and GET list return the latter blank to callers without the call's
 * permission (`crudRoutes`). `form` lists the writable fields, without defaults: POST takes it as it is, PUT changes only the fields it
 * receives. `filters` are the list's own conditions.
 * A `public` list returns to everybody what the module lets them see; the permission widens it. `publicRow` does the same for a single row.
 * `unique`: a row may be refused because a similar one exists.
 */
export const crudCalls = <
  const N extends Names,
  E extends z.ZodObject,
  const P extends readonly Field<E>[],
  const S extends readonly Field<E>[],
  F extends Shape,
  Q extends Shape,
  const A extends "public" | "permission",
  const R extends true | undefined = undefined,
>(
  names: N & { public?: A extends "public" ? true : false; publicRow?: R; unique?: true },
  schemas: { entity: E; public: P; staffOnly: S; form: F; filters: Q } & Declared<
    Exclude<Field<E>, P[number] | S[number]> | Extract<P[number], S[number]>
  >,
) => {
  const { path, api, entity, label } = names
  const right = (word: string) => `${api as string}/${word}${entity}` as PermissionName
  const form = z.object(schemas.form)
  const calls = {
    [`POST ${path}`]: {
      title: `添加${label}`,
      access: "permission",
      permission: right("Create"),
      conflicts: names.unique,
      input: form,
      output: schemas.entity,
    },
    [`PUT ${path}`]: {
      title: `更新${label}`,
      access: "permission",
      permission: right("Update"),
      versioned: true,
      input: form.partial().extend({ id }),
      output: nothing,
    },
    [`DELETE ${path}`]: {
      title: `删除${label}`,
      access: "permission",
      permission: right("Delete"),
      input: z.object({ id: list(id) }),
      output: nothing,
    },
    [`GET ${path}`]: {
      title: `根据 ID 查询${label}`,
      access: names.publicRow ? "public" : "permission",
      shared: names.publicRow,
      permission: right("Get"),
      staffOnly: schemas.staffOnly,
      input: z.object({ id }),
      output: schemas.entity,
    },
    [`GET ${path}/list`]: {
      title: `查看${label}列表`,
      access: names.public ? "public" : "permission",
      shared: names.public,
      permission: right("List"),
      staffOnly: schemas.staffOnly,
      input: z.object({ ...listing, ...schemas.filters }),
      output: z.object({ total: num, [names.list]: many(schemas.entity) }),
    },
  }
  type Path = N["path"]
  type Granted<W extends string> = { title: string; access: "permission"; permission: `${N["api"]}/${W}${N["entity"]}` }
  return calls as unknown as { [K in `POST ${Path}`]: Granted<"Create"> & { input: z.ZodObject<F>; output: E } } & {
    [K in `PUT ${Path}`]: Granted<"Update"> & {
      input: z.ZodObject<{ [K in keyof F]: z.ZodOptional<F[K] extends z.ZodType ? F[K] : never> } & { id: typeof id }>
      output: typeof nothing
    }
  } & {
    [K in `DELETE ${Path}`]: Granted<"Delete"> & {
      input: z.ZodObject<{ id: ReturnType<typeof list<typeof id>> }>
      output: typeof nothing
    }
  } & {
    [K in `GET ${Path}`]: Omit<Granted<"Get">, "access"> & {
      access: R extends true ? "public" : "permission"
      staffOnly: S
      input: z.ZodObject<{ id: typeof id }>
      output: E
    }
  } & {
    [K in `GET ${Path}/list`]: Omit<Granted<"List">, "access"> & {
      access: A
      staffOnly: S
      input: z.ZodObject<typeof listing & Q>
      output: z.ZodObject<{ total: typeof num } & { [K in N["list"]]: ReturnType<typeof many<E>> }>
    }
  }
}

/**
 * Declares the call that moves a row of a tree (rows with `parent_id` and `sort`): under `parent_id` (0 = top), before the row `before`
 * there, or to the end (0).
 */
export const moveCall = <const N extends Names>({ path, api, entity, label }: N) =>
  ({
    [`PUT ${path}/move`]: {
      title: `移动${label}`,
      access: "permission",
      permission: `${api}/Update${entity}`,
      input: z.object({ id, parent_id: int, before: int.optional() }),
      output: nothing,
    },
  }) as unknown as {
    [K in `PUT ${N["path"]}/move`]: {
      title: string
      access: "permission"
      permission: `${N["api"]}/Update${N["entity"]}`
      input: z.ZodObject<{ id: typeof id; parent_id: typeof int; before: z.ZodOptional<typeof int> }>
      output: typeof nothing
    }
  }
