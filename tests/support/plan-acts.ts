import { textIn } from '#domain/text/locales/text-in.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { refusalOf } from './engine.ts';
import type { PlanWorld } from './plan-world.ts';

export interface Saved {
  id: number;
  version: number;
  state: number;
}
export interface Finding {
  level: string;
  code: string;
  field: string;
  message: string;
}

/** Filed on the 20th for the 21st, in Beijing. */
export const filing = '2026-11-20T10:00:00+08:00';

export const amsl = (value: number) => ({ value, unit: 'm', reference: 'AMSL' });

/** What a plan says of itself beside its tasks, so that nothing is missing. */
const whole = {
  mission: '管线巡查',
  contact: '何远',
  phone: '0838-5300001',
  weatherMinima: '目视',
  communications: '118.7',
};

/** Two companies that have nothing to do with one another, each with an aircraft and a pilot of its own. */
const crews = {
  yunyi: { registration: 'B-10QA', pilot: '高翔' },
  shuxiang: { registration: 'B-10SX', pilot: '方磊' },
};

/** A plan of one of two companies: an hour of the 21st at ten in Beijing, between 900 and 1,200 m. */
export function planOfCompany(
  { demo }: PlanWorld,
  who: keyof typeof crews,
  task: object = {},
  change: object = {},
) {
  const { registration, pilot } = crews[who];
  return {
    missionType: demo.missionTypes.get('PATROL') ?? 0,
    ...whole,
    tasks: [
      {
        callsign: registration.replace('-', ''),
        aircraft: demo.aircraft.get(registration) ?? 0,
        pilots: [demo.pilots.get(pilot) ?? 0],
        departure: demo.airports.get('ZUGH|') ?? 0,
        destination: demo.airports.get('ZUGH|') ?? 0,
        etd: '2026-11-21T02:00:00Z',
        eta: '2026-11-21T03:00:00Z',
        corridorWidthM: 1_000,
        lower: amsl(900),
        upper: amsl(1_200),
        ...task,
      },
    ],
    ...change,
  };
}

/** Out of the way of the next test: the aircraft and the air of every plan are free again. */
export async function clearPlans({ sql }: PlanWorld): Promise<void> {
  await sql.updateTable('plan').set({ state: 12 }).where('state', '<', 10).execute();
  await sql.updateTable('flowInstance').set({ state: 'withdrawn' }).where('state', '=', 'running').execute();
}

/** What a refusal says, in Chinese, and how it is known. */
export async function say(work: Promise<unknown>) {
  const refusal = await refusalOf(work);
  return { code: refusal.code, key: refusal.text.key, text: textIn(refusal.text, 'zh-Hans') };
}

/** What people do to a plan, each by its call of specification §7. */
export function planActs(worldOf: () => PlanWorld) {
  /** Each plan takes another hour and another patch of air, so that tests do not meet. */
  let count = 0;
  function planOf(change: { task?: object } & Record<string, unknown> = {}) {
    const { task, ...rest } = change;
    count += 1;
    const lon = 104.0 + (count % 30) * 0.04;
    const lat = 31.3 + Math.floor(count / 30) * 0.05;
    const { demo } = worldOf();
    return {
      missionType: demo.missionTypes.get('PATROL') ?? 0,
      ...whole,
      tasks: [
        {
          callsign: 'B10QA',
          aircraft: demo.aircraft.get('B-10QA') ?? 0,
          pilots: [demo.pilots.get('高翔') ?? 0],
          departure: demo.airports.get('ZUGH|') ?? 0,
          destination: demo.airports.get('ZUGH|') ?? 0,
          etd: '2026-11-21T02:00:00Z',
          eta: '2026-11-21T03:30:00Z',
          geometry: {
            type: 'Polygon',
            coordinates: [
              [
                [lon, lat],
                [lon + 0.02, lat],
                [lon + 0.02, lat + 0.02],
                [lon, lat + 0.02],
                [lon, lat],
              ],
            ],
          },
          lower: amsl(600),
          upper: amsl(900),
          ...task,
        },
      ],
      ...rest,
    };
  }

  async function file(change = {}, caller = worldOf().operator): Promise<Saved> {
    worldOf().setClock(filing);
    const { items } = (await worldOf().call(caller, 'Navigation/SaveNAircrafts', {
      plans: [planOf(change)],
      submit: true,
    })) as { items: Saved[] };
    if (!items[0]) throw new Error('nothing was filed');
    return items[0];
  }
  const draft = async (change = {}, caller = worldOf().operator): Promise<Saved> =>
    (await worldOf().call(caller, 'Navigation/AddNAircraft', planOf(change))) as Saved;
  const decide = async (caller: Caller, id: number, decision: string, stepIndex = 0, more = {}) =>
    (await worldOf().call(caller, 'Navigation/DoFlyApprove', { id, decision, stepIndex, ...more })) as Saved;
  const act = async (caller: Caller, name: string, input: object) =>
    (await worldOf().call(caller, `Navigation/${name}`, input)) as Saved;
  async function approve(id: number): Promise<Saved> {
    await decide(worldOf().atmb, id, 'approve', 0);
    return decide(worldOf().atmb, id, 'approve', 1);
  }
  async function release(id: number, etd = '2026-11-21T02:10:00Z'): Promise<Saved> {
    worldOf().setClock('2026-11-21T01:30:00Z');
    await act(worldOf().operator, 'ApplyOpenDynamic', { id, state: 5, realEtd: etd });
    return decide(worldOf().atmb, id, 'allow');
  }

  return { planOf, file, draft, decide, act, approve, release };
}
