import type { Altitude } from '#domain/geo/altitude.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import type { Coordinates, Geometry } from '#domain/geo/geojson.ts';
import { fieldsOfShape, geometryOfShape, type Shape } from '#domain/geo/shapes.ts';
import { refused } from '#domain/text/errors.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord, Transaction } from '#server/engine/records/stored-record.ts';
import { asService, type Caller, userIdOf } from '#server/kernel/caller.ts';
import type { PlanParameters } from './plan-parameters.ts';
import { getPlan, tasksOf } from './plan-store.ts';
import { footprintOf, loadPlaces } from './plan-volumes.ts';

/** From the ground: what a template needs, where a task says no lower limit. */
const ground: Altitude = { value: 0, unit: 'm', reference: 'AGL' };

/**
 * Keeps where a plan flies as airspace templates of the caller (specification §7, NAircraftToUserAirspace):
 * one for each extent that its tasks have, a route as a corridor, a point as a circle. Gives their ids.
 */
export async function templatesFromPlan(
  records: Records,
  caller: Caller,
  planId: number,
  name: string | null,
  parameters: PlanParameters,
): Promise<number[]> {
  return records.transaction(async (transaction) => {
    const plan = await getPlan(records, caller, planId, transaction.sql);
    const tasks = await tasksOf(records, transaction.sql, caller, planId);
    const places = await loadPlaces(transaction.sql, tasks);
    const made = new Map<string, Record<string, unknown>>();
    for (const task of tasks) {
      const footprint = footprintOf(task, places);
      if (!footprint) continue;
      const shape = shapeOf(
        footprint,
        task.corridorWidthM ?? parameters.corridorWidthM,
        parameters.pointRadiusM,
      );
      const geometry = geometryOfShape(shape);
      const fields = fieldsOfShape(shape);
      if (!geometry || !fields) continue;
      if (!task.upper) throw refused('plan.refused.noUpperLimit', { callsign: task.callsign });
      const extent = { ...fields, geometry, lower: task.lower ?? ground, upper: task.upper };
      made.set(JSON.stringify(extent), extent);
    }
    if (made.size === 0) throw refused('plan.refused.noExtent');
    const base = name ?? [plan.planNumber, plan.callsign].filter(Boolean).join(' ');
    const ids: number[] = [];
    for (const extent of made.values()) {
      const record = await keepTemplate(records, caller, transaction, {
        ...extent,
        name: (made.size > 1 ? `${base} ${ids.length + 1}` : base).slice(0, 64),
        kind: extent.shape === 'corridor' ? 'line' : 'temporary',
        company: caller.actor.companyId ?? plan.company,
      });
      ids.push(record.id);
    }
    return ids;
  });
}

/** Makes a template by the caller's rights, and then says whose it is: users are not theirs to read. */
export async function keepTemplate(
  records: Records,
  caller: Caller,
  transaction: Transaction,
  values: Record<string, unknown>,
): Promise<StoredRecord> {
  const made = await records.create(caller, 'airspaceTemplate', values, transaction);
  const owner = userIdOf(caller);
  return records.update(asService(caller), 'airspaceTemplate', made.id, made.version, { owner }, transaction);
}

function shapeOf(footprint: Geometry, widthM: number, radiusM: number): Shape {
  if (footprint.type === 'LineString') {
    return { kind: 'corridor', points: footprint.coordinates.map(position), widthM };
  }
  if (footprint.type === 'Point') {
    return { kind: 'pointRadius', centre: position(footprint.coordinates), radiusM };
  }
  return { kind: 'free', geometry: footprint };
}

function position([longitude, latitude]: Coordinates): Position {
  return { longitude, latitude };
}
