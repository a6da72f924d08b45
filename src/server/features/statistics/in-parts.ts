/** Records of a file that are named together. */
const namedTogether = 500;

/** What a list is for its reader, found a part at a time: nobody holds a long one whole. */
export async function* inParts<T, V>(
  items: readonly T[],
  viewsOf: (part: readonly T[]) => Promise<V[]>,
): AsyncGenerator<V> {
  for (let at = 0; at < items.length; at += namedTogether)
    yield* await viewsOf(items.slice(at, at + namedTogether));
}
