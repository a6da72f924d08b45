import type { Reminder } from '#contract/notices.ts';
import { roomResource } from '#domain/record/files.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { opensScreen } from '#web/client/screens.ts';

/** Where what a message is about is shown; undefined: nowhere that the user opens. */
export function pathOfMessage({
  resource,
  recordId,
}: Pick<Reminder, 'resource' | 'recordId'>): string | undefined {
  if (resource === null || recordId === null) return undefined;
  if (resource === 'plan') return `/navigation/details?id=${recordId}`;
  if (resource === roomResource) return `/coordination/chat?room=${recordId}`;
  if (resource === 'reportResult') return `/statistics/reportResult/${recordId}`;
  const type = resourceNamed(resource);
  return type && opensScreen(type, 'show') ? `${type.path}/${recordId}` : undefined;
}
