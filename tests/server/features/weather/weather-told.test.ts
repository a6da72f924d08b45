import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChangeMessage, UserNotification } from '#contract/hub.ts';
import { hubPaths } from '#contract/hub.ts';
import type { OutputOf } from '#contract/services.ts';
import type { Row } from '#tests/support/people.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Who hears of a warning, a special report and an amended forecast, as reports come in: once each, within seconds. */

let server: RunningTestServer;
const notified: UserNotification[] = [];
const changes: ChangeMessage[] = [];
const seenByWatch: ChangeMessage[] = [];

const two = (value: number) => String(value).padStart(2, '0');
const group = (minutes: number) => {
  const at = new Date(Date.now() + minutes * 60_000);
  return `${two(at.getUTCDate())}${two(at.getUTCHours())}${two(at.getUTCMinutes())}`;
};
const dayHour = (minutes: number) => group(minutes).slice(0, 4);

beforeAll(async () => {
  server = await startTestServer();
  const abp = await server.hub('operator', hubPaths.abp);
  abp.on('getNotification', (one: UserNotification) => notified.push(one));
  await abp.invoke('Register');
  const chat = await server.hub('operator', hubPaths.chat);
  chat.on('getChangeMessage', (one: ChangeMessage) => changes.push(one));
  const watching = await server.hub('aiw', hubPaths.chat);
  watching.on('getChangeMessage', (one: ChangeMessage) => seenByWatch.push(one));
  const made = await server.call('admin', 'POST', '/api/records/watchPosition', {
    name: '席',
    kind: 'watch',
  });
  await server.service('aiw', 'Watch/SignOn', { position: (made.body as Row).id });
});
afterAll(() => server?.close());

async function submit(text: string): Promise<string[]> {
  const { items } = (await server.service('admin', 'Information/Submit', { text })) as {
    items: { state: string }[];
  };
  return items.map(({ state }) => state);
}
const remindersOf = async (user: string, part: string) =>
  (
    (await server.service(user, 'Reminder/GetList', {}, 'GET')) as { content: string; resource: string }[]
  ).filter(({ content }) => content.includes(part));

test('a SIGMET over flights is told to their people and to the watch, within five seconds and once', async () => {
  const sigmet = `ZUCK SIGMET 7 VALID ${group(-10)}/${group(230)} ZUUU- ZPKM KUNMING FIR SEV TURB FCST WI N3230 E10200 - N3230 E10600 - N2900 E10600 - N2900 E10200 - N3230 E10200 SFC/FL200 STNR NC=`;
  const since = performance.now();
  expect(await submit(sigmet)).toEqual(['stored']);
  await eventually(
    () => notified.some(({ notification }) => notification.data.message.includes('SIGMET 7')),
    'the notification',
  );
  expect(performance.now() - since).toBeLessThan(5_000);
  await eventually(() => changes.some(({ type }) => type === 'plan.weather'), 'the change message');
  const [message] = changes.filter(({ type }) => type === 'plan.weather');
  expect(message).toMatchObject({ resource: 'plan', title: '气象情报' });
  expect(message?.contentEn).toContain('severe turbulence');
  const reminded = await remindersOf('operator', 'SIGMET 7');
  expect(new Set(reminded.map(({ content }) => content)).size).toBe(reminded.length);
  expect(
    (await remindersOf('aiw', 'SIGMET 7')).filter(({ resource }) => resource === 'weatherReport'),
  ).toHaveLength(1);
  // The same report again is no news.
  const before = notified.length;
  expect(await submit(sigmet)).toEqual(['duplicate']);
  expect((await remindersOf('operator', 'SIGMET 7')).length).toBe(reminded.length);
  expect(notified.length).toBe(before);
});

test('a routine report is told to nobody, a special one and an amended forecast are', async () => {
  const special = '13012G20MPS 1500 +TSRA BKN010CB';
  expect(await submit(`METAR ZUUU ${group(-12)}Z 13003MPS 9999 SCT040 16/05 Q1018=`)).toEqual(['stored']);
  expect(await remindersOf('aiw', 'METAR ZUUU')).toEqual([]);
  expect(await submit(`SPECI ZUUU ${group(-3)}Z ${special} 15/12 Q1015=`)).toEqual(['stored']);
  await eventually(
    () => seenByWatch.some(({ type, content }) => type === 'plan.weather' && content.includes(special)),
    'the special report',
  );
  const [first, ...more] = await remindersOf('aiw', special);
  expect(first?.content).toMatch(/^ZUUU 特殊报：SPECI ZUUU/);
  expect(more).toEqual([]);
  const amended = `TAF AMD ZUUU ${group(-5)}Z ${dayHour(0)}/${dayHour(9 * 60)} 13004MPS 3000 BR BKN008=`;
  expect(await submit(amended)).toEqual(['stored']);
  await eventually(
    () => notified.some(({ notification }) => notification.data.message.includes('BR BKN008')),
    'the amended forecast',
  );
});

