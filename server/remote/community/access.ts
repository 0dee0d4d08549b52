import { notOffered, offered, RemoteRefusal, type Dialect, type OfferedCall } from "../dialect"
import type { Fields } from "../messages"
import { rowBy } from "../whole-row"

/**
 * Creates a group. The remote server stores only name, colour, order and default on creation. A second call sets the permissions; it sends
 * what `written` leaves of the whole group.
 */
export const newGroup = (written: (group: Fields) => Fields): OfferedCall<"POST /group"> => ({
  ...offered,
  fromRemote: async (answer, { input, ask }) => {
    const whole = { ...answer, ...input }
    const reply = await ask("PUT /group", written(whole))
    if (reply.status !== 200) throw new RemoteRefusal(reply)
    return whole
  },
})

/** Groups, permissions, punishments. */
export const access = {
  "POST /group": newGroup(({ enable_article_crawl: _, document_visibility: __, ...group }) => group),
  "PUT /group": { ...offered, wholeRow: rowBy("GET /group") },
  "DELETE /group": offered,
  "GET /group": offered,
  "GET /group/list": offered,
  "GET /group/permission": offered,
  "PUT /group/permission": offered,
  "GET /permission/list": offered,
  "GET /permission": offered,
  "PUT /permission": { ...offered, wholeRow: rowBy("GET /permission") },
  "GET /user/permission": offered,
  "POST /punishment": offered,
  "PUT /punishment": { ...offered, wholeRow: rowBy("GET /punishment") },
  "GET /punishment": offered,
  // This filter takes on and off as numbers.
  "GET /punishment/list": { ...offered, toRemote: (input) => ({ ...input, enable: input.enable?.map(Number) }) },
  "PUT /punishment/cancel": offered,
  "POST /punishmenttemplate": notOffered,
  "PUT /punishmenttemplate": notOffered,
  "DELETE /punishmenttemplate": notOffered,
  "GET /punishmenttemplate": notOffered,
  "GET /punishmenttemplate/list": notOffered,
  "GET /appeal/decision/list": notOffered,
  "POST /appeal": notOffered,
  "POST /appeal/pass": notOffered,
  "GET /appeal/list": notOffered,
  "GET /appeal": notOffered,
  "PUT /appeal": notOffered,
} satisfies Partial<Dialect["calls"]>
