// node tests/setup/validate-openapi.mjs FILE: exits 0 if the file is a valid OpenAPI document; otherwise says why it is none.
// A program of its own: the validator resolves references in the object that it is given.
import SwaggerParser from "@apidevtools/swagger-parser"

await SwaggerParser.validate(process.argv[2] ?? "")
