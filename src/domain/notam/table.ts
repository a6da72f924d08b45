import type { Notam } from './notam.ts';
import { nearestDay } from './times.ts';

const hourMs = 3_600_000;
/** How long they hold at most (PANS-AIM 5.2.5.1.4 for SNOWTAM, Annex 15 for ASHTAM). */
const hoursOf = { snowtam: 8, ashtam: 24 } as const;

/**
 * SNOWTAM and ASHTAM, kept with heading and text: who it is about, from when, and for how long it can hold. Null where the
 * text is neither.
 */
export function readTable(text: string, receivedAt: number): Omit<Notam, 'raw'> | null {
  const match = /\b(SNOWTAM|ASHTAM) (\d{4})\b/.exec(text);
  // A NOTAM may speak of a SNOWTAM.
  if (!match || /\bNOTAM ?[NRC]\b/.test(text)) return null;
  const kind = match[1] === 'SNOWTAM' ? 'snowtam' : 'ashtam';
  const heading = /\b[SV][WA]([A-Z]{2})(\d{4}) ([A-Z]{4}) (\d{2})(\d{2})(\d{2})(\d{2})\b/.exec(text);
  const after = text.slice(match.index + match[0].length);
  const place = heading?.[3] ?? /\b[A-Z]{4}\b/.exec(after)?.[0] ?? null;
  const observed = heading && timeIn(heading, receivedAt);
  const from = observed ?? receivedAt;
  const words = closing(after.trim());
  return {
    kind,
    number: null,
    originator: /(?:^|\n)\d{6} ([A-Z]{8})\b/.exec(text)?.[1] ?? null,
    issuedAt: observed ?? null,
    type: 'N',
    refers: null,
    q: null,
    locations: place ? [place] : [],
    validFrom: from,
    validTo: from + hoursOf[kind] * hourMs,
    isEstimated: false,
    isPermanent: false,
    schedule: null,
    text: `${match[0]}\n${words}`.trim(),
    textZh: null,
    lower: null,
    upper: null,
    isChecklist: false,
    part: null,
    problems: place ? [] : [{ code: 'locations', detail: match[0] }],
  };
}

/** `11230600`, month first, next to the moment of reception. */
function timeIn(heading: RegExpExecArray, receivedAt: number): number | null {
  const [month, day, hour, minute] = heading.slice(4).map(Number) as [number, number, number, number];
  const at = nearestDay(day, hour, minute, receivedAt);
  return at !== null && new Date(at).getUTCMonth() + 1 === month ? at : null;
}

function closing(text: string): string {
  return text.replace(/\)?\s*(?:NNNN)?\s*$/, '');
}
