import type { Reminder } from '#contract/notices.ts';
import { storedGeometry } from '#domain/geo/geojson.ts';
import type { Row } from '#server/db/sql.ts';

/** The target that a message is about, where it was then. */
export function targetOf({ target, place }: Pick<Row<'reminder'>, 'target' | 'place'>): Reminder['target'] {
  const point = storedGeometry(place);
  if (target === null || point?.type !== 'Point') return null;
  const [longitude, latitude] = point.coordinates;
  return { id: target, latitude, longitude };
}
