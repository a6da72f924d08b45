import { expect, test } from 'vitest';
import { targetName } from '#domain/surveillance/track/target-name.ts';

const nobody = { callsign: null, icao24: null };

test.each([
  [{ id: '780abc', callsign: 'B10SX ', icao24: '780abc' }, 'B10SX'],
  [{ id: '780abc', callsign: null, icao24: '780abc' }, '780ABC'],
  [{ id: '780abc#2', callsign: '', icao24: '780abc' }, '780ABC'],
  [{ ...nobody, id: 't:4::1581FDEMO000005' }, '1581FDEMO000005'],
  [{ ...nobody, id: 't:12:25/7:4011' }, '4011'],
  [{ ...nobody, id: 't:12::2:DD1234' }, '2:DD1234'],
  [{ ...nobody, id: 'c:N123' }, 'N123'],
  [{ ...nobody, id: 't:6::' }, 't:6::'],
])('%o is called %s', (target, name) => {
  expect(targetName(target)).toBe(name);
});
