const RELATION = /<((?:[\w.-]+:)?Relationship)\b[^>]*(?:\/>|>\s*<\/\1>)/g
const OF_COMMENTS = /\sType\s*=\s*(["'])[^"']*\/(?:comments|threadedComment)\1/

/** Removes the relations of a sheet to its comments: LibreOffice prints comments where the page setup asks for them. */
export function withoutCommentsXml(relations: string): string {
  return relations.replace(RELATION, (relation) => (OF_COMMENTS.test(relation) ? "" : relation))
}
