import type { Validate } from 'virtual:validators';
import { afterEach, expect, test } from 'vitest';
import { validationMessages } from '#domain/record/validation.ts';
import { serviceSettings } from '#web/client/clock.ts';
import { standingValidate, standingVariant } from '#web/features/plans/standing/standing-form.ts';

/** The days and times of a standing plan as the server is asked about them. */

const before = serviceSettings.get();
afterEach(() => serviceSettings.set(before));

function sentOf(term: { validFrom: string; validTo: string }, departs: string, arrives: string): unknown {
  let sent: unknown;
  const judge: Validate = (value) => {
    sent = value;
    return true;
  };
  standingValidate(judge)({ ...term, tasks: [{ departs, arrives }] });
  return sent;
}

const times = (etd: string, eta: string) => expect.objectContaining({ tasks: [{ etd, eta }] });

test.each([
  // On 2026-03-29 Berlin has no 02:00 to 03:00, on 2026-10-25 it has them twice.
  ['2026-03-28', '0230', '0330', '2026-03-28T01:30:00.000Z', '2026-03-28T02:30:00.000Z'],
  ['2026-03-29', '0230', '0330', '2026-03-30T00:30:00.000Z', '2026-03-30T01:30:00.000Z'],
  ['2026-03-28', '2300', '0600', '2026-03-29T21:00:00.000Z', '2026-03-30T04:00:00.000Z'],
  ['2026-10-25', '0130', '0230', '2026-10-26T00:30:00.000Z', '2026-10-26T01:30:00.000Z'],
])('from %s, %s to %s is filed on a day that has both times once', (validFrom, from, to, etd, eta) => {
  serviceSettings.set({ ...before, timeZone: 'Europe/Berlin' });
  expect(sentOf({ validFrom, validTo: '2026-11-30' }, from, to)).toEqual(times(etd, eta));
});

test('a time that the only night of the term does not have is refused at its field', () => {
  serviceSettings.set({ ...before, timeZone: 'Europe/Berlin' });
  const validate = standingValidate(() => true);
  const night = { validFrom: '2026-03-29', validTo: '2026-03-29' };
  expect(validate({ ...night, tasks: [{ departs: '0230', arrives: '0430' }] })).toBe(false);
  expect(validationMessages(validate.errors ?? [], standingVariant.resource().schema, 'en')).toEqual([
    { field: 'tasks.0.departs', message: expect.stringContaining('the clock is put forward past this time') },
  ]);
  expect(validate({ ...night, tasks: [{ departs: '0100', arrives: '0430' }] })).toBe(true);
});