test('a correction that changes what matters is told, one of the temperature is not', async () => {
  const time = `${group(-8)}Z`;
  const metar = (cor: string, wind: string, rest: string) => `METAR ${cor}ZUUU ${time} ${wind} 9999 ${rest}=`;
  expect(await submit(metar('', '13003MPS', 'SCT030 16/05 Q1018'))).toEqual(['stored']);
  expect(await submit(metar('COR ', '13003MPS', 'SCT030 17/05 Q1018'))).toEqual(['stored']);
  expect(await remindersOf('aiw', 'SCT030 17/05')).toEqual([]);
  const taf = (cor: string, rest: string) =>
    `TAF ${cor}ZUUU ${group(-4)}Z ${dayHour(0)}/${dayHour(9 * 60)} 13005MPS ${rest}=`;
  expect(await submit(taf('', '9999 SCT035'))).toEqual(['stored']);
  expect(await submit(taf('COR ', '0800 FG OVC002'))).toEqual(['stored']);
  await eventually(
    () => notified.some(({ notification }) => notification.data.message.includes('FG OVC002')),
    'the corrected forecast',
  );
  const [reminded] = await remindersOf('aiw', 'FG OVC002');
  expect(reminded?.content).toMatch(/^ZUUU 更正报：TAF COR ZUUU/);
});

test('a warning far from everybody is told to the watch that has no area of its own, one that is over to nobody', async () => {
  // The areas of aiw are in Sichuan; the administrator watches everywhere.
  const made = await server.call('admin', 'POST', '/api/records/watchPosition', {
    name: '席二',
    kind: 'watch',
  });
  await server.service('admin', 'Watch/SignOn', { position: (made.body as Row).id });
  const area = 'WI N4800 E12500 - N4800 E12700 - N4700 E12700 - N4700 E12500 - N4800 E12500';
  expect(
    await submit(
      `ZYTX SIGMET 8 VALID ${group(-10)}/${group(200)} ZYTX- ZYSH SHENYANG FIR SEV ICE FCST ${area} FL100/200 STNR NC=`,
    ),
  ).toEqual(['stored']);
  expect(await remindersOf('operator', 'SIGMET 8')).toEqual([]);
  expect(await remindersOf('aiw', 'SIGMET 8')).toEqual([]);
  expect(await remindersOf('admin', 'SIGMET 8')).toHaveLength(1);
  const over = `ZUCK SIGMET 6 VALID ${group(-300)}/${group(-60)} ZUUU- ZPKM KUNMING FIR SEV TURB FCST WI N3230 E10200 - N3230 E10600 - N2900 E10600 - N2900 E10200 - N3230 E10200 SFC/FL200 STNR NC=`;
  await submit(over);
  expect(await remindersOf('aiw', 'SIGMET 6')).toEqual([]);
});

test('that a SIGMET is cancelled is told to those whom it concerned', async () => {
  const span = `${group(-9)}/${group(231)}`;
  const area = 'WI N3230 E10200 - N3230 E10600 - N2900 E10600 - N2900 E10200 - N3230 E10200';
  expect(
    await submit(
      `ZUCK SIGMET 11 VALID ${span} ZUUU- ZPKM KUNMING FIR SEV ICE FCST ${area} SFC/FL200 STNR NC=`,
    ),
  ).toEqual(['stored']);
  const cancelled = `ZUCK SIGMET 12 VALID ${group(-2)}/${group(231)} ZUUU- ZPKM KUNMING FIR CNL SIGMET 11 ${span}=`;
  expect(await submit(cancelled)).toEqual(['stored']);
  const told = await remindersOf('operator', 'CNL SIGMET 11');
  expect(told.length).toBeGreaterThan(0);
  expect(told[0]?.content).toContain('取消报');
  expect(await remindersOf('aiw', 'CNL SIGMET 11')).toHaveLength(1);
  await eventually(
    () => changes.some(({ contentEn }) => contentEn?.includes('CNL SIGMET 11') === true),
    'the change message',
  );
  // One that takes away what never came concerns the watch alone.
  const unknown = `ZUCK SIGMET 14 VALID ${group(-2)}/${group(231)} ZUUU- ZPKM KUNMING FIR CNL SIGMET 13 ${span}=`;
  expect(await submit(unknown)).toEqual(['stored']);
  expect(await remindersOf('operator', 'CNL SIGMET 13')).toEqual([]);
  expect(await remindersOf('aiw', 'CNL SIGMET 13')).toHaveLength(1);
});

test('a SIGMET without an area holds in its whole region: on the map, and for the flights in it', async () => {
  const sigmet = `ZUCK SIGMET 15 VALID ${group(-8)}/${group(232)} ZUUU- ZPKM KUNMING FIR SEV TURB FCST ENTIRE FIR SFC/FL300 STNR NC=`;
  expect(await submit(sigmet)).toEqual(['stored']);
  expect((await remindersOf('operator', 'SIGMET 15')).length).toBeGreaterThan(0);
  const warnings = async (box: string) => {
    const { body } = await server.call('operator', 'GET', `/api/services/app/Weather/GetWarnings?${box}`);
    return (body as { result: OutputOf<'Weather', 'GetWarnings'> }).result.items.filter(
      ({ decoded }) => decoded.sequence === '15',
    );
  };
  const [warning] = await warnings('');
  expect(warning).toMatchObject({ isWholeRegion: true, area: { type: 'Polygon' } });
  expect(await warnings('west=103&south=29&east=104&north=30')).toHaveLength(1);
  expect(await warnings('west=120&south=40&east=121&north=41')).toEqual([]);
});
