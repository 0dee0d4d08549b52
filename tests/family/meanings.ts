/* Where the answers to the recorded reads mean something else here than there, and why. */

/** The address of a field or of missing rows (`differences.ts`), at one call or, with "", at all. */
export type Difference = { call: string; at: string; why: string }
const of = (why: string, call: string, ...ats: string[]): Difference[] => ats.map((at) => ({ call, at, why }))

const failed = "a document whose conversion failed is shown to its owner and staff only"
const counted = "there every read counted as a view, here an address counts once an hour, and the count follows later"
const entered = "the person entered now, from another address"
const footer = "the footer's pages are not listed among the articles"
const personal = "when people last came and which groups they are in is told to staff and to themselves only"
const permissions = "permissions of calls that later parts bring"

/** `document[]` stands for "rows that are missing in the list". */
export const differences: Difference[] = [
  ...of(failed, "GET /document/list", "document[]", "total"),
  ...of(failed, "GET /document/related", "document[]"),
  ...of(failed, "GET /stats", "document_count"),
  ...of(failed, "GET /document/search", "document[]", "total"),
  ...of("the best come first, not the newest, and there are more than a page of them", "GET /article/search", "article[]"),
  ...of(
    "the searches are those of this run",
    "GET /searchrecord/list",
    ...["created_at", "updated_at", "total"].map((name) => `search_record[].${name}`),
  ),
  ...of(counted, "", "view_count", "document[].view_count", "updated_at", "document[].updated_at"),
  ...of(entered, "", "login_at", "last_login_ip", "user[].login_at", "user[].updated_at", "user[].last_login_ip"),
  ...of(footer, "GET /article/list", "article[]", "total"),
  ...of(footer, "GET /stats", "article_count"),
  ...of(footer, "GET /user", "article_count"),
  ...of(personal, "GET /user/list", "user[].created_at", "user[].realname", "user[].group_id[]"),
  ...of(permissions, "GET /user/permission", "permission[]"),
  ...of(permissions, "GET /permission/list", "permission[]", "total"),
  ...of("pages are drawn as vectors", "", "preview_ext", "document[].preview_ext"),
  ...of("the fixture has no text of the pages", "GET /document", "content"),
  ...of("the reason of a failure is a sentence for people", "GET /document/list", "document[].convert_error"),
  ...of("covers are addressed by the document, with their version", "GET /document/home", "document[].document[].cover"),
  ...of(
    "how a setting is shown is the program's own",
    "GET /config/list",
    ...["label", "sort", "col_num"].map((name) => `config[].${name}`),
  ),
  ...of("it is another program", "", "version", "system.version"),
  ...of("it is another program", "GET /release", "source", "current"),
  ...of(
    "it needs other programs",
    "GET /envs",
    ...["name", "description", "checked_at", "version", "error"].map((name) => `envs[].${name}`),
  ),
  ...of("the disk is named by what it holds, not by its device", "GET /device", "disk[].disk_name"),
  ...of("that server ignores `size` here", "GET /user/list", "user[]"),
  ...of("comments of what nobody may read any more are left out", "GET /comment/list", "comment[]", "total"),
  ...of("who placed an advertisement is nobody's business", "GET /advertisement/position", "advertisement[].user_id"),
  ...of("there are several kinds, and the answer says which", "GET /user/captcha", "type"),
  ...of("it is of another day", "GET /user/sign", "id", "sign_at", "ip", "created_at", "award"),
  ...of("the fixture holds whole sentences, not their parts", "GET /user/dynamic", "dynamic[].content"),
  ...of("each address is signed anew", "GET /document/download", "url"),
]

/** Values of the machine that answers, and measured times: equal or different by chance, so neither is expected. */
export const measured = [
  "GET /document/search spend",
  "GET /article/search spend",
  ...["cores", "model_name", "mhz", "percent"].map((name) => `GET /device cpu.${name}`),
  ...["total", "available", "used", "free", "percent"].map((name) => `GET /device memory.${name}`),
  ...["total", "used", "free", "percent"].map((name) => `GET /device disk[].${name}`),
]
