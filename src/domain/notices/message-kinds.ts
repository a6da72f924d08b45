import { own } from '#domain/text/own.ts';

/** What a message to a user is about. */
export const messageKinds = [
  'plan',
  'airspace',
  'certification',
  'receipt',
  'notice',
  'weather',
  'alert',
  'meeting',
  'report',
  'system',
] as const;
export type MessageKind = (typeof messageKinds)[number];

const resourcesOf = {
  plan: ['plan', 'detour'],
  airspace: ['airspace', 'airspaceTemplate', 'airspaceVersion', 'temporaryRoute', 'takeoffLandingPoint'],
  certification: ['aircraft', 'pilot', 'company', 'registration'],
  receipt: ['planMessage'],
  notice: ['notice', 'notam'],
  weather: ['weatherReport'],
  alert: ['encounter', 'flightOrder'],
  meeting: ['meeting', 'meetingTask'],
  report: ['reportResult'],
} as const satisfies Record<Exclude<MessageKind, 'system'>, readonly string[]>;

const kindOf = Object.fromEntries(
  messageKinds.flatMap((kind) =>
    kind === 'system' ? [] : resourcesOf[kind].map((name) => [name, kind] as const),
  ),
);

/** Of a message about a record of this type; null: about none. */
export function messageKindOf(resource: string | null): MessageKind {
  return (resource === null ? undefined : own(kindOf, resource)) ?? 'system';
}

/** The record types that messages of a kind are about; of `system`: all that the other kinds have, which it has not. */
export function resourcesOfKind(kind: MessageKind): { among: boolean; resources: readonly string[] } {
  return kind === 'system'
    ? { among: false, resources: Object.keys(kindOf) }
    : { among: true, resources: resourcesOf[kind] };
}
