import { boundsOf } from '#domain/conflicts/height-bounds.ts';
import type { StrategicOptions, Volume4d } from '#domain/conflicts/strategic.ts';
import { concernsRules } from '#domain/notam/effect.ts';
import type { Finding } from '#domain/plans/findings.ts';
import { nameValues } from '#domain/text/name-in.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import { warningName } from '#domain/weather/words.ts';
import type { Conflicts, FoundConflict } from './conflicts.ts';
import type {
  AirspaceVolume,
  KnownVolume,
  NoticeVolume,
  PlanVolume,
  UnplacedVolume,
} from './known-volume.ts';

/** Whose air is checked. */
export interface AirPlan {
  /** Null: not stored yet. */
  id: number | null;
  company: number;
  /** The lower goes first (Flight Basic Rules, art. 91; precedence.ts). */
  precedence: number;
  /** Airspaces that its tasks name. */
  airspaces: readonly number[];
  /** Flight rules of its tasks (`V`, `I`, `Y`, `Z`), in their order; null: not known. */
  rules: readonly (string | null)[];
  /** Released or in flight: what it meets already must not hold it any more. */
  active: boolean;
}

export interface AirCheck {
  findings: Finding[];
  /** Plans of others that have to give way: their operators are told. */
  yielding: { id: number; label: string }[];
}

export interface AirParameters {
  buffers: StrategicOptions;
  timeZone: string;
}

/**
 * What stands in the way of a plan's volumes, by the index as it was last brought up to date, and by `others`
 * of the same transaction. Precedence by the mission (Flight Basic Rules, art. 91): who is higher goes first,
 * among equals who filed first. A conflict that the same task of the plan as it is stored had already is no
 * new one, and is allowed, but for one with a higher mission before release: that one goes first (ASTM
 * F3548-21).
 */
export function checkAir(
  conflicts: Pick<Conflicts, 'find' | 'known' | 'unplaced'>,
  plan: AirPlan,
  own: readonly Volume4d[],
  parameters: AirParameters,
  others: { ignored?: ReadonlySet<number>; more?: readonly FoundConflict[] } = {},
): AirCheck {
  const counts = (other: KnownVolume) => isInTheWay(plan, other, others.ignored);
  const found = [...conflicts.find(own, parameters.buffers, counts), ...(others.more ?? [])];
  const stored = plan.id === null || found.length === 0 ? [] : conflicts.known('plan', plan.id);
  const before = new Set(
    stored.length === 0 ? [] : conflicts.find(stored, parameters.buffers, counts).map(keyOf),
  );
  const worst = new Map<string, { conflict: FoundConflict; finding: Finding }>();
  const yielding = new Map<number, string>();
  for (const conflict of found) {
    const { own: mine, other } = conflict;
    // Reserved air is reserved from flight by any rules.
    const isWarning = other.source === 'notam' && other.effect === 'warn';
    if (isWarning && !concernsRules(other.traffic, plan.rules[mine.part] ?? null)) continue;
    const key = keyOf(conflict);
    const existing = before.has(key);
    const assessment = assess(plan, other, existing);
    if (!assessment) continue;
    if (assessment.yields) yielding.set(other.owner.id, other.owner.label);
    const known = worst.get(key);
    if (known && (known.finding.level === 'error' || assessment.level === 'warning')) continue;
    worst.set(key, { conflict, finding: findingOf(conflict, assessment, existing, parameters.timeZone) });
  }
  return {
    findings: [
      ...[...worst.values()].map(({ finding }) => finding),
      ...unplacedFinding(conflicts.unplaced(own, parameters.buffers)),
    ],
    yielding: [...yielding].map(([id, label]) => ({ id, label })),
  };
}

/** So many are named; how many more there are is a number. */
const mostNamed = 5;

/** What holds in regions whose boundaries are not recorded: it was not compared, and whoever flies must know that. */
function unplacedFinding(unplaced: readonly UnplacedVolume[]): Finding[] {
  if (unplaced.length === 0) return [];
  const named = unplaced.slice(0, mostNamed).map(({ owner }) => owner.label);
  const more = unplaced.length - named.length;
  return [
    {
      level: 'warning',
      code: 'conflict.unplaced',
      rule: 'plan.rule.unplaced',
      field: 'tasks.0.geometry',
      message: {
        key: `plan.check.unplaced${more > 0 ? 'More' : ''}`,
        values: {
          regions: [...new Set(unplaced.map(({ region }) => region))].toSorted().join(', '),
          named: named.join(', '),
          more,
        },
      },
      with: null,
    },
  ];
}

/** Which of the own tasks meets which piece of whose air. */
const keyOf = ({ own, other }: FoundConflict) =>
  [own.part, other.owner.resource, other.owner.id, other.part].join(' ');

