import type { BulletinReport } from '#domain/information/bulletin.ts';
import { readDigitalNotams } from '#domain/notam/digital.ts';
import { readNotams } from '#domain/notam/read.ts';
import type { InformationReader, ReportOrigin, ReportTaken } from '#server/features/information/reader.ts';
import type { NotamStore, NotamTaken } from './notam-store.ts';

/** Takes NOTAMs, as text and as AIXM, SNOWTAMs, ASHTAMs and the bulletins of a briefing (PIB), each cut into its NOTAMs. */
export function createNotamReader(store: NotamStore): InformationReader {
  async function take({ raw, format }: BulletinReport, origin: ReportOrigin): Promise<ReportTaken> {
    const read = format === 'xml' ? readDigitalNotams : readNotams;
    const notams = read(raw, origin.receivedAt);
    if (notams === null) return { state: 'unreadable', reason: { key: 'notam.unreadable.xml' } };
    if (notams.length === 0) return { state: 'unreadable', reason: { key: 'notam.unreadable.none' } };
    const taken: NotamTaken[] = [];
    for (const notam of notams) taken.push(await store.store(notam, origin));
    const stored = taken.filter((one) => one.state !== 'unreadable');
    const [first] = [...stored].sort((a, b) => rank[a.state] - rank[b.state]);
    if (first) {
      const left = taken.length - stored.length;
      const reason = left > 0 ? { key: 'notam.unreadable.some', values: { count: left } } : undefined;
      return { ...first, resource: 'notam', ...(reason ? { reason } : {}) };
    }
    const failed = taken.find((one) => one.state === 'unreadable');
    return failed ?? { state: 'unreadable', reason: { key: 'notam.unreadable.none' } };
  }

  return {
    kinds: ['NOTAM', 'SNOWTAM', 'ASHTAM', 'PIB'],
    // Whom one concerns is told in its own transaction.
    together: 1,
    async take(reports, origin) {
      const taken: ReportTaken[] = [];
      for (const report of reports) taken.push(await take(report, origin));
      return taken;
    },
  };
}

/** Of a bulletin with several, what is new speaks for all. */
const rank = { stored: 0, late: 1, duplicate: 2 };
