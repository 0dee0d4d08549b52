import { z } from "zod"
import { area, perHour } from "../area"
import { flag, id, many, nothing, num, str, time } from "../schema"

/** One file of a document. */
export const DocumentVersion = z.object({ id: num, version: num, size: num, ext: str, name: str, created_at: time, current: flag })

/**
 * The converted pages of one version: `pages` images at `versionPagePath`, 0 if there are none. `width` and `height` of the first in
 * points; `version` of the conversion.
 */
export const VersionPages = z.object({ pages: num, width: num, height: num, version: num })

/** The files of a document: its history and its replacement. */
export const documentVersions = area({
  "GET /document/version": {
    title: "文档的历史版本",
    access: "login",
    input: z.object({ id }),
    output: z.object({ version: many(DocumentVersion) }),
  },
  /** of one version, for the document's owner and staff; their preview has no limit */
  "GET /document/version/pages": {
    title: "文档历史版本的页面",
    access: "login",
    input: z.object({ id, version_id: id }),
    output: VersionPages,
  },
  /** of the file of one version, for the document's owner and staff; uncounted and free */
  "GET /document/version/download": {
    title: "下载文档的历史版本",
    access: "login",
    scope: "download",
    input: z.object({ id, version_id: id }),
    output: z.object({ url: z.string() }),
  },
  /** makes the file of an earlier version the newest version */
  "PUT /document/version": {
    title: "换回文档的历史版本",
    access: "login",
    conflicts: true,
    limit: perHour(60, "person"),
    permission: "DocumentAPI/UpdateDocument",
    input: z.object({ id, version_id: id }),
    output: nothing,
  },
  "PUT /document/file": {
    title: "替换文档的文件",
    access: "login",
    conflicts: true,
    limit: perHour(60, "person"),
    permission: "DocumentAPI/UpdateDocument",
    input: z.object({ id, attachment_id: id }),
    output: nothing,
  },
})
