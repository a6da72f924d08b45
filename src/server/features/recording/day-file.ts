import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { type Static, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { recordedAlert } from '#contract/recorded-alert.ts';
import { unpackPositions } from '#domain/surveillance/recording/positions.ts';
import { unstorableAt } from '#domain/text/clean.ts';
import { fieldError } from '#domain/text/errors.ts';

/**
 * A recorded day as one file: lines of JSON, gzipped. The head says which day; the tail, how many lines came before it, so that
 * a file that was cut off is known as such.
 */
export const dayFileFormat = 'clearway-day';
export const dayFileVersion = 1;

const text = Type.Union([Type.String({ maxLength: 64 }), Type.Null()]);
const moment = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' });
const id = Type.Integer({ minimum: 0 });

const head = Type.Object({
  kind: Type.Literal('head'),
  format: Type.Literal(dayFileFormat),
  version: Type.Literal(dayFileVersion),
  /** Of the service's zone there, `YYYY-MM-DD`. */
  day: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }),
  from: moment,
  to: moment,
});
const source = Type.Object({
  kind: Type.Literal('source'),
  id,
  name: Type.String({ maxLength: 200 }),
  /** Absent: a file of an older version. */
  createdAt: Type.Optional(moment),
});
const plan = Type.Object({ kind: Type.Literal('plan'), id, planNumber: text, createdAt: moment });
const feed = Type.Object({
  kind: Type.Literal('feed'),
  sourceId: id,
  at: moment,
  state: Type.Union([Type.Literal('live'), Type.Literal('lost')]),
});
const minute = Type.Object({
  kind: Type.Literal('minute'),
  at: moment,
  track: Type.String({ minLength: 1, maxLength: 200 }),
  icao24: text,
  /** Of what kind its identity is; absent: a file of an older version, not known. */
  addressType: Type.Optional(text),
  callsign: text,
  sourceId: id,
  planId: Type.Union([id, Type.Null()]),
  /** Packed as src/domain/surveillance/recording/positions.ts has it, in base64. */
  data: Type.String({ maxLength: 200_000 }),
});
const alert = Type.Object({ kind: Type.Literal('alert'), alert: recordedAlert });
const tail = Type.Object({ kind: Type.Literal('tail'), lines: id });

const line = Type.Union([head, source, plan, feed, minute, alert, tail]);
export type DayLine = Static<typeof line>;
export type DayHead = Static<typeof head>;
export type DayMinute = Static<typeof minute>;

const checked = TypeCompiler.Compile(line);

/** Characters of a line, and of all of them, at most: what is packed small must not unpack without end. */
const mostInLine = 300_000;
const mostInAll = 40 * 1024 ** 3;
const minuteMs = 60_000;

/**
 * Line by line, each judged. Throws an error at the field `file` that names the line at the first that is none, that does not
 * belong to the day, or where the tail is missing.
 */
export async function* readDayFile(path: string): AsyncGenerator<DayLine> {
  const input = createReadStream(path);
  const unzipped = input.pipe(createGunzip());
  input.on('error', (error) => unzipped.destroy(error));
  const lines = createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY });
  let number = 0;
  let characters = 0;
  let day: DayHead | null = null;
  let ended = false;
  try {
    for await (const written of lines) {
      number += 1;
      characters += written.length;
      if (written.length > mostInLine || characters > mostInAll) throw refusedAt(number, 'tooLong');
      const one = parsed(written, number);
      if (number === 1) {
        if (one.kind !== 'head') throw fieldError('file', 'track.day.notOurs');
        day = one;
      } else if (!day || one.kind === 'head' || ended) throw refusedAt(number, 'order');
      if (one.kind === 'minute') judgeMinute(one, day, number);
      if (one.kind === 'tail') {
        if (one.lines !== number - 1) throw fieldError('file', 'track.day.cutOff');
        ended = true;
      }
      yield one;
    }
  } catch (error) {
    // The bytes are no gzip, or end in the middle of it.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw number === 0 ? fieldError('file', 'track.day.notOurs') : fieldError('file', 'track.day.cutOff');
    throw error;
  } finally {
    input.destroy();
    unzipped.destroy();
  }
  if (!ended)
    throw number === 0 ? fieldError('file', 'track.day.notOurs') : fieldError('file', 'track.day.cutOff');
}

function parsed(written: string, number: number): DayLine {
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch {
    throw number === 1 ? fieldError('file', 'track.day.notOurs') : refusedAt(number, 'line');
  }
  if (!checked.Check(value) || unstorableAt(value)) {
    throw number === 1 ? fieldError('file', 'track.day.notOurs') : refusedAt(number, 'line');
  }
  return value;
}

function judgeMinute({ at, data }: DayMinute, day: DayHead | null, number: number): void {
  const began = Date.parse(at);
  if (!day || began < Date.parse(day.from) || began >= Date.parse(day.to) || began % minuteMs !== 0)
    throw refusedAt(number, 'day');
  const positions = positionsIn(data, number);
  const isWithin = positions.every(
    (one, index) =>
      one.at >= began &&
      one.at < began + minuteMs &&
      one.at >= (positions[index - 1]?.at ?? 0) &&
      Math.abs(one.latitude) <= 90 &&
      Math.abs(one.longitude) <= 180,
  );
  if (positions.length === 0 || !isWithin) throw refusedAt(number, 'positions');
}

function positionsIn(data: string, number: number) {
  try {
    return unpackPositions(Buffer.from(data, 'base64'));
  } catch {
    throw refusedAt(number, 'positions');
  }
}

const refusedAt = (number: number, why: 'tooLong' | 'order' | 'line' | 'day' | 'positions') =>
  fieldError('file', `track.day.${why}`, { line: number });
