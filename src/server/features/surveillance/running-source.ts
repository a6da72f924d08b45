import type { FeedState } from '#contract/hub.ts';
import { covers } from '#domain/surveillance/formats/coverage.ts';
import { createSourceDecoder } from '#domain/surveillance/formats/source-format.ts';
import type { RainPicture } from '#domain/surveillance/rain/rain-picture.ts';
import type { Reading, SourceDecoder } from '#domain/surveillance/track/reading.ts';
import type { Report } from '#domain/surveillance/track/report.ts';
import type { Text } from '#domain/text/errors.ts';
import type { FeedEvents } from './feed.ts';
import type { RawTap } from './raw-recorder.ts';
import type { Received } from './received.ts';
import type { SourceSettings } from './source-settings.ts';

/** What a source sent last. */
export interface LastMessage {
  /** When it came in, UTC ms. */
  at: number;
  bytes: Uint8Array;
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
  /** Works out the rates of the time since it was last asked. */
  measure(overMs: number): void;
}

/** Reasons that a transport or a format may invent are few; a source may not fill the memory with them. */
const mostReasons = 50;

export function createRunningSource(deps: {
  settings: SourceSettings;
  clients(): number | null;
  take(reports: Report[], at: number): void;
  /** Told of every report of this source as it comes in, also of those that lie outside of its coverage. */
  heard(reports: readonly Report[], at: number): void;
  /** Takes the pictures of a weather radar that have ended. */
  rain(pictures: readonly RainPicture[]): void;
  log(errors: readonly string[]): void;
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

  function accept(reports: readonly Report[]): Report[] {
    const { coverage, accuracyM, sites } = settings;
    const accepted: Report[] = [];
    for (const report of reports) {
      if (!covers(coverage, report, report.radar ?? sites.get(report.sourceKey ?? '') ?? null)) {
        count('track.range.coverage');
        continue;
      }
      const accuracy =
        report.accuracy ??
        (accuracyM === null ? null : { horizontalM: accuracyM, verticalM: null, nacp: null });
      accepted.push(accuracy === report.accuracy ? report : { ...report, accuracy });
    }
    return accepted;
  }

  function arrived(decoder: SourceDecoder, read: Reading, receivedAt: number): Received {
    // Counting makes it anew: what it was stays as it is.
    const before = state.errorReasons ?? {};
    for (const reason of read.errors) count(reason);
    if (read.errors.length > 0) deps.log(read.errors);
    doubt = decoder.doubt();
    if (read.records > 0) {
      records += read.records;
      state.lastAt = receivedAt;
      elsewhere = false;
    }
    if (read.rain) deps.rain(read.rain);
    deps.heard(read.reports, receivedAt);
    const accepted = accept(read.reports);
    take(accepted, receivedAt);
    return { records: read.records, reports: accepted.length, errors: since(before, state.errorReasons) };
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
        return {
          bytes(bytes, receivedAt) {
            octets += bytes.length;
            lineFault = null;
            if (!isStream) deps.raw?.datagram(bytes, receivedAt);
            if (decoder === null) return { records: 0, reports: 0, errors: {} };
            const read = decoder.read(bytes, receivedAt);
            if (!isStream || heard !== null || read.records > 0) {
              const { reports, errors } = read;
              last = { at: receivedAt, bytes: heard ?? bytes, reports, errors };
              heard = null;
            }
            return arrived(decoder, read, receivedAt);
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
    }),
    fault(fault) {
      lineFault = fault;
    },
    accept,
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

/** How many of each reason were added. */
function since(before: Record<string, number>, after: Record<string, number> = {}): Record<string, number> {
  const added = Object.entries(after).map(([reason, count]) => [reason, count - (before[reason] ?? 0)]);
  return Object.fromEntries(added.filter(([, count]) => Number(count) > 0));
}
