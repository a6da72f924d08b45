import type { Position } from '#domain/geo/geodesy.ts';
import type { NotamProblem, Qualifiers } from './notam.ts';

/** Longer than any Q-line, blanks included. */
const longest = 120;

/**
 * Reads what stands after `Q)`. Coordinates are degrees and minutes: `3954N11623E010` is 39°54′N 116°23′E, 10 NM. Null
 * where not even the FIR and the code are there.
 */
export function readQLine(text: string): { q: Qualifiers | null; problems: NotamProblem[] } {
  const tidy = text.slice(0, longest).toUpperCase().replace(/\s/g, '');
  const problems: NotamProblem[] = [];
  const [fir = '', code = '', traffic = '', purpose = '', scope = '', lower = '', upper = '', place = ''] =
    tidy.split('/');
  if (!/^[A-Z]{4}$/.test(fir) || !/^Q[A-Z]{4}$/.test(code)) {
    return { q: null, problems: [{ code: 'qLine', detail: tidy }] };
  }
  const letters = (value: string, of: RegExp) => {
    if (value !== '' && !of.test(value)) problems.push({ code: 'qLine', detail: value });
    return of.test(value) ? value : '';
  };
  const level = (value: string) => {
    if (value === '') return null;
    if (/^\d{3}$/.test(value)) return Number(value);
    problems.push({ code: 'qLine', detail: value });
    return null;
  };
  const circle = readCircle(place);
  if (place !== '' && !circle) problems.push({ code: 'qCenter', detail: place });
  if (place === '') problems.push({ code: 'qCenter', detail: '' });
  return {
    q: {
      fir,
      code,
      traffic: letters(traffic, /^(?:[IV]{1,2}|K)$/),
      purpose: letters(purpose, /^[NBOMK]{1,4}$/),
      scope: letters(scope, /^[AEWK]{1,3}$/),
      lowerFl: level(lower),
      upperFl: level(upper),
      center: circle?.center ?? null,
      radiusNm: circle?.radiusNm ?? null,
    },
    problems,
  };
}

/** `3954N11623E010`, also with seconds; without the radius the centre alone. */
function readCircle(text: string): { center: Position; radiusNm: number | null } | null {
  const match = /^(\d{2})(\d{2})(\d{2})?([NS])(\d{3})(\d{2})(\d{2})?([EW])(\d{3})?$/.exec(text);
  if (!match) return null;
  const [, latD, latM, latS = '0', ns, lonD, lonM, lonS = '0', ew, radius] = match;
  const latitude = Number(latD) + Number(latM) / 60 + Number(latS) / 3_600;
  const longitude = Number(lonD) + Number(lonM) / 60 + Number(lonS) / 3_600;
  const isAngle = [latM, latS, lonM, lonS].every((part) => Number(part) < 60);
  if (!isAngle || latitude > 90 || longitude > 180) return null;
  return {
    center: {
      latitude: ns === 'S' ? -latitude || 0 : latitude,
      longitude: ew === 'W' ? -longitude || 0 : longitude,
    },
    radiusNm: radius === undefined ? null : Number(radius),
  };
}

/** A Q-line as it is sent. */
export function writeQLine(q: Qualifiers): string {
  const level = (value: number | null, absent: string) =>
    value === null ? absent : String(Math.round(value)).padStart(3, '0');
  const place = q.center ? `${minutesText(q.center)}${String(q.radiusNm ?? 5).padStart(3, '0')}` : '';
  return [
    q.fir,
    q.code,
    q.traffic,
    q.purpose,
    q.scope,
    level(q.lowerFl, '000'),
    level(q.upperFl, '999'),
    place,
  ].join('/');
}

/** `3954N11623E`: to the nearest minute. */
export function minutesText({ latitude, longitude }: Position): string {
  const text = (degrees: number, wide: number, [positive, negative]: [string, string]) => {
    const minutes = Math.round(Math.abs(degrees) * 60);
    return `${String(Math.floor(minutes / 60)).padStart(wide, '0')}${String(minutes % 60).padStart(2, '0')}${degrees < 0 ? negative : positive}`;
  };
  return `${text(latitude, 2, ['N', 'S'])}${text(longitude, 3, ['E', 'W'])}`;
}
