import { isObject } from '#domain/text/narrow.ts';
import { dataProvider } from '#web/client/data.ts';
import type { Values } from '#web/engine/record-validator.ts';

function tasksIn(values: Values): Values[] {
  return Array.isArray(values.tasks) ? values.tasks.filter(isObject) : [];
}

/**
 * Where an aircraft has just been picked and no callsign is typed: how to fill in the one that it usually flies under.
 * Null where there is nothing to fill, also when the record cannot be read: the field stays to be typed.
 */
export async function filledCallsigns(
  before: Values,
  next: Values,
): Promise<((values: Values) => Values) | null> {
  const old = tasksIn(before);
  const wanted = tasksIn(next).flatMap(({ aircraft, callsign }, index) =>
    typeof aircraft === 'number' && aircraft !== old[index]?.aircraft && !callsign
      ? [{ index, aircraft }]
      : [],
  );
  if (wanted.length === 0) return null;
  const names = new Map<number, string>();
  for (const { aircraft } of wanted) {
    try {
      const { data } = await dataProvider.getOne({ resource: 'aircraft', id: aircraft });
      const usual = data.callsign ?? String(data.registration ?? '').replace(/[^A-Z0-9]/g, '');
      if (typeof usual === 'string' && usual !== '') names.set(aircraft, usual);
    } catch {
      return null;
    }
  }
  return (values) => ({
    ...values,
    tasks: tasksIn(values).map((task) => {
      const usual = typeof task.aircraft === 'number' ? names.get(task.aircraft) : undefined;
      return usual && !task.callsign ? { ...task, callsign: usual } : task;
    }),
  });
}
