import type { FeedState } from '#contract/hub.ts';
import { covers } from '#domain/surveillance/formats/coverage.ts';
import { createSourceDecoder } from '#domain/surveillance/formats/source-format.ts';
import type { RainPicture } from '#domain/surveillance/rain/rain-picture.ts';
import { nothingRead, type Reading, type SourceDecoder } from '#domain/surveillance/track/reading.ts';
import type { Report } from '#domain/surveillance/track/report.ts';
import type { Refusal, Shed } from '#domain/surveillance/track/track.ts';
import type { Text } from '#domain/text/errors.ts';
import type { FeedEvents } from './feed.ts';
import type { IntakeQueue } from './intake.ts';
import type { RawTap } from './raw-recorder.ts';
import type { Received } from './received.ts';
import type { SourceSettings } from './source-settings.ts';

/** What a source sent last. */
export interface LastMessage {
  /** When it came in, UTC ms. */
  at: number;
  /** The beginning of it, and its length. */
  bytes: Uint8Array;
  octets: number;
  /** The first of them. */
  reports: Report[];
  errors: string[];
}

/** A source that is switched on: what comes of it, and what is known of how it goes. */
export interface RunningSource {
  settings: SourceSettings;
  state(): FeedState;
  last(): LastMessage | null;
  /** Of its transport, for the feed that it is given to. */
  events(isStream: boolean): FeedEvents;
  /** Why it does not work though its transport does; null: it does. */
  fault(fault: Text | null): void;
  /** Reports of it that a source of this place can have made, with its accuracy where they state none. */
  accept(reports: readonly Report[]): Report[];
  /** Another server heard reports of it, UTC ms: it is not silent, though nothing reaches this one. */
  heardElsewhere(reports: number, receivedAt: number): void;
  /** The last that is known of it was heard by another server. */
  isHeardElsewhere(): boolean;
  /** Pictures of a recording, at the time of our clock. */
  rain(pictures: readonly RainPicture[]): void;
  /** Records of a recording, of which `last` is the newest moment. */
  played(records: number, lastAt: number | null): void;
  errors(count: number): void;
  /** Counts what was not taken, with a key of the catalogues. */
  shed(reason: string, count?: number): void;
  /** Counts a report that moved no target; a copy of what is known already is no error. */
  unused(reason: Exclude<Refusal, Shed>): void;
  /** Works out the rates of the time since it was last asked. */
  measure(overMs: number): void;
}

/** Reasons that a transport or a format may invent are few; a source may not fill the memory with them. */
const mostReasons = 50;
const ownError = 'track.read.failed';
/** Of a message that is larger the beginning is shown. */
const mostShownOctets = 65_536;
const mostShown = 20;
/** Reports of a message that are handed on together: what becomes of them takes less than a millisecond. */
const togetherMost = 20;

