import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AirspaceWorld,
  agl,
  type SavedAirspace,
  startAirspaceWorld,
  type Who,
} from '#tests/support/airspace-world.ts';

interface Check {
  ok: boolean;
  findings: {
    level: string;
    code: string;
    message: string;
    with: { id: number; label: string } | null;
    shape: { geometry: { type: string }; lower: object; upper: object; from: string; to: string } | null;
  }[];
}

let air: AirspaceWorld;
beforeAll(async () => {
  air = await startAirspaceWorld();
}, 120_000);
afterAll(() => air.close());

/** The applications that are named as waiting for the same air. */
async function named(who: Who, id: number): Promise<number[]> {
  const { findings } = await air.done<Check>(who, 'CheckErrors', { id });
  return findings.flatMap(({ code, with: other }) =>
    code.startsWith('competing') && other ? [other.id] : [],
  );
}

describe('two applications for the same air', () => {
  const place = (longitude: number) => ({
    center: { type: 'Point', coordinates: [longitude, 31.4] },
    radiusM: 1500,
  });

  test('are shown to who decides on either, each with its shape, and the application is none the less sound', async () => {
    const first = await air.waiting(place(103.3));
    const second = await air.waiting(place(103.31), 'operator2');
    expect([await named('atmb', first), await named('atmb', second)]).toEqual([[second], [first]]);
    expect(await named('admin', first)).toEqual([second]);
    const { ok, findings } = await air.done<Check>('atmb', 'CheckErrors', { id: first });
    const other = (await air.get('atmb', second)).airspace;
    expect(ok).toBe(true);
    expect(findings.find(({ code }) => code === 'competing')).toMatchObject({
      level: 'warning',
      // Since when it waits, in a zone that is named.
      message: expect.stringMatching(new RegExp(`${other.name}.*20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d CST`)),
      with: { id: second, label: other.name },
      shape: {
        geometry: other.geometry,
        lower: agl(0),
        upper: agl(300),
        from: other.validFrom,
        to: (await air.get('atmb', first)).airspace.validTo,
      },
    });
  });

  test('are not told to the applicants of each other, who may not know of them', async () => {
    const first = await air.waiting(place(103.5));
    const second = await air.waiting(place(103.51), 'operator2');
    for (const [who, id] of [
      ['operator', first],
      ['operator2', second],
    ] as const) {
      const { findings } = await air.done<Check>(who, 'CheckErrors', { id });
      expect(findings.filter(({ with: other }) => other?.id === first || other?.id === second)).toEqual([]);
    }
    // Nor by drawing over it, and what the user knows of their own they are told.
    const drawn = await air.done<Check>('operator2', 'CheckErrors', air.draft(place(103.5)));
    expect(drawn.findings.map(({ with: other }) => other?.id)).not.toContain(first);
    const again = await air.waiting(place(103.505));
    expect(await named('operator', again)).toEqual([first]);
    // An agent of the one company alone knows of that company's.
    expect(await named('agent', first)).toEqual([again]);
  });

  test('meet in height and in time of use, or are not spoken of', async () => {
    const monday = [{ days: [1], startTime: '0900', endTime: '1200' }];
    const first = await air.waiting({ ...place(103.7), schedule: monday });
    const apart = [
      { ...place(103.7), lower: agl(300), upper: agl(600) },
      { ...place(103.7), validFrom: air.iso(110), validTo: air.iso(140) },
      { ...place(103.7), schedule: [{ days: [2], startTime: '0900', endTime: '1200' }] },
      place(103.8),
    ];
    for (const change of apart) await air.waiting(change, 'operator2');
    expect(await named('atmb', first)).toEqual([]);
    const met = await air.waiting({ ...place(103.7), schedule: monday }, 'operator2');
    expect(await named('atmb', first)).toEqual([met]);
  });

  test('are one again once the other is withdrawn, returned or approved', async () => {
    const first = await air.waiting(place(103.9));
    const second = await air.waiting(place(103.9), 'operator2');
    expect(await named('atmb', first)).toEqual([second]);
    await air.done('operator2', 'Withdraw', { id: second });
    expect(await named('atmb', first)).toEqual([]);
    await air.done('operator2', 'Submit', { id: second });
    expect(await named('atmb', first)).toEqual([second]);
    expect((await air.decide('atmb', second, 'return', '请错开')).code).toBe('done');
    expect(await named('atmb', first)).toEqual([]);
    const { version } = (await air.get('operator2', second)).airspace;
    await air.done<SavedAirspace>('operator2', 'Save', { id: second, version, remark: '已协调' });
    await air.done('operator2', 'Submit', { id: second });
    expect((await air.decide('atmb', second, 'approve')).code).toBe('done');
    // From now on it is somebody's airspace, and spoken of as one.
    const { findings } = await air.done<Check>('atmb', 'CheckErrors', { id: first });
    expect(findings.flatMap(({ code, with: other }) => (other?.id === second ? [code] : []))).toEqual([
      'consent',
    ]);
  });
});
