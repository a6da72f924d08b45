import { describe, expect, test } from 'vitest';
import { createAprsPeer, rangeFilter } from '#domain/surveillance/lines/aprs-login.ts';

const octets = (text: string) => Uint8Array.from(Buffer.from(text));
const peer = (filter = 'r/30.6/104.1/200') => createAprsPeer({ userName: 'CLW1', passCode: '-1', filter });

describe('the login at a server of APRS-IS', () => {
  test('says name, code, software and filter, and later that it is alive', () => {
    expect(Buffer.from(peer().greeting ?? []).toString()).toBe(
      'user CLW1 pass -1 vers Clearway 1.0 filter r/30.6/104.1/200\r\n',
    );
    expect(Buffer.from(peer('').greeting ?? []).toString()).toBe('user CLW1 pass -1 vers Clearway 1.0\r\n');
    // aprsc ends a connection that has been silent for five minutes and more.
    expect(peer().keepAlive?.everyMs).toBeLessThan(300_000);
    expect(Buffer.from(peer().keepAlive?.octets ?? []).toString()).toMatch(/^#.*\r\n$/);
  });

  test('is through once the server has answered, though the name is not verified', () => {
    const own = peer();
    const banner = octets('# aprsc 2.1.15-gc67551b\r\n');
    expect(own.hear(banner, 0)).toEqual({
      pass: [banner],
      replies: [],
      refused: [],
      fault: null,
      isReady: false,
    });
    // Cut in the middle of the line.
    expect(own.hear(octets('# logresp CLW1 unver'), 0).isReady).toBe(false);
    expect(own.hear(octets('ified, server GLIDERN1\r\n'), 0)).toMatchObject({ fault: null, isReady: true });
  });

  test.each([
    '# Port full',
    '# Server full',
    '# Login by user not allowed',
    '# Invalid username format',
    '# logresp CLW1 invalid callsign, server GLIDERN1',
  ])('says why it was refused: %s', (line) => {
    const { fault, isReady } = peer().hear(octets(`${line}\r\n`), 0);
    expect(fault).toEqual({ key: 'track.line.login', values: { reason: line.slice(2) } });
    expect(isReady).toBe(false);
  });

  test('takes the sign of life of a server for what it is', () => {
    const line = octets('# aprsc 2.1.15 23 Nov 2026 05:00:00 GMT GLIDERN1 192.0.2.1:14580\r\n');
    expect(peer().hear(line, 0).fault).toBeNull();
  });
});

test('without a filter of its own a source asks for what lies around its site', () => {
  expect(rangeFilter({ latitude: 30.58, longitude: -103.956789 }, 199.2)).toBe('r/30.5800/-103.9568/200');
  expect(rangeFilter(null, 200)).toBe('');
  expect(rangeFilter({ latitude: 1, longitude: 2 }, null)).toBe('');
});