export function createRunningSource(deps: {
  settings: SourceSettings;
  clients(): number | null;
  queue: IntakeQueue;
  /** How many of so many reports may be taken now. */
  admit(reports: number): number;
  take(reports: Report[], at: number): void;
  /** Told of every report of this source as it comes in, also of those that lie outside of its coverage. */
  heard(reports: readonly Report[], at: number): void;
  /** Takes the pictures of a weather radar that have ended. */
  rain(pictures: readonly RainPicture[]): void;
  log(errors: Record<string, number>): void;
  /** An error of ours, by which a message was not read to its end. */
  failed(error: unknown): void;
  /** Takes each message as it came; null: nothing is kept. */
  raw: RawTap | null;
}): RunningSource {
  const { settings, take } = deps;
  const state: FeedState = {
    sourceId: settings.id,
    name: settings.name,
    ...(settings.nameEn ? { nameEn: settings.nameEn } : {}),
    type: settings.type,
    lastAt: null,
    recordsPerSecond: 0,
    octetsPerSecond: 0,
    errors: 0,
    deadAfterS: settings.deadAfterS,
  };
  let last: LastMessage | null = null;
  let lineFault: Text | null = null;
  let doubt: Text | null = null;
  let records = 0;
  let octets = 0;
  let elsewhere = false;

  function count(reason: string, by = 1): void {
    state.errors += by;
    const reasons = state.errorReasons ?? {};
    if (!(reason in reasons) && Object.keys(reasons).length >= mostReasons) return;
    state.errorReasons = { ...reasons, [reason]: (reasons[reason] ?? 0) + by };
  }

  function countAll(errors: Record<string, number>): void {
    for (const [reason, by] of Object.entries(errors)) count(reason, by);
  }

  function accept(reports: readonly Report[], errors?: Record<string, number>): Report[] {
    const { coverage, accuracyM, sites } = settings;
    const accepted: Report[] = [];
    let outside = 0;
    for (const report of reports) {
      if (!covers(coverage, report, report.radar ?? sites.get(report.sourceKey ?? '') ?? null)) {
        outside++;
        continue;
      }
      const accuracy =
        report.accuracy ??
        (accuracyM === null ? null : { horizontalM: accuracyM, verticalM: null, nacp: null });
      accepted.push(accuracy === report.accuracy ? report : { ...report, accuracy });
    }
    if (outside > 0) {
      if (errors) add(errors, 'track.range.coverage', outside);
      else count('track.range.coverage', outside);
    }
    return accepted;
  }

  /** What comes of a message that was read, step by step. */
  function* arrived(decoder: SourceDecoder, read: Reading, receivedAt: number): Generator<void, Received> {
    const errors: Record<string, number> = {};
    for (const reason of read.errors) add(errors, reason, 1);
    if (read.errors.length > 0) deps.log({ ...errors });
    doubt = decoder.doubt();
    if (read.records > 0) {
      records += read.records;
      state.lastAt = receivedAt;
      elsewhere = false;
    }
    if (read.rain) deps.rain(read.rain);
    let reports = 0;
    for (let from = 0; from < read.reports.length; from += togetherMost) {
      if (from > 0) yield;
      const wanted = read.reports.slice(from, from + togetherMost);
      const admitted = wanted.slice(0, deps.admit(wanted.length));
      if (admitted.length < wanted.length) {
        add(errors, 'track.shed.reports', wanted.length - admitted.length);
      }
      deps.heard(admitted, receivedAt);
      const accepted = accept(admitted, errors);
      take(accepted, receivedAt);
      reports += accepted.length;
    }
    countAll(errors);
    return { records: read.records, reports, errors };
  }

  /** Why a message was not read, as the answer to who sent it. */
  function refused(reason: string): Received {
    count(reason);
    return { records: 0, reports: 0, errors: { [reason]: 1 } };
  }

  return {
    settings,
    state() {
      const clients = deps.clients();
      const fault = lineFault ?? doubt ?? undefined;
      return { ...state, ...(fault ? { fault } : {}), ...(clients === null ? {} : { clients }) };
    },
    last: () => last,
    events: (isStream) => ({
      line() {
        let heard: Uint8Array | null = null;
        let decoder = createSourceDecoder({
          ...settings,
          isStream,
          heard(message) {
            heard = message;
          },
        });
        function* read(
          reader: SourceDecoder,
          bytes: Uint8Array,
          receivedAt: number,
        ): Generator<void, Received> {
          const reading = nothingRead();
          yield* reader.steps(bytes, receivedAt, reading);
          if (!isStream || heard !== null || reading.records > 0) {
            const message = heard ?? bytes;
            last = {
              at: receivedAt,
              bytes: message.subarray(0, mostShownOctets),
              octets: message.length,
              reports: reading.reports.slice(0, mostShown),
              errors: reading.errors.slice(0, mostShown),
            };
            heard = null;
          }
          return yield* arrived(reader, reading, receivedAt);
        }

        return {
          async bytes(bytes, receivedAt) {
            octets += bytes.length;
            lineFault = null;
            try {
              if (!isStream) deps.raw?.datagram(bytes, receivedAt);
              if (decoder === null) return { records: 0, reports: 0, errors: {} };
              const received = await deps.queue.add(bytes.length, read(decoder, bytes, receivedAt));
              return received ?? refused('track.shed.queue');
            } catch (error) {
              deps.failed(error);
              return refused(ownError);
            }
          },
          end() {
            decoder = null;
          },
        };
      },
      failed(reason) {
        count(reason.key);
        lineFault = reason;
      },
      working() {
        lineFault = null;
      },
      refused: (reason) => count(reason),
      threw(error) {
        deps.failed(error);
        count(ownError);
      },
    }),
    fault(fault) {
      lineFault = fault;
    },
    accept: (reports) => accept(reports),
    shed: count,
    unused(reason) {
      if (reason === 'duplicate') state.copies = (state.copies ?? 0) + 1;
      else count(`track.refusal.${reason}`);
    },
    heardElsewhere(reports, receivedAt) {
      records += reports;
      state.lastAt = Math.max(state.lastAt ?? 0, receivedAt);
      elsewhere = true;
    },
    isHeardElsewhere: () => elsewhere,
    rain: deps.rain,
    played(count, at) {
      records += count;
      if (at !== null) state.lastAt = at;
    },
    errors(by) {
      if (by > 0) count('track.recording.records', by);
    },
    measure(overMs) {
      const perSecond = (figure: number) => Math.round((figure * 10_000) / overMs) / 10;
      state.recordsPerSecond = perSecond(records);
      state.octetsPerSecond = perSecond(octets);
      records = 0;
      octets = 0;
    },
  };
}

function add(errors: Record<string, number>, reason: string, by: number): void {
  errors[reason] = (errors[reason] ?? 0) + by;
}
