/** Records that are picked: some by id, or all that the list's question meets but for a few. */
export type Selection =
  | { kind: 'ids'; ids: readonly number[] }
  | { kind: 'all'; count: number; except: readonly number[] };

export const nothing: Selection = { kind: 'ids', ids: [] };

export function isPicked(selection: Selection, id: number): boolean {
  return selection.kind === 'ids' ? selection.ids.includes(id) : !selection.except.includes(id);
}

export function countOf(selection: Selection): number {
  return selection.kind === 'ids' ? selection.ids.length : selection.count - selection.except.length;
}

/** The same after these rows were picked or dropped on the page that is shown. */
export function pick(selection: Selection, ids: readonly number[], picked: boolean): Selection {
  if (selection.kind === 'all') {
    const except = picked
      ? selection.except.filter((id) => !ids.includes(id))
      : [...new Set([...selection.except, ...ids])];
    return { ...selection, except };
  }
  if (!picked) return { kind: 'ids', ids: selection.ids.filter((id) => !ids.includes(id)) };
  return { kind: 'ids', ids: [...new Set([...selection.ids, ...ids])] };
}
