import type { FeedState } from '#contract/hub.ts';
import type { HeardMessage, MessageRow, SourceState } from '#contract/surveillance-source.ts';
import { asterixRecords, hexOf, printableOf } from '#domain/surveillance/formats/message-view.ts';
import { reportRows, wordOf } from '#domain/surveillance/formats/report-rows.ts';
import { asterixCategory } from '#domain/surveillance/formats/source-format.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { nameIn } from '#domain/text/name-in.ts';
import type { Records } from '#server/engine/records/records.ts';
import { newPushToken } from '#server/engine/sources/push-receivers.ts';
import type { SourceSecrets } from '#server/engine/sources/source-secrets.ts';
import { FileAnswer, implement, type Service } from '#server/http/service.ts';
import type { RawRecorder } from './raw-recorder.ts';
import type { SourceCounts } from './source-counts.ts';
import { fieldsIn, kindsIn } from './source-words.ts';
import type { Surveillance } from './surveillance.ts';

/** Octets of a message that are shown, and records of it. */
const shownOctets = 1_024;
const shownRecords = 20;

/** How surveillance sources go, and their token and password, beside editing their records. */
export function createSurveillanceSourceService(deps: {
  records: Records;
  surveillance: Pick<Surveillance, 'feeds' | 'countsOf' | 'lastOf'>;
  secrets: SourceSecrets;
  raw: RawRecorder;
  clock: () => Date;
}): Service {
  const { records, surveillance, secrets, raw, clock } = deps;
  return implement('SurveillanceSource', {
    async GetStates(_input, { locale }) {
      const sources = surveillance.feeds();
      return {
        at: clock().getTime(),
        sources: sources.map((state) => stateIn(state, surveillance.countsOf(state.sourceId), locale)),
      };
    },
    async Listen({ id }, caller) {
      await records.get(caller, 'surveillanceSource', id);
      const last = surveillance.lastOf(id);
      if (!last) return null;
      const { settings, message } = last;
      const isAsterix = asterixCategory(settings.type) !== null;
      const decoded = isAsterix ? asterixRecords(message.bytes, settings.editions, caller.locale) : [];
      return {
        at: message.at,
        octets: message.octets,
        hex: hexOf(message.bytes, shownOctets),
        text: isAsterix ? null : printableOf(message.bytes, shownOctets),
        errors: message.errors.map((key) => textIn({ key }, caller.locale)),
        others: kindsIn(message.others, caller.locale),
        unusable: fieldsIn(message.unusable, caller.locale),
        reports: message.reports.map((report) => reportRows(report).map((row) => rowIn(row, caller.locale))),
        records: decoded.slice(0, shownRecords).map(({ category, edition, rows }) => ({
          title: `CAT${String(category).padStart(3, '0')}${edition ? ` ${edition}` : ''}`,
          rows: rows.map((row) => ({ ...row, value: valueIn(row.value, caller.locale) })),
        })),
      } satisfies HeardMessage;
    },
    async GetRaw({ id }, caller) {
      await records.get(caller, 'surveillanceSource', id);
      return { items: await raw.list(id) };
    },
    async ExportRaw({ id, name }, caller) {
      await records.get(caller, 'surveillanceSource', id);
      const stream = await raw.open(id, name);
      return new FileAnswer({
        name: `source-${id}-${name}`,
        mediaType: 'application/vnd.tcpdump.pcap',
        stream,
      });
    },
    async RenewToken({ id }, caller) {
      const { token, hash } = newPushToken();
      const values = { pushTokenHash: hash, pushTokenAt: clock().toISOString() };
      await records.transaction(async (transaction) => {
        const source = await records.get(caller, 'surveillanceSource', id, transaction.sql);
        await records.update(caller, 'surveillanceSource', id, source.version, values, transaction);
      });
      return { token };
    },
    async SetPassword({ id, password }, caller) {
      const values = {
        sealedPassword: password === null ? null : secrets.seal(password),
        hasPassword: password !== null,
      };
      await records.transaction(async (transaction) => {
        const source = await records.get(caller, 'surveillanceSource', id, transaction.sql);
        await records.update(caller, 'surveillanceSource', id, source.version, values, transaction);
      });
      return null;
    },
  });
}

function stateIn(state: FeedState, counts: SourceCounts | null, locale: Locale): SourceState {
  const { clients = null, fault = null, octetsPerSecond = 0, copies = 0, ...rest } = state;
  const { type: _, nameEn: __, errorReasons: ___, isRecording: ____, ...plain } = rest;
  const {
    records = 0,
    understood = 0,
    others = new Map(),
    unusable = new Map(),
    reasons = [],
  } = counts ?? {};
  return {
    ...plain,
    name: nameIn(state, locale),
    clients,
    octetsPerSecond,
    records,
    understood,
    others: kindsIn(others, locale),
    unusable: fieldsIn(unusable, locale),
    copies,
    errorReasons: reasons
      .toSorted((a, b) => b.count - a.count)
      .map(({ text, count, example = '' }) => ({ reason: textIn(text, locale), count, example })),
    fault: fault && textIn(fault, locale),
  };
}

function rowIn(row: MessageRow, locale: Locale): MessageRow {
  const word = wordOf(row);
  const value = word === null ? row.value : textIn({ key: word }, locale);
  return { ...row, name: textIn({ key: row.name }, locale), value };
}

const valueIn = (value: string, locale: Locale): string =>
  value === 'true' || value === 'false' ? textIn({ key: `track.value.${value}` }, locale) : value;
