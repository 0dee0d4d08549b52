import { ContentKind, ReviewStatus } from "@/lib/contract/library/content.enums"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { DecisionKind } from "@/lib/contract/people/appeal.enums"
import type { Key } from "@/lib/contract/types"
import type { Ctx, LoggedIn } from "@/server/context"
import { checkArticles } from "../../articles/article/review.usecases"
import { checkComments } from "../../community/comment/review.usecases"
import { lockAll } from "../../library/content/content.usecases"
import { checkDocuments } from "../../library/document/review.usecases"
import { cancelPunishments } from "../punishment/punishment.usecases"
import type { DecisionRow } from "./appeal.repository"

type Undoing = {
  /** the call whose permission undoing needs */
  call: Key
  /** how a refusal names the action */
  action: string
  undo: (ctx: LoggedIn, objectId: number) => Promise<unknown>
}

/** How a decision of each kind is undone: by the use case that staff use for it. */
const undoings: Record<number, Undoing> = {
  [DecisionKind.document]: {
    call: "PUT /document/check",
    action: "审核文档",
    undo: (ctx, id) => checkDocuments(ctx, { id: [id], status: DocumentStatus.converted }),
  },
  [DecisionKind.article]: {
    call: "PUT /article/check",
    action: "审核文章",
    undo: (ctx, id) => checkArticles(ctx, { article_id: [id], status: ReviewStatus.approved }),
  },
  [DecisionKind.comment]: {
    call: "POST /comment/check",
    action: "审核评论",
    undo: (ctx, id) => checkComments(ctx, { id: [id], status: ReviewStatus.approved }),
  },
  [DecisionKind.punishment]: {
    call: "PUT /punishment/cancel",
    action: "取消处罚",
    undo: (ctx, id) => cancelPunishments(ctx, { id: [id] }),
  },
}

export const undoingOf = ({ kind }: Pick<DecisionRow, "kind">): Undoing => undoings[kind]!

/** Locks the document or article of a decision, so that its author cannot change it between the check and the publication. */
export const lockObject = async (ctx: Ctx, { kind, object_id }: DecisionRow): Promise<void> => {
  const type = kind === DecisionKind.document ? ContentKind.document : kind === DecisionKind.article ? ContentKind.article : null
  if (type !== null) await lockAll(ctx, [{ type, document_id: object_id }])
}
