// node tests/openapi/validate.mjs FILE: exits 0 if the file is a valid OpenAPI 3.1 document; otherwise prints why it is invalid.
// A separate program, because the validator resolves references in the object that it receives.
import { readFile } from "node:fs/promises"
import SwaggerParser from "@apidevtools/swagger-parser"
import { Ajv2020 } from "ajv/dist/2020.js"

/** @typedef {{ examples?: unknown[] }} Schema */

const file = process.argv[2] ?? ""
await SwaggerParser.validate(file)

// That checks the frame only. The schemas inside follow JSON Schema 2020-12, without unknown keywords, and their examples fit.
/** @type {{ components: { schemas: Record<string, Schema> } }} */
const document = JSON.parse((await readFile(file, "utf8")).replaceAll('"#/components/schemas/', '"components#/$defs/'))
const ajv = new Ajv2020({ strictTypes: false, validateFormats: false, allErrors: true })
ajv.addSchema({ $id: "components", $defs: document.components.schemas })

/** @type {string[]} */
const faults = []
/** @param {string} position @param {Schema} schema @param {unknown} [example] */
const check = (position, schema, example) => {
  try {
    const validate = ajv.compile(schema)
    for (const one of [...(schema.examples ?? []), ...(example === undefined ? [] : [example])])
      if (!validate(one)) faults.push(`${position}: the example: ${ajv.errorsText(validate.errors)}`)
  } catch (error) {
    faults.push(`${position}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Checks every schema below `value`, which stands at `position`. @param {unknown} value @param {string} position */
const walk = (value, position) => {
  if (typeof value !== "object" || value === null) return
  for (const [key, part] of Object.entries(value)) {
    if (key === "example" || key === "examples") continue
    const here = `${position}/${key}`
    if (key === "schema") check(here, part, "example" in value ? value.example : undefined)
    else if (here === "#/components/schemas") for (const [name, schema] of Object.entries(part)) check(`${here}/${name}`, schema)
    else walk(part, here)
  }
}
walk(document, "#")
if (faults.length > 0) throw new Error(`${faults.length} faults\n${faults.join("\n")}`)
