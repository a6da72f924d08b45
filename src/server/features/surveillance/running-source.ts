import type { FeedState } from '#contract/hub.ts';
import { covers } from '#domain/surveillance/formats/coverage.ts';
import {
  createSourceDecoder,
  knowsRefusals,
  sharedPart,
} from '#domain/surveillance/formats/source-format.ts';
import type { RainPicture } from '#domain/surveillance/rain/rain-picture.ts';
import {
  type Noted,
  nothingRead,
  type Reading,
  type SourceDecoder,
} from '#domain/surveillance/track/reading.ts';
import type { Report } from '#domain/surveillance/track/report.ts';
import type { Refusal, Shed } from '#domain/surveillance/track/track.ts';
import type { Text } from '#domain/text/errors.ts';
import type { FeedEvents, Origin } from './feed.ts';
import type { IntakeQueue } from './intake.ts';
import type { RawTap } from './raw-recorder.ts';
import { type Received, received } from './received.ts';
import { createSourceTally, type SourceCounts } from './source-counts.ts';
import type { SourceSettings } from './source-settings.ts';

/** What a source sent last. */
export interface LastMessage {
  /** When it came in, UTC ms. */
  at: number;
  /** The beginning of it, and its length; without what may not be shown. */
  bytes: Uint8Array;
  octets: number;
  /** The first of them. */
  reports: Report[];
  errors: string[];
  /** What of it gave no report, and values that could not be used. */
  others: ReadonlyMap<string, Noted>;
  unusable: ReadonlyMap<string, Noted>;
}

