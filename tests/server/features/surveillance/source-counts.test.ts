import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { pcapHead, pcapPacket } from '#domain/surveillance/asterix/pcap-write.ts';
import { noSites } from '#domain/surveillance/asterix/sensor-sites.ts';
import { writeRemoteId } from '#domain/surveillance/terminals/remote-id.ts';
import { unsaid } from '#domain/surveillance/track/report.ts';
import { createIntake } from '#server/features/surveillance/intake.ts';
import { readRecording } from '#server/features/surveillance/read-recording.ts';
import { recordingLimits } from '#server/features/surveillance/recordings.ts';
import { createRunningSource } from '#server/features/surveillance/running-source.ts';
import { createSourceTally, sumOfCounts } from '#server/features/surveillance/source-counts.ts';
import { sourceSettings } from '#server/features/surveillance/source-settings.ts';
import { fieldsIn, kindsIn } from '#server/features/surveillance/source-words.ts';

/** What the monitor counts of a source, and what of its messages is recorded and shown as it came. */

const atMs = Date.UTC(2026, 10, 27, 7, 30);
const octets = (text: string) => Uint8Array.from(Buffer.from(text));
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

function running(type: string, isStream: boolean) {
  const settings = sourceSettings({ id: 1, version: 1, name: 'a', type, transport: 'httpPush' });
  if (!settings) throw new Error('switched off');
  const recorded: { text: string; sender: string | undefined }[] = [];
  const source = createRunningSource({
    settings,
    clients: () => null,
    queue: createIntake().queue(),
    admit: (reports) => reports,
    take() {},
    heard() {},
    rain() {},
    log() {},
    failed: (error) => {
      throw error;
    },
    raw: {
      datagram: (bytes, _at, sender) => recorded.push({ text: textOf(bytes), sender }),
      close: async () => {},
    },
  });
  const events = source.events(isStream);
  return { source, events, line: events.line(), recorded };
}

const body = "/073000h3034.71N/10356.82E'090/060/A=002300";
const shown = `FLR2A5C01>OGFLR,qAS,X:${body} id062A5C01\n`;
const refused = `FLR2A5C02>OGFLR,qAS,X:${body} id862A5C02\n`;

test('messages without an address or from unknown senders count among the records, and hide no report', async () => {
  const { source, line } = running('avr', false);
  const positions = ['*8D780ABC58174062BD739FA0FBF5;', '*8D780ABC5817440BC0DFC992C379;'];
  const modeAc = ['*0200;', '*0200;', '*0200;'];
  await line.bytes(octets([...positions, ...modeAc, '*28000238000000;'].join('\n')), atMs);
  const { records, understood, others } = source.counts();
  expect({ records, understood }).toEqual({ records: 6, understood: 1 });
  expect(others.get('track.other.modeAc')?.count).toBe(3);
  expect(others.get('track.other.unknownReply')?.count).toBe(1);
  expect(others.has('track.other.unnamed')).toBe(false);
});

describe('a pilot who does not want to be shown', () => {
  test('is in no recording of what came, and in no last message', async () => {
    const { source, line, recorded } = running('flarm', false);
    await line.bytes(octets(`${refused}${shown}`), atMs, { sender: '127.0.0.1 5000' });
    expect(recorded).toEqual([{ text: shown, sender: '127.0.0.1 5000' }]);
    expect(textOf(source.last()?.bytes ?? new Uint8Array())).toBe(shown);
    await line.bytes(octets(refused), atMs);
    expect(recorded).toHaveLength(1);
    expect(source.last()).toMatchObject({ octets: 0, reports: [] });
    expect(source.counts()).toMatchObject({ records: 3, understood: 1 });
    expect([...source.counts().others]).toEqual([['track.other.noTracking', { count: 2, example: '' }]]);
  });

  test('is in no last message of a stream that was cut within the line', async () => {
    const { source, line } = running('flarm', true);
    const all = octets(`${shown}${refused}${shown}`);
    const seen = new Set<string>();
    for (let at = 0; at < all.length; at += 33) {
      await line.bytes(all.subarray(at, at + 33), atMs);
      seen.add(textOf(source.last()?.bytes ?? new Uint8Array()));
    }
    expect([...seen].join('')).not.toContain('2A5C02');
    expect(seen).toContain(shown);
    expect(source.counts()).toMatchObject({ records: 3, understood: 2 });
  });
});

