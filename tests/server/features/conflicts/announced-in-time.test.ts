import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChangeMessage } from '#contract/hub.ts';
import { hasNats, natsUrl } from '#tests/support/nats.ts';
import { filePlan, idOf } from '#tests/support/people.ts';
import { amsl } from '#tests/support/plan-acts.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/**
 * A lower plan gives way and both operators are told within 5 s (operations.md 1.8), each at a server of
 * their own.
 */

let here: RunningTestServer;
let there: RunningTestServer;
beforeAll(async () => {
  const config = hasNats ? { natsUrl } : {};
  here = await startTestServer({ config });
  there = await startTestServer({ beside: here, config });
}, 120_000);
afterAll(async () => {
  await there?.close();
  await here?.close();
});

const announcedWithinMs = 5_000;
const dayMs = 86_400_000;
/** In the middle of a day of Beijing, when nobody of the demo flies. */
const etd = new Date(Math.ceil(Date.now() / dayMs + 1) * dayMs + 5 * 3_600_000);

async function submitted(
  at: RunningTestServer,
  user: string,
  of: { registration: string; pilot: string; mission: string; missionApproval?: string },
) {
  const plan = await filePlan(at, user, {
    registration: of.registration,
    task: {
      etd: etd.toISOString(),
      eta: new Date(etd.getTime() + 3_600_000).toISOString(),
      pilots: [await idOf(at, 'pilot', 'name', of.pilot)],
      geometry: {
        type: 'LineString',
        coordinates: [
          [104.61, 31.42],
          [104.64, 31.42],
        ],
      },
      corridorWidthM: 1_000,
      lower: amsl(900),
      upper: amsl(1_200),
    },
    plan: {
      missionType: await idOf(at, 'missionType', 'code', of.mission),
      contact: '何远',
      phone: '0838-5300001',
      weatherMinima: '目视',
      communications: '118.7',
      missionApproval: of.missionApproval ?? null,
    },
  });
  await at.service(user, 'Navigation/SaveNAircrafts', { ids: [plan.id], submit: true });
  return plan;
}

async function heardBy(at: RunningTestServer, user: string): Promise<ChangeMessage[]> {
  const heard: ChangeMessage[] = [];
  const connection = await at.hub(user, '/signalr-chat');
  connection.on('getChangeMessage', (message: ChangeMessage) => {
    if (message.type === 'plan.conflict') heard.push(message);
  });
  return heard;
}

const reminders = async (at: RunningTestServer, user: string) =>
  (await at.service(user, 'Reminder/GetList', {}, 'GET')) as { content: string; recordId: number | null }[];

test('both operators are told of a conflict that arises later, whichever server each is at', async () => {
  // Each at the server where the other does not file.
  const [first, second] = [await heardBy(there, 'operator'), await heardBy(here, 'operator2')];
  const lower = await submitted(here, 'operator', {
    registration: 'B-10QA',
    pilot: '高翔',
    mission: 'PATROL',
  });
  expect([...first, ...second]).toEqual([]);
  const higher = await submitted(there, 'operator2', {
    registration: 'B-10SX',
    pilot: '方磊',
    mission: 'RESCUE',
    missionApproval: 'X-1',
  });
  // What is stored is there at once, at either server, for who is away now.
  for (const at of [here, there]) {
    const [mine, theirs] = [await reminders(at, 'operator'), await reminders(at, 'operator2')];
    expect(mine.find(({ recordId }) => recordId === lower.id)?.content).toContain(higher.planNumber);
    expect(theirs.find(({ recordId }) => recordId === higher.id)?.content).toContain(lower.planNumber);
  }
  if (!hasNats) return;
  await eventually(
    () => first.some(({ id }) => id === lower.id),
    'the word to who gives way',
    announcedWithinMs,
  );
  await eventually(
    () => second.some(({ id }) => id === higher.id),
    'the word to who goes first',
    announcedWithinMs,
  );
  expect(first.map(({ id }) => id)).toEqual([lower.id]);
  expect(second.map(({ id }) => id)).toEqual([higher.id]);
});
