import { readNotams } from '#domain/notam/read.ts';
import { timeText } from '#domain/notam/times.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { createNotamStore } from '#server/features/notam/notam-store.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Made-up NOTAMs around the demo's aerodromes, one of each kind: times in hours from the beginning of today, UTC. */
interface DemoNotam {
  type?: string;
  q: string;
  a: string;
  from: number;
  /** Null: permanent. */
  to: number | null;
  est?: boolean;
  d?: string;
  e: string;
  limits?: string;
}

const notams: DemoNotam[] = [
  {
    q: 'ZPKM/QRTCA/IV/BO/W/000/066/2950N10355E005',
    a: 'ZPKM',
    from: 0,
    to: 72,
    d: 'DAILY 0100-0900',
    e: 'TEMPORARY RESTRICTED AREA ACTIVE, BOUNDED BY LINES JOINING POINTS: N295200E1035000-N295200E1040000-N294700E1040000-N294700E1035000 BACK TO START.\n临时限制区启用，范围见英文坐标。',
    limits: 'F) SFC G) 2000M AMSL',
  },
  {
    q: 'ZPKM/QWULW/IV/BO/W/000/010/3042N10436E003',
    a: 'ZPKM',
    from: 1,
    to: 60,
    d: 'DAILY 0000-1000',
    e: 'UNMANNED AIRCRAFT WILL FLY WITHIN A RADIUS OF 3KM CENTERED ON N304200E1043600.\n以北纬30度42分、东经104度36分为中心半径3公里内有无人驾驶航空器活动。',
    limits: 'F) SFC G) 300M AGL',
  },
  {
    q: 'ZPKM/QWPLW/IV/M/W/000/098/3103N10424E005',
    a: 'ZPKM',
    from: 26,
    to: 34,
    e: 'PARACHUTE JUMPING WILL TAKE PLACE WI 5KM OF N310300E1042400.\n将在N310300E1042400周围5公里内跳伞。',
    limits: 'F) SFC G) 3000M AMSL',
  },
  {
    q: 'ZPKM/QOBCE/IV/M/AE/000/025/3035N10404E001',
    a: 'ZUUU',
    from: -48,
    to: 24 * 60,
    est: true,
    e: 'CRANE ERECTED AT N303500E1040400, HEIGHT 120M AGL, LIGHTED.\n在N303500E1040400架设塔吊，真高120米，有障碍灯。',
  },
  {
    q: 'ZPKM/QMRLC/IV/NBO/A/000/999/3034N10357E005',
    a: 'ZUUU',
    from: 15,
    to: 24 * 4 + 22,
    d: 'DAILY 1600-2200',
    e: 'RWY 02R/20L CLSD DUE TO MAINT.\n02R/20L跑道因维护关闭。',
  },
  {
    q: 'ZPKM/QLPAS/IV/BO/A/000/999/3056N10419E005',
    a: 'ZUGH',
    from: -24,
    to: 24 * 10,
    est: true,
    e: 'PAPI RWY 31 U/S.\n31号跑道精密进近航道指示器不工作。',
  },
  {
    q: 'ZPKM/QFUAU/IV/BO/A/000/999/3056N10419E005',
    a: 'ZUGH',
    from: 30,
    to: 54,
    e: 'FUEL AVGAS 100LL NOT AVBL.\n100LL航空汽油停供。',
  },
  {
    q: 'ZPKM/QNVAS/IV/BO/AE/000/999/3034N10357E025',
    a: 'ZUUU',
    from: -10,
    to: 20,
    e: 'VOR CTU 115.7MHZ U/S.\n成都全向信标115.7兆赫不工作。',
  },
  {
    q: 'ZPKM/QSTAH/IV/B/A/000/999/3056N10419E005',
    a: 'ZUGH',
    from: -72,
    to: null,
    e: 'TWR HOURS OF SERVICE 0000-1200.\n塔台服务时间为0000至1200（UTC）。',
  },
  {
    q: 'ZPKM/QWMLW/IV/BO/W/000/250/3310N10240E012',
    a: 'ZPKM',
    from: 3,
    to: 7,
    e: 'GUN FIRING WILL TAKE PLACE WITHIN AN AREA BOUNDED BY N330500E1023000-N331500E1023000-N331500E1025000-N330500E1025000.\n在上述范围内进行火炮射击。',
    limits: 'F) SFC G) FL250',
  },
];

/**
 * NOTAMs of the day, one of them replaced and one cancelled, with a checklist: made anew where the last have run out. Plain
 * text, read as any other.
 */
export async function seedDemoNotams(deps: { records: Records; sql: Sql; clock: () => Date }): Promise<void> {
  const { records, sql, clock } = deps;
  const today = Math.floor(clock().getTime() / dayMs) * dayMs;
  if (await isThere(sql, new Date(today + dayMs))) return;
  const store = createNotamStore({ records });
  const year = new Date(today).getUTCFullYear();
  // Numbers by the day of the year: each day of the demo has a dozen of its own.
  const day = Math.floor((today - Date.UTC(year, 0)) / dayMs);
  const number = (index: number) =>
    `L${String(day * 20 + index + 1).padStart(4, '0')}/${String(year).slice(2)}`;
  const time = (hours: number) => timeText(today + hours * hourMs);
  const texts = notams.map(
    ({ q, a, from, to, est, d, e, limits }, index) => `(${number(index)} NOTAMN
Q) ${q}
A) ${a} B) ${time(from)} C) ${to === null ? 'PERM' : `${time(to)}${est ? ' EST' : ''}`}
${d ? `D) ${d}\n` : ''}E) ${e}${limits ? `\n${limits}` : ''})`,
  );
  const next = notams.length;
  texts.push(
    `(${number(next)} NOTAMR ${number(5)}
Q) ZPKM/QLPAS/IV/BO/A/000/999/3056N10419E005
A) ZUGH B) ${time(0)} C) ${time(24 * 12)} EST
E) PAPI RWY 13 AND RWY 31 U/S.
13号、31号跑道精密进近航道指示器均不工作。)`,
    `(${number(next + 1)} NOTAMC ${number(7)}
Q) ZPKM/QNVAK/IV/BO/AE/000/999/3034N10357E025
A) ZUUU B) ${time(1)}
E) VOR CTU BACK TO NORMAL.
成都全向信标恢复正常。)`,
    `(${number(next + 2)} NOTAMN
Q) ZPKM/QKKKK/K/K/K/000/999/3034N10357E999
A) ZPKM B) ${time(0)} C) ${time(24 * 30)} EST
E) CHECKLIST YEAR=${year} ${notams.map((_, index) => number(index).slice(1, 5)).join(' ')})`,
  );
  const origin = { sourceId: null, receivedAt: clock().getTime(), isDemo: true };
  for (const text of texts) {
    for (const notam of readNotams(text, origin.receivedAt)) await store.store(notam, origin);
  }
}

/** Is there one that lasts beyond a moment and is not for long? */
async function isThere(sql: Sql, after: Date): Promise<boolean> {
  const row = await sql
    .selectFrom('notam')
    .select('id')
    .where('isDemo', '=', true)
    .where('qCode', '=', 'QRTCA')
    .where('validTo', '>', after.toISOString())
    .executeTakeFirst();
  return row !== undefined;
}
