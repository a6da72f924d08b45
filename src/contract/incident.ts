import { type Static, Type } from '@sinclair/typebox';
import { alertFigures } from './alerts.ts';
import { nullable } from './nullable.ts';
import { recordedAlert } from './recorded-alert.ts';

const text = nullable(Type.String());
/** UTC, ISO 8601. */
const at = Type.String();

/** What became of an alert, in its order. */
const step = Type.Object({
  at,
  /** `raised`, `announced`, `level`, `acknowledged`, `muted`, `cleared`, `classified.confirmed`, `classified.nuisance`, `classified.false`. */
  what: Type.String(),
  /** The level that it had then. */
  level: text,
  by: text,
  reason: text,
});

export const incident = Type.Object({
  /** The span that the report looks at. */
  from: at,
  to: at,
  /** The moment of the map's picture. */
  at,
  /** Null: the report is of a moment, not of an alert. */
  alert: nullable(
    Type.Object({ ...recordedAlert.properties, figures: alertFigures, life: Type.Array(step) }),
  ),
  /** Ids of the tracks that it is about; of a group the first of its members, the closest first. */
  tracks: Type.Array(Type.String()),
  /** Every alert of the span. */
  alerts: Type.Array(recordedAlert),
  /** Who was on a position of the watch in the span: to their screens each alert went. */
  watch: Type.Array(Type.Object({ position: Type.String(), name: Type.String(), since: at, until: text })),
  /** Stop and recall of the flights concerned. */
  orders: Type.Array(
    Type.Object({
      planNumber: Type.String(),
      callsign: text,
      kind: Type.String(),
      reason: Type.String(),
      orderedAt: at,
      orderedByName: text,
      acknowledgedAt: text,
      acknowledgedByName: text,
    }),
  ),
  /** Entries of the watch log in the span, the first first. */
  log: Type.Array(Type.Object({ id: Type.Integer(), at, text: Type.String(), byName: text })),
});
export type Incident = Static<typeof incident>;