describe('what a source sends', () => {
  test('is counted by what became of it, never as a good record', async () => {
    const { source, line } = running('flarm', false);
    const received = await line.bytes(octets(`# hello\n${shown}nonsense\n# again\n`), atMs);
    expect(received).toMatchObject({ records: 3, reports: 1, errors: { 'track.read.syntax': 1 } });
    expect([...received.others]).toEqual([['track.other.server', { count: 2, example: '# hello' }]]);
    expect(source.counts()).toMatchObject({
      records: 3,
      understood: 1,
      reasons: [{ text: { key: 'track.read.syntax' }, count: 1 }],
    });
    expect(source.state().errorReasons).toEqual({ 'track.read.syntax': 1 });
  });

  test('that registers where nobody answers is a fault in words, not a good record', async () => {
    const { source, line } = running('jt808', false);
    const registration =
      '7E0100002C013900000017000100330064434C525759544553542D424F580000000000000000000000003030303030313700423130544553540A7E';
    const heartbeat = '7E0002000001390000001700022F7E';
    await line.bytes(Buffer.from(registration, 'hex'), atMs);
    await line.bytes(Buffer.from(heartbeat, 'hex'), atMs);
    expect(source.counts()).toMatchObject({ records: 2, understood: 0 });
    expect(source.state().fault).toEqual({
      key: 'track.terminal.unanswered',
      values: { terminal: '13900000017' },
    });
    expect(kindsIn(source.counts().others, 'en')).toEqual([
      {
        name: "A terminal registers and is not answered: this transport can't answer",
        count: 1,
        example: '0x0100 13900000017',
      },
      { name: 'Heartbeat of a terminal', count: 1, example: '0x0002 13900000017' },
    ]);
    expect(kindsIn(source.counts().others, 'zh-Hans')[1]?.name).toBe('终端心跳');
  });

  test('and its connection says why in full, with the last values', () => {
    const { source, events } = running('flarm', true);
    events.failed({ key: 'track.line.full', values: { most: 2 } });
    events.failed({ key: 'track.line.full', values: { most: 3 } });
    expect(source.counts().reasons).toEqual([
      { text: { key: 'track.line.full', values: { most: 3 } }, count: 2 },
    ]);
  });

  test('a message without a report of which its format says no more is counted too', () => {
    const tally = createSourceTally();
    const report = {} as never;
    const { others } = tally.counts();
    // One of three was refused with its reason.
    tally.read({ records: 3, reports: [report], errors: ['track.range.position'] });
    expect([tally.counts().understood, [...others]]).toEqual([
      1,
      [['track.other.unnamed', { count: 1, example: '' }]],
    ]);
    // One message of several reports is one message.
    tally.read({
      records: 2,
      reports: [report, report, report],
      errors: [],
      others: new Map([['a', { count: 1, example: 'b' }]]),
    });
    expect(tally.counts()).toMatchObject({ records: 5, understood: 2 });
    expect(others.get('a')).toEqual({ count: 1, example: 'b' });
  });

  test('fills no memory, however many kinds and reasons it invents', () => {
    const tally = createSourceTally();
    for (let i = 0; i < 1_000; i++) {
      tally.answered(`kind ${i}`, 'x');
      tally.reason({ key: `reason ${i}` }, 1);
    }
    expect(tally.counts()).toMatchObject({ records: 1_000, understood: 0 });
    expect([tally.counts().others.size, tally.counts().reasons.length]).toEqual([50, 50]);
  });
});

