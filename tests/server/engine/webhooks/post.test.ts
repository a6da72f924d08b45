import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nextTry } from '#server/engine/webhooks/back-off.ts';
import { createPost } from '#server/engine/webhooks/post.ts';
import { isPublic } from '#server/kernel/network-guard.ts';
import { startReceiver } from '#tests/support/receiver.ts';

describe('an address', () => {
  test.each(['8.8.8.8', '203.0.114.1', '2606:4700:4700::1111', '2001:4860:4860::8888', '2400::1', '3ffe::1'])(
    '%s is of the internet',
    (address) => expect(isPublic(address)).toBe(true),
  );

  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    // The registries of special-purpose addresses, of IPv4 and IPv6.
    '192.0.0.170',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.1',
    '192.175.48.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '240.0.0.1',
    '::7f00:1',
    '::a00:1',
    '::ffff:0:7f00:1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::1',
    '100::1',
    '100:0:0:1::1',
    '2001::1',
    '2001:1::1',
    '2001:2::1',
    '2001:3::1',
    '2001:4:112::1',
    '2001:10::1',
    '2001:20::1',
    '2001:30::1',
    '2001:db8::1',
    '2002:a00:1::1',
    '2620:4f:8000::1',
    '3fff::1',
    '3fff:fff::1',
    '4000::1',
    '5f00::1',
    'fec0::1',
    'feff::1',
    'ff02::1',
    'fe80::1%eth0',
    'not an address',
  ])('%s is not', (address) => expect(isPublic(address)).toBe(false));
});

describe('sending', () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver?.close());

  const guarded = createPost({ allowPrivate: false });
  const port = () => new URL(receiver.url).port;

  test.each([
    ['its address', () => receiver.url],
    ['a name that leads there', () => `http://localhost:${port()}/hook`],
    ['its number in another spelling', () => `http://2130706433:${port()}/hook`],
    ['its number in hexadecimal', () => `http://0x7f.1:${port()}/hook`],
    ['its address of IPv6', () => `http://[::ffff:127.0.0.1]:${port()}/hook`],
  ])('never reaches the own network by %s', async (_, url) => {
    const outcome = await guarded(url(), {}, '{}');
    expect(outcome).toMatchObject({ code: null, error: { key: 'webhooks.privateAddress' } });
    expect(receiver.received).toEqual([]);
  });

  test.each([
    ['ftp://example.org/', 'webhooks.badAddress'],
    ['file:///etc/passwd', 'webhooks.badAddress'],
    ['nothing', 'webhooks.badAddress'],
    ['http://no-such-host.invalid/', 'webhooks.unknownHost'],
  ])('to %s fails by name', async (url, key) => {
    expect(await guarded(url, {}, '{}')).toMatchObject({ code: null, error: { key } });
  });

  test('reaches it where that is allowed, and reads the status alone', async () => {
    const open = createPost({ allowPrivate: true });
    expect(await open(receiver.url, { 'x-one': '1' }, '{"a":1}')).toMatchObject({ code: 200, error: null });
    expect(receiver.received[0]).toMatchObject({ text: '{"a":1}', headers: { 'x-one': '1' } });
    receiver.answers.push(500);
    expect(await open(receiver.url, {}, '{}')).toMatchObject({
      code: 500,
      error: { key: 'webhooks.answered' },
    });
    expect(await open(`http://localhost:${port()}/`, {}, '{}')).toMatchObject({ code: 200 });
  });
});

test('patience grows from ten seconds to six hours, and ends after a day', () => {
  const first = new Date('2026-01-01T00:00:00Z');
  const waits: number[] = [];
  let now = first;
  for (let attempts = 1; ; attempts++) {
    const next = nextTry(attempts, first, now);
    if (!next) break;
    waits.push((next.getTime() - now.getTime()) / 1000);
    now = next;
  }
  expect(waits).toEqual([10, 40, 160, 640, 2560, 10_240, 21_600, 21_600, 21_600]);
  expect(now.getTime() - first.getTime()).toBeLessThanOrEqual(24 * 3_600_000);
});