/** Does it matter at all, before anything is measured? */
function isInTheWay(plan: AirPlan, other: KnownVolume, ignored?: ReadonlySet<number>): boolean {
  switch (other.source) {
    case 'plan':
      return other.owner.id !== plan.id && !ignored?.has(other.owner.id);
    case 'airspace':
      return airspaceLevel(plan, other) !== null;
    case 'notice':
      return other.companies.length === 0 || other.companies.includes(plan.company);
    case 'notam':
      return other.effect !== 'none';
    case 'weather':
      return true;
  }
}

/** Would it refuse the plan, were it in its way? */
export function forbids(plan: AirPlan, other: KnownVolume): boolean {
  return isInTheWay(plan, other) && assess(plan, other, false)?.level === 'error';
}

interface Assessment {
  level: Finding['level'];
  rule: string;
  /** `plan.check.<text>`, with Column behind it where altitudes were not compared. */
  text:
    | 'conflictPlan'
    | 'conflictYields'
    | 'conflictHigher'
    | 'conflictAirspace'
    | 'conflictNotice'
    | 'conflictNotam'
    | 'conflictWeather';
  yields?: boolean;
}

function assess(plan: AirPlan, other: KnownVolume, existed: boolean): Assessment | null {
  switch (other.source) {
    case 'plan':
      return assessPlan(plan, other, existed);
    case 'airspace': {
      const level = airspaceLevel(plan, other);
      const rule = other.because === 'granted' ? 'plan.rule.order371-11' : 'plan.rule.airspace';
      return level && { level, rule, text: 'conflictAirspace' };
    }
    case 'notice':
      return { level: noticeLevel(other), rule: 'plan.rule.notice', text: 'conflictNotice' };
    case 'notam':
      return {
        level: other.effect === 'hold' ? 'error' : 'warning',
        rule: 'plan.rule.notam',
        text: 'conflictNotam',
      };
    case 'weather':
      return { level: 'warning', rule: 'plan.rule.weatherWarning', text: 'conflictWeather' };
  }
}

function assessPlan(plan: AirPlan, other: PlanVolume, existed: boolean): Assessment {
  // Operators separate their own flights.
  if (other.companyId === plan.company) {
    return { level: 'warning', rule: 'plan.rule.ownSpacing', text: 'conflictPlan' };
  }
  if (other.precedence > plan.precedence) {
    return { level: 'warning', rule: 'plan.rule.basic-91', text: 'conflictYields', yields: !existed };
  }
  const isHigher = other.precedence < plan.precedence;
  const text = isHigher ? 'conflictHigher' : 'conflictPlan';
  if (existed && (plan.active || !isHigher)) {
    return { level: 'warning', rule: 'plan.rule.existingConflict', text };
  }
  return { level: 'error', rule: isHigher ? 'plan.rule.basic-91' : 'plan.rule.firstCome', text };
}

function airspaceLevel(plan: AirPlan, other: AirspaceVolume): Finding['level'] | null {
  switch (other.because) {
    case 'closed':
    case 'prohibited':
    case 'restricted':
      return 'error';
    case 'restrictedOpen':
    case 'danger':
      return 'warning';
    case 'granted':
      // Somebody else's: Order 371, art. 11 asks for the consent of the unit that approved it, unless it is shared.
      if (other.companyId === plan.company || other.sharing === 'shared') return null;
      return other.sharing === 'exclusive' || plan.airspaces.includes(other.owner.id) ? 'error' : 'warning';
  }
}

/** A stop of activity forbids; other notices inform, but for those of the first level. */
function noticeLevel({ kind, level }: NoticeVolume): Finding['level'] {
  return kind === 'stopActivity' || (kind === 'control' && level === 1) ? 'error' : 'warning';
}

function findingOf(
  conflict: FoundConflict,
  assessment: Assessment,
  existing: boolean,
  timeZone: string,
): Finding {
  const { own, other } = conflict;
  const at = (time: number | null) => (time === null ? '…' : formatWall(time, timeZone).slice(5));
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  return {
    level: assessment.level,
    code: `conflict.${other.source}`,
    rule: assessment.rule,
    field: `tasks.${own.part}.geometry`,
    message: {
      key: `plan.check.${assessment.text}${conflict.altitudeCompared ? '' : 'Column'}`,
      values: {
        ...nameValues('other', { name: other.owner.label, nameEn: other.owner.labelEn }),
        from: at(conflict.from),
        to: at(conflict.to),
        ...(conflict.altitudeCompared ? {} : boundsOf(own, other)),
        ...(other.source === 'notam' || other.source === 'weather' ? { text: other.text } : {}),
        ...(other.source === 'weather' ? { what: warningName(other.phenomenon) } : {}),
      },
    },
    with: other.owner,
    shape: {
      geometry: other.footprint,
      marginM: other.marginM,
      lower: other.lower,
      upper: other.upper,
      from: iso(conflict.from),
      to: iso(conflict.to),
    },
    altitudeCompared: conflict.altitudeCompared,
    existing,
  };
}