test('fields are said in words, one that a source names itself as it names it', () => {
  const noted = new Map([
    ['trackDeg', { count: 1, example: '360.5' }],
    ['pressureAltitudeM', { count: 5, example: 'ground' }],
    ['toString', { count: 1, example: '' }],
  ]);
  expect(fieldsIn(noted, 'en').map(({ name }) => name)).toEqual([
    'Pressure altitude (STD)',
    'True track',
    'toString',
  ]);
  expect(fieldsIn(noted, 'zh-Hans')[0]).toEqual({ name: '气压高度（STD）', count: 5, example: 'ground' });
});

test('a capture is counted as it is read, and its senders are told apart', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'counts-'));
  try {
    const place = { latitudeDeg: 30.6, longitudeDeg: 104.1, secondOfHour: 1_800 };
    const drones = ['1581F4CLEARWAY000001', '1581F4CLEARWAY000002'].map((id) => writeRemoteId(id, place));
    // Who first, of both; then where.
    const packets = [3, 28].flatMap((from) =>
      drones.map((pack, index) =>
        pcapPacket(atMs, pack?.slice(from, from + 25) ?? new Uint8Array(), 8_600, {
          address: '127.0.0.1',
          port: 5_000 + index,
        }),
      ),
    );
    const whole = packets.map((packet) => packet ?? new Uint8Array());
    const other = pcapPacket(atMs, Uint8Array.of(1, 2), 8_600) ?? new Uint8Array();
    // The last packet is cut off.
    const file = Buffer.concat([pcapHead(), ...whole, other, other.subarray(0, 30)]);
    await writeFile(path.join(folder, 'drones.pcap'), file);
    const { frames, counts } = await readRecording('drones.pcap', {
      folder,
      limits: recordingLimits,
      now: atMs,
      signal: new AbortController().signal,
      type: 'remoteId',
      editions: {},
      mapping: '',
      ...noSites,
    });
    expect(frames.flatMap(({ reports }) => reports.map(({ trackNumber }) => trackNumber))).toEqual([
      '1581F4CLEARWAY000001',
      '1581F4CLEARWAY000002',
    ]);
    expect([counts.records, counts.understood]).toEqual([4, 2]);
    const reasons = [
      { text: { key: 'track.read.truncated' }, count: 1 },
      { text: { key: 'asterix.pcap.truncated', values: { offset: expect.any(Number) } }, count: 1 },
    ];
    expect(counts.reasons).toEqual(reasons);
    expect(counts.others.get('track.other.identity')?.count).toBe(2);
    const { source } = running('remoteId', false);
    source.recorded(counts);
    expect(source.counts()).toMatchObject({ records: 4, understood: 2, reasons });
    expect(source.state().errors).toBe(2);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a message that cannot be read is shown with an example, on a connection and in datagrams', async () => {
  const wrong = octets('~not a message of a terminal~');
  const one = running('jt808', false);
  await one.line.bytes(wrong, atMs);
  expect(one.source.counts().reasons).toMatchObject([
    { text: { key: 'track.read.checksum' }, count: 1, example: expect.stringContaining('(27)') },
  ]);
  one.events.refused('track.read.length', 'first');
  one.events.refused('track.read.length', 'second');
  const counts = one.source.counts();
  expect(counts.reasons[1]).toEqual({ text: { key: 'track.read.length' }, count: 2, example: 'first' });
  expect(sumOfCounts([counts, counts]).reasons[1]).toMatchObject({ count: 4, example: 'first' });
  const tally = createSourceTally();
  tally.recorded(counts);
  expect(tally.counts().reasons).toEqual(counts.reasons);
});

test('a velocity that the positions contradict is counted with an example', () => {
  const { source } = running('sbs', false);
  const report = { ...unsaid, latitude: 30, longitude: 104, at: atMs, icao24: '780abc' };
  source.contradicted({ ...report, groundSpeedMps: 42.4, trackDeg: 0 });
  source.contradicted({ ...report, groundSpeedMps: 50, trackDeg: 0 });
  expect(fieldsIn(source.counts().unusable, 'en')).toEqual([
    { name: 'Speed and track that the positions contradict', count: 2, example: '780abc 42 m/s 0°' },
  ]);
});
