import { labelled } from "../labelled"

/** The first word of a permission: GRPC for a call, an HTTP method for an upload (docs/reference/api.md 5.1). */
export const RequestMethod = /* @__PURE__ */ labelled({
  GET: ["GET", "GET"],
  POST: ["POST", "POST"],
  PUT: ["PUT", "PUT"],
  DELETE: ["DELETE", "DELETE"],
  GRPC: ["GRPC", "GRPC"],
})
