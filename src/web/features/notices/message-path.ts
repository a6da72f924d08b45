import type { Reminder } from '#contract/notices.ts';
import { roomResource } from '#domain/record/files.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { opensScreen } from '#web/client/screens.ts';
import { viewParameters } from '#web/map/view-address.ts';

/** A target with what is some kilometres around it. */
const targetZoom = 11;

/** Where what a message is about is shown; undefined: nowhere that the user opens. */
export function pathOfMessage({
  resource,
  recordId,
  target,
}: Pick<Reminder, 'resource' | 'recordId'> & Partial<Pick<Reminder, 'target'>>): string | undefined {
  if (target) {
    const view = viewParameters({ ...target, zoom: targetZoom });
    return `/situation/situationmap?${new URLSearchParams({ ...view, target: target.id })}`;
  }
  if (resource === null || recordId === null) return undefined;
  if (resource === 'plan') return `/navigation/details?id=${recordId}`;
  if (resource === roomResource) return `/coordination/chat?room=${recordId}`;
  if (resource === 'reportResult') return `/statistics/reportResult/${recordId}`;
  const type = resourceNamed(resource);
  return type && opensScreen(type, 'show') ? `${type.path}/${recordId}` : undefined;
}
