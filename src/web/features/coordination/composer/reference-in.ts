import type { MessageDraft } from '#web/features/coordination/unsent-messages.ts';

export type DraftReference = NonNullable<MessageDraft['references']>[number];

/** Addresses of pages whose record a message can carry as a card; its id is in the path or the query. */
const pages: readonly (readonly [path: RegExp, resource: DraftReference['resource']])[] = [
  [/^\/navigation\/(?:details|detailsT|edit_n|edit_T)(?:\/(\d+))?$/, 'plan'],
  [/^\/situation\/(?:detailsAir|edit_a|edit_Air)(?:\/(\d+))?$/, 'airspace'],
];

/** The record that a pasted address of this installation leads to; null: it is none, or leads elsewhere. */
export function referenceIn(text: string, origin: string): DraftReference | null {
  const address = text.trim();
  if (!URL.canParse(address)) return null;
  const { origin: own, pathname, searchParams } = new URL(address);
  if (own !== origin) return null;
  for (const [path, resource] of pages) {
    const [page, inPath] = path.exec(pathname) ?? [];
    const id = Number(inPath ?? searchParams.get('id'));
    if (page && Number.isSafeInteger(id) && id > 0) return { resource, id };
  }
  return null;
}
