/** A sketched sheet in the colour of its format: the placeholder of a page. */
export const PaperSketch = ({ kind }: { kind: string }) => (
  <svg className={`pp sketch kind-${kind}`} viewBox="0 0 210 297" aria-hidden="true">
    <rect width="210" height="297" rx="2" fill="var(--paper)" />
    <path d="M28 46h92" stroke="var(--kind-ink)" strokeWidth="9" strokeLinecap="round" opacity=".55" />
    <path
      d="M28 82h154M28 102h154M28 122h118M28 158h154M28 178h154M28 198h140M28 218h154M28 238h76"
      stroke="var(--paper-ink)"
      strokeWidth="6"
      strokeLinecap="round"
    />
  </svg>
)
