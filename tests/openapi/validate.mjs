// node tests/openapi/validate.mjs FILE: exits 0 if the file is a valid OpenAPI document; otherwise prints why it is invalid.
// A separate program, because the validator resolves references in the object that it receives.
import SwaggerParser from "@apidevtools/swagger-parser"

await SwaggerParser.validate(process.argv[2] ?? "")
