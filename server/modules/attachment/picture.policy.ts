import type { PictureKind } from "../../../lib/domain/picture-rules"
import type { LoggedIn } from "../../context"

/**
 * May the person send a picture of this kind? An avatar is everybody's own; the others are rows `POST /api/v1/upload/<kind>`
 * of the permission list, and `article` also belongs to whose groups may publish articles (`reference/api.md` 5.2, 6.2).
 */
export const mayUploadPicture = async (ctx: LoggedIn, kind: PictureKind): Promise<boolean> => kind === "avatar" || ctx.user.root
