import type { SubmittedReport, TriedReport } from '#contract/information.ts';
import type { BulletinReport } from '#domain/information/bulletin.ts';
import { cutBulletin, headingText } from '#domain/information/cut-bulletin.ts';
import { fieldError, type Text } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { newPushToken } from '#server/engine/sources/push-receivers.ts';
import type { SourceSecrets } from '#server/engine/sources/source-secrets.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Take, TakenReport } from './intake.ts';
import type { InformationReader, ReportPreview } from './reader.ts';
import { sourceStates } from './source-states.ts';

/** Handing reports in, trying them out, and how sources go, with their tokens and passwords. */
export function createInformationService(deps: {
  records: Records;
  sql: Sql;
  readers: readonly InformationReader[];
  take: Take;
  secrets: SourceSecrets;
  /** What is wrong with the line of a source now. */
  faults(): ReadonlyMap<number, Text>;
  clock: () => Date;
}): Service {
  const { records, sql, readers, take, secrets, faults, clock } = deps;

  const change = (caller: Caller, id: number, values: Record<string, unknown>) =>
    records.transaction(async (transaction) => {
      const source = await records.get(caller, 'informationSource', id, transaction.sql);
      await records.update(caller, 'informationSource', id, source.version, values, transaction);
    });

  return implement('Information', {
    async Submit({ text, source = null }, caller) {
      if (source !== null) {
        const { transport, enabled } = await records.get(caller, 'informationSource', source);
        if (transport !== 'manual' || !enabled) throw fieldError('source', 'information.source.notManual');
      }
      const origin = { sourceId: source, receivedAt: clock().getTime(), isDemo: false };
      const items = await take(text, origin);
      return { items: items.map((one) => submittedIn(one, caller.locale)) };
    },
    async TryOut({ text }, { locale }) {
      const receivedAt = clock().getTime();
      return {
        items: cutBulletin(text, receivedAt).map((report) => {
          const reader = readers.find(({ kinds }) => kinds.some((kind) => kind === report.kind));
          return triedIn(
            report,
            reader ? (reader.preview?.(report, receivedAt) ?? null) : unknownKind,
            locale,
          );
        }),
      };
    },
    async RenewToken({ id }, caller) {
      const { token, hash } = newPushToken();
      await change(caller, id, { pushTokenHash: hash, pushTokenAt: clock().toISOString() });
      return { token };
    },
    async SetPassword({ id, password }, caller) {
      await change(caller, id, {
        sealedPassword: password === null ? null : secrets.seal(password),
        hasPassword: password !== null,
      });
      return null;
    },
    async GetSources(_input, { locale }) {
      const at = clock().getTime();
      return { at, items: await sourceStates(sql, { at, locale, faults: faults() }) };
    },
  });
}

const unknownKind: ReportPreview = { ok: false, reason: { key: 'information.unreadable.kind' } };

function triedIn(report: BulletinReport, preview: ReportPreview | null, locale: Locale): TriedReport {
  const { kind, heading, raw } = report;
  return {
    kind,
    heading: heading && headingText(heading),
    raw,
    isReadable: preview?.ok ?? true,
    reason: preview && !preview.ok ? textIn(preview.reason, locale) : null,
    decoded: preview?.ok ? JSON.stringify(preview.value) : null,
  };
}

function submittedIn({ report, reason, ...taken }: TakenReport, locale: Locale): SubmittedReport {
  return {
    ...taken,
    kind: report.kind,
    heading: report.heading && headingText(report.heading),
    raw: report.raw,
    reason: reason && textIn(reason, locale),
  };
}
