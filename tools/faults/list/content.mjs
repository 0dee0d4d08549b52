import { declare } from "../fault.mjs"

/** Documents, downloads, comments, ratings, uploads. */
export const contentFaults = declare([
  {
    name: "hidden-document-visible",
    rule: "A document in review is shown to its owner and staff only.",
    file: "server/modules/library/document/document.policy.ts",
    find: "!isHidden(row.status) || owns(ctx, row) ||",
    replace: "!isHidden(-1) || owns(ctx, row) ||",
    tests: ["tests/**/document.test.ts"],
  },
  {
    name: "preview-ignored",
    rule: "Pages beyond the preview are neither shown nor searched.",
    file: "server/modules/library/document/document.policy.ts",
    find: "row.preview > 0 ? Math.min(row.preview, row.pages) : row.pages",
    replace: "row.pages",
    tests: ["inside.test.ts"],
  },
  {
    name: "daily-downloads-off-by-one",
    rule: "An account downloads only so many times a day.",
    file: "server/modules/library/document/download.usecases.ts",
    find: "byPerson >= settings.times_every_day",
    replace: "byPerson > settings.times_every_day",
    tests: ["tests/**/document.test.ts"],
  },
  {
    name: "downloads-unlocked",
    rule: "Parallel downloads of one account do not exceed the limit of the day.",
    file: "server/modules/library/document/download.repository.ts",
    find: "sql`select pg_advisory_xact_lock(hashtextextended(${user_id ?",
    replace: "sql`select (hashtextextended(${user_id ?",
    tests: ["tests/**/document.test.ts"],
  },
  {
    name: "own-document-rated",
    rule: "Nobody rates a document of their own.",
    file: "server/modules/library/reading/score.usecases.ts",
    find: "if (content.user_id === user_id) throw",
    replace: "if (content.user_id === -1) throw",
    tests: ["score.test.ts"],
  },
  {
    name: "comment-interval-ignored",
    rule: "A user waits between two comments.",
    file: "server/modules/community/comment/comment.policy.ts",
    find: "if (left > 0) throw",
    replace: "if (left > 1e9) throw",
    tests: ["comment.test.ts"],
  },
  {
    name: "unfinished-uploads-off-by-one",
    rule: "A user has only so many unfinished uploads.",
    file: "server/modules/library/attachment/quota.usecases.ts",
    find: "ctx.now())).count >= most",
    replace: "ctx.now())).count > most",
    tests: ["quotas.test.ts"],
  },
  {
    name: "link-leaves-the-site-unseen",
    rule: "The HTML sanitiser drops links that only look like addresses of the site.",
    file: "server/ports/sanitizer/allowed-html.ts",
    find: "/^(https?:\\/\\/|mailto:|\\/(?![/\\\\])|#)/i",
    replace: "/^(https?:\\/\\/|mailto:|\\/|#)/i",
    tests: ["sanitizer.test.ts"],
  },
])
