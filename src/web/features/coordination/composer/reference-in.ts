import type { MessageDraft } from '#web/features/coordination/unsent-messages.ts';

export type DraftReference = NonNullable<MessageDraft['references']>[number];

/** Addresses of pages whose record a message can carry as a card. */
const pages: readonly (readonly [path: RegExp, resource: DraftReference['resource']])[] = [
  [/^\/navigation\/(?:details|details\w*|edit_n|edit_T)$/, 'plan'],
  [/^\/situation\/(?:detailsAir|edit_a|edit_Air)$/, 'airspace'],
];

/** The record that a pasted address of this installation leads to; null: it is none, or leads elsewhere. */
export function referenceIn(text: string, origin: string): DraftReference | null {
  const address = text.trim();
  if (!URL.canParse(address)) return null;
  const { origin: own, pathname, searchParams } = new URL(address);
  const id = Number(searchParams.get('id'));
  const resource = pages.find(([path]) => path.test(pathname))?.[1];
  return own === origin && resource && Number.isSafeInteger(id) && id > 0 ? { resource, id } : null;
}