/** A source that is switched on: what comes of it, and what is known of how it goes. */
export interface RunningSource {
  settings: SourceSettings;
  state(): FeedState;
  /** What became of all that it sent. */
  counts(): SourceCounts;
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
  /** A recording could not be read at all. */
  unreadable(): void;
  /** What became of the messages of a recording. */
  recorded(counts: SourceCounts): void;
  /** Counts what was not taken, with a key of the catalogues. */
  shed(reason: string, count?: number): void;
  /** Counts a report that moved no target; a copy of what is known already is no error. */
  unused(reason: Exclude<Refusal, Shed>): void;
  /** Counts a report whose velocity its positions contradict: the rest of it was used. */
  contradicted(report: Report): void;
  /** Works out the rates of the time since it was last asked. */
  measure(overMs: number): void;
}

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
  /** `unused` is called with the reason, a key of the catalogues, for each of them that moves no target. */
  take(reports: Report[], at: number, unused: (reason: string) => void): void;
  /** How many tracks were shed until now for want of memory: each is counted at its source already. */
  shedForMemory?(): number;
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
    ...(settings.transport === 'replay' ? { isRecording: true } : {}),
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

  const tally = createSourceTally();
  /** Is what came recorded only once it was read, without those who do not want to be seen? */
  const isFiltered = knowsRefusals(settings.type);

  /** `reason`: a key of the catalogues, or a text with its values. */
  function count(reason: string | Text, by = 1): void {
    state.errors += by;
    tally.reason(typeof reason === 'string' ? { key: reason } : reason, by);
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
    const others = tally.read(read);
    if (read.records > 0) {
      records += read.records;
      state.lastAt = receivedAt;
      elsewhere = false;
    }
    if (read.rain) deps.rain(read.rain);
    let reports = 0;
    let shed = 0;
    // Counted by the tracker where they are errors (`unused`); here for the answer alone.
    const unused: Record<string, number> = {};
    for (let from = 0; from < read.reports.length; from += togetherMost) {
      if (from > 0) yield;
      const wanted = read.reports.slice(from, from + togetherMost);
      const admitted = wanted.slice(0, deps.admit(wanted.length));
      if (admitted.length < wanted.length) {
        add(errors, 'track.shed.reports', wanted.length - admitted.length);
      }
      deps.heard(admitted, receivedAt);
      const accepted = accept(admitted, errors);
      const before = deps.shedForMemory?.() ?? 0;
      reports += accepted.length;
      take(accepted, receivedAt, (reason) => {
        add(unused, reason, 1);
        reports--;
      });
      shed += (deps.shedForMemory?.() ?? 0) - before;
    }
    countAll(errors);
    for (const [reason, by] of Object.entries(unused)) add(errors, reason, by);
    if (shed > 0) add(errors, 'track.shed.memory', shed);
    return { records: read.records, reports, errors, others, unusable: read.unusable ?? new Map() };
  }

  /** Why a message was not read, as the answer to who sent it. */
  function refused(reason: string): Received {
    count(reason);
    return received({ errors: { [reason]: 1 } });
  }

  return {
    settings,
    state() {
      const clients = deps.clients();
      const fault = lineFault ?? doubt ?? undefined;
      const errorReasons = tally.byReason();
      return {
        ...state,
        ...(errorReasons ? { errorReasons } : {}),
        ...(fault ? { fault } : {}),
        ...(clients === null ? {} : { clients }),
      };
    },
    counts: tally.counts,
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
          { sender, seenAt = null }: Origin,
        ): Generator<void, Received> {
          const reading = nothingRead();
          yield* reader.steps(bytes, receivedAt, reading, sender);
          if (seenAt !== null) reading.reports = reading.reports.map(seen(seenAt - receivedAt));
          if (!isStream || heard !== null || reading.records > 0) {
            const message = yield* sharedPart(settings.type, heard ?? bytes);
            if (!isStream && isFiltered && message.length > 0)
              deps.raw?.datagram(message, receivedAt, sender);
            last = {
              at: receivedAt,
              bytes: message.subarray(0, mostShownOctets),
              octets: message.length,
              reports: reading.reports.slice(0, mostShown),
              errors: reading.errors.slice(0, mostShown),
              others: reading.others ?? new Map(),
              unusable: reading.unusable ?? new Map(),
            };
            heard = null;
          }
          return yield* arrived(reader, reading, receivedAt);
        }

        return {
          async bytes(bytes, receivedAt, origin = {}) {
            octets += bytes.length;
            lineFault = null;
            try {
              if (!isStream && !isFiltered) deps.raw?.datagram(bytes, receivedAt, origin.sender);
              if (decoder === null) return received({});
              const work = read(decoder, bytes, receivedAt, origin);
              return (await deps.queue.add(bytes.length, work)) ?? refused('track.shed.queue');
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
        count(reason);
        lineFault = reason;
      },
      working() {
        lineFault = null;
      },
      refused(reason, example) {
        if (example !== undefined) tally.example(reason, example);
        count(reason);
      },
      answered(kind, example, receivedAt) {
        records += 1;
        state.lastAt = receivedAt;
        elsewhere = false;
        tally.answered(kind, example);
      },
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
    recorded(counts) {
      tally.recorded(counts);
      for (const { count: by } of counts.reasons) state.errors += by;
    },
    unused(reason) {
      if (reason === 'duplicate') state.copies = (state.copies ?? 0) + 1;
      else count(`track.refusal.${reason}`);
    },
    contradicted({ icao24, trackNumber, groundSpeedMps, trackDeg }) {
      const velocity = `${(groundSpeedMps ?? 0).toFixed(0)} m/s ${(trackDeg ?? 0).toFixed(0)}°`;
      tally.unusable('velocity', `${icao24 ?? trackNumber ?? ''} ${velocity}`);
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
    unreadable: () => count('track.recording.records'),
    measure(overMs) {
      const perSecond = (figure: number) => Math.round((figure * 10_000) / overMs) / 10;
      state.recordsPerSecond = perSecond(records);
      state.octetsPerSecond = perSecond(octets);
      records = 0;
      octets = 0;
    },
  };
}

/** Shifts the time of a report that has none of its own, which was set to the time of receipt. */
const seen =
  (byMs: number) =>
  (report: Report): Report =>
    report.timeResolutionS === null ? { ...report, at: report.at + byMs } : report;

function add(errors: Record<string, number>, reason: string, by: number): void {
  errors[reason] = (errors[reason] ?? 0) + by;
}
