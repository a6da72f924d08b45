import { roomResource } from '#domain/record/files.ts';
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
  'rule',
  'room',
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
  rule: ['notificationRule'],
  room: [roomResource],
  meeting: ['meeting', 'meetingTask'],
  report: ['reportResult'],
} as const satisfies Record<Exclude<MessageKind, 'system'>, readonly string[]>;

const kindOfResource = Object.fromEntries(
  messageKinds.flatMap((kind) =>
    kind === 'system' ? [] : resourcesOf[kind].map((name) => [name, kind] as const),
  ),
);

/** Messages that are about a plan or an airspace because a report concerns it: the report decides their kind. */
const kindOfType: Readonly<Record<string, MessageKind>> = {
  'plan.notam': 'notice',
  'airspace.notam': 'notice',
  'plan.weather': 'weather',
  'airspace.weather': 'weather',
};

/** Of a message of this type about a record of this type; null: of none. */
export function messageKindOf(resource: string | null, messageType: string | null): MessageKind {
  const ofType = messageType === null ? undefined : own(kindOfType, messageType);
  return ofType ?? (resource === null ? undefined : own(kindOfResource, resource)) ?? 'system';
}

/** How messages of a kind are found: by type, or, of those whose type names no kind, by the record type. */
export interface KindFilter {
  types: readonly string[];
  /** Types that name another kind. */
  otherTypes: readonly string[];
  /** Is the record type one of `resources`, or none of them? */
  among: boolean;
  resources: readonly string[];
}

export function filterOfKind(kind: MessageKind): KindFilter {
  const types = Object.keys(kindOfType);
  return {
    types: types.filter((type) => kindOfType[type] === kind),
    otherTypes: types.filter((type) => kindOfType[type] !== kind),
    among: kind !== 'system',
    resources: kind === 'system' ? Object.keys(kindOfResource) : resourcesOf[kind],
  };
}
