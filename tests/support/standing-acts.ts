import type { Caller } from '#server/kernel/caller.ts';
import { silentLog } from './database.ts';
import type { Saved } from './plan-acts.ts';
import type { PlanWorld } from './plan-world.ts';

/** What TomorrowNavigation/Page answers, as far as tests read it. */
interface DayPage {
  date: string;
  totalCount: number;
  items: {
    id: number;
    kind: string;
    state: number;
    standingPlan: number | null;
    startTime: string;
    withinTerm: boolean;
  }[];
  candidates: { standingPlan: number; made: number | null; blocked: string | null; callsigns: string[] }[];
}

/** What people and the clock do to standing plans and to the plans of a day made from them. */
export function standingActs(worldOf: () => PlanWorld) {
  /** Each plan takes another patch of air, so that tests do not meet. */
  let count = 0;
  /** A standing plan of ten in the morning, Beijing, from Monday 23 November 2026. */
  function standing(change: Record<string, unknown> = {}, task: object = {}) {
    const { demo } = worldOf();
    count += 1;
    return {
      kind: 'standing',
      missionType: demo.missionTypes.get('PATROL') ?? 0,
      mission: '管线巡查',
      validFrom: '2026-11-23',
      validTo: '2026-12-04',
      weekdays: [1, 3, 5],
      tasks: [
        {
          callsign: 'B10QA',
          aircraft: demo.aircraft.get('B-10QA') ?? 0,
          pilots: [demo.pilots.get('高翔') ?? 0],
          departure: demo.airports.get('ZUGH|') ?? 0,
          destination: demo.airports.get('ZUGH|') ?? 0,
          etd: '2026-11-23T02:00:00Z',
          eta: '2026-11-23T03:30:00Z',
          geometry: {
            type: 'LineString',
            coordinates: [
              [104.32 + (count % 10) * 0.05, 31.6],
              [104.34 + (count % 10) * 0.05, 31.62],
            ],
          },
          corridorWidthM: 500,
          upper: { value: 900, unit: 'm', reference: 'AMSL' },
          ...task,
        },
      ],
      ...change,
    };
  }

  const call = <T>(caller: Caller, path: string, input: object = {}) =>
    worldOf().call(caller, path, input) as Promise<T>;
  const draft = (change: Record<string, unknown> = {}, task = {}) => {
    worldOf().setClock('2026-11-20T02:00:00Z');
    return call<Saved>(worldOf().operator, 'Navigation/AddNAircraft', standing(change, task));
  };
  async function approved(change: Record<string, unknown> = {}, task = {}): Promise<number> {
    const { operator, atmb } = worldOf();
    const { id } = await draft(change, task);
    await call(operator, 'Navigation/SaveNAircrafts', { ids: [id], submit: true });
    await call(atmb, 'Navigation/DoFlyApprove', { id, decision: 'approve', stepIndex: 0 });
    await call(atmb, 'Navigation/DoFlyApprove', { id, decision: 'approve', stepIndex: 1 });
    return id;
  }
  const page = (date: string, caller = worldOf().operator) =>
    call<DayPage>(caller, 'TomorrowNavigation/Page', { date });
  const clockOf = () => {
    const { navigation, feed } = worldOf();
    return navigation.planClock({ changes: feed, log: silentLog });
  };

  return { standing, call, draft, approved, page, clockOf };
}
