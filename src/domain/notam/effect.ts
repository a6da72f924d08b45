/** What a NOTAM does to a plan that meets it: it holds the plan, warns, or says nothing in the check. */
export type Effect = 'hold' | 'warn' | 'none';

/** Subjects of which air is taken from flight while they are active (docs/decisions.md). */
const reserved = new Set(['RA', 'RD', 'RM', 'RP', 'RR', 'RT', 'WM']);
/** What happens in the air or rises into it: whoever flies low is warned. */
const warnings = new Set(['RO', 'OB', 'OL', 'AC', 'AT', 'AZ', 'AD', 'CT', 'PC']);
/** Conditions by which the air is taken. A change, a limit or plain words must be read by a person, and warn. */
const taken = new Set(['CA', 'LW', 'LC', 'LP', 'AU', 'AM', 'CO', 'CS', 'CE', 'HU', 'HJ']);
/** Conditions by which it is over, or never was. */
const over = new Set(['CD', 'CN', 'CC', 'HQ', 'HV', 'AK', 'AO', 'AX', 'AW']);

/**
 * What the air of a NOTAM means to a plan whose volume meets it, by the Q-code. Without a code, or with `XX` for its subject
 * (Doc 8126: plain language), a person has to read what it is.
 */
export function airEffect(code: string | null): Effect {
  if (code === null) return 'warn';
  if (code.length !== 5 || code.startsWith('QKKK')) return 'none';
  const [subject, condition] = [code.slice(1, 3), code.slice(3)];
  if (subject === 'XX') return over.has(condition) ? 'none' : 'warn';
  if (over.has(condition)) return 'none';
  if (reserved.has(subject)) return taken.has(condition) ? 'hold' : 'warn';
  if (subject.startsWith('W') || warnings.has(subject)) return 'warn';
  return 'none';
}

/**
 * Is a NOTAM about a flight of these rules, by the traffic of its Q-line? Not where one is for instrument and the other for
 * visual flight alone; what is not known, and flight by both (`Y`, `Z`), is concerned.
 */
export const concernsRules = (traffic: string | null, rules: string | null): boolean =>
  !((traffic === 'I' && rules === 'V') || (traffic === 'V' && rules === 'I'));

export type AerodromeEffect = { effect: 'hold' | 'warn'; about: 'aerodrome' | 'runway' } | null;

/** Conditions by which nobody uses an aerodrome or a runway: closed, not available, withdrawn. */
const closed = new Set(['LC', 'AU', 'AW']);
/** Conditions by which some do not, or only then and so: a person reads which. */
const limited = new Set([
  'AD',
  'AH',
  'AM',
  'AN',
  'AP',
  'AR',
  'LB',
  'LD',
  'LH',
  'LI',
  'LN',
  'LP',
  'LR',
  'LS',
  'LT',
  'LV',
  'LX',
  'XX',
]);

/** What it means to a plan that departs from, or arrives at, an aerodrome of A); null: nothing for the check. */
export function aerodromeEffect(code: string | null): AerodromeEffect {
  if (code === null) return { effect: 'warn', about: 'aerodrome' };
  if (code.length !== 5) return null;
  const [subject, condition] = [code.slice(1, 3), code.slice(3)];
  if (subject === 'XX') return over.has(condition) ? null : { effect: 'warn', about: 'aerodrome' };
  const aerodrome = subject === 'FA' || subject === 'FP';
  if (aerodrome && closed.has(condition)) return { effect: 'hold', about: 'aerodrome' };
  // Closed to some, or for some hours: whether this flight is one of them is said in words.
  if (aerodrome && limited.has(condition)) return { effect: 'warn', about: 'aerodrome' };
  if (subject === 'MR' && closed.has(condition)) return { effect: 'hold', about: 'runway' };
  if (subject === 'MR' && (limited.has(condition) || ['AS', 'LL', 'CM', 'HW'].includes(condition)))
    return { effect: 'warn', about: 'runway' };
  return null;
}
