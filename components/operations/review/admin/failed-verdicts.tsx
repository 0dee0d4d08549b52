import type { FailedItem } from "./use-desk"

/** The rows of a batch that were not decided, each with the reason. */
export const FailedVerdicts = ({ failed, onClose }: { failed: readonly FailedItem[]; onClose: () => void }) =>
  failed.length > 0 ? (
    <div className="alert bad review-failed" role="alert">
      <b>{failed.length} 项没有审核成功</b>
      <ul>
        {failed.map(({ item, message }) => (
          <li key={`${item.kind}/${item.id}`}>
            “{item.title || "没有标题"}”：{message}
          </li>
        ))}
      </ul>
      <button type="button" className="bt sm" onClick={onClose}>
        知道了
      </button>
    </div>
  ) : null
