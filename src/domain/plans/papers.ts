import { lengthM, type Position } from '#domain/geo/geodesy.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import type { Finding, FindingWith } from './findings.ts';

/** A paper with the last day (`YYYY-MM-DD`) on which it is valid; null: not recorded. */
export interface Paper {
  /** The text is `plan.paper.<name>`. */
  name: string;
  validUntil: string | null;
}

export interface AircraftPapers {
  id: number;
  registration: string;
  companyId: number | null;
  /** Type designator of ICAO Doc 8643. */
  typeDesignator: string | null;
  /** How long it stays up, minutes; null: not recorded. */
  enduranceMin: number | null;
  papers: Paper[];
  /** Accepted by the audit. */
  accepted: boolean;
  /** Neither in maintenance nor suspended. */
  serviceable: boolean;
}

export interface PilotPapers {
  id: number;
  name: string;
  companyId: number | null;
  papers: Paper[];
  /** Type designators or classes the user is rated for; empty: none recorded. */
  ratings: string[];
  accepted: boolean;
  /** Neither on leave nor suspended. */
  active: boolean;
}

/** Where an aircraft or a pilot begins a flight, and where they are after it; null: not known. */
export interface Ends {
  departsFrom: Position | null;
  arrivesAt: Position | null;
}

/** When else an aircraft or a pilot is under way. Times are UTC ms. */
export interface Engagement extends Ends {
  subject: { resource: 'aircraft' | 'pilot'; id: number };
  planId: number;
  planNumber: string;
  from: number;
  to: number;
}

export interface OperatorToCheck {
  companyId: number;
  companyCertified: boolean;
  companyName: string;
  unmanned: boolean;
}

export interface TaskToCheck extends Ends {
  /** UTC ms. */
  etd: number;
  eta: number;
  aircraft: AircraftPapers | null;
  pilots: PilotPapers[];
}

/**
 * Papers, ratings and double bookings of every task: all findings at once, in the order of the form.
 * `companyId` is the operator's; `engagements` are those of other plans.
 */
export function checkPapers(
  plan: OperatorToCheck,
  tasks: TaskToCheck[],
  engagements: Engagement[],
  { timeZone, turnRoundMs }: BookingRules & { timeZone: string },
): Finding[] {
  const findings: Finding[] = [];
  if (!plan.companyCertified) {
    findings.push({
      level: 'error',
      code: 'company.notCertified',
      rule: 'plan.rule.certified',
      field: 'company',
      message: { key: 'plan.check.notCertified', values: { company: plan.companyName } },
      with: { resource: 'company', id: plan.companyId, label: plan.companyName },
    });
  }
  tasks.forEach((task, index) => {
    const lastDay = dayOf(task.eta, timeZone);
    if (task.aircraft) {
      findings.push(...checkAircraft(plan, task.aircraft, lastDay, `tasks.${index}.aircraft`));
    }
    if (task.pilots.length === 0 && !plan.unmanned) {
      findings.push({
        level: 'error',
        code: 'pilot.none',
        rule: 'plan.rule.order371-13',
        field: `tasks.${index}.pilots`,
        message: { key: 'plan.check.noPilot' },
        with: null,
      });
    }
    task.pilots.forEach((pilot, position) => {
      findings.push(...checkPilot(plan, pilot, task.aircraft, lastDay, `tasks.${index}.pilots.${position}`));
    });
    findings.push(...checkBookings(plan, tasks, index, engagements, { turnRoundMs }));
  });
  return findings;
}

function checkAircraft(
  plan: { companyId: number },
  aircraft: AircraftPapers,
  day: string,
  field: string,
): Finding[] {
  if (aircraft.companyId !== plan.companyId) {
    // Whoever picked a number must not learn from us whose it is, nor of their papers.
    const label = `#${aircraft.id}`;
    return [
      {
        level: 'error',
        code: 'aircraft.otherCompany',
        rule: 'plan.rule.ownAircraft',
        field,
        message: { key: 'plan.check.otherCompanyAircraft', values: { aircraft: label } },
        with: { resource: 'aircraft', id: aircraft.id, label },
      },
    ];
  }
  const itself: FindingWith = { resource: 'aircraft', id: aircraft.id, label: aircraft.registration };
  const findings: Finding[] = [];
  if (!aircraft.accepted) {
    findings.push({
      level: 'error',
      code: 'aircraft.notAccepted',
      rule: 'plan.rule.audit',
      field,
      message: { key: 'plan.check.notAccepted', values: { subject: aircraft.registration } },
      with: itself,
    });
  }
  if (!aircraft.serviceable) {
    findings.push({
      level: 'error',
      code: 'aircraft.outOfService',
      rule: 'plan.rule.papers',
      field,
      message: { key: 'plan.check.outOfService', values: { subject: aircraft.registration } },
      with: itself,
    });
  }
  findings.push(...checkDates(aircraft.papers, aircraft.registration, day, field, itself));
  return findings;
}

function checkPilot(
  plan: { companyId: number },
  pilot: PilotPapers,
  aircraft: AircraftPapers | null,
  day: string,
  field: string,
): Finding[] {
  if (pilot.companyId !== plan.companyId) {
    // Whoever picked a number must not learn from us whose it is, nor of their papers.
    const label = `#${pilot.id}`;
    return [
      {
        level: 'error',
        code: 'pilot.otherCompany',
        rule: 'plan.rule.ownPilot',
        field,
        message: { key: 'plan.check.otherCompanyPilot', values: { pilot: label } },
        with: { resource: 'pilot', id: pilot.id, label },
      },
    ];
  }
  const itself: FindingWith = { resource: 'pilot', id: pilot.id, label: pilot.name };
  const findings: Finding[] = [];
  if (!pilot.accepted) {
    findings.push({
      level: 'error',
      code: 'pilot.notAccepted',
      rule: 'plan.rule.audit',
      field,
      message: { key: 'plan.check.notAccepted', values: { subject: pilot.name } },
      with: itself,
    });
  }
  if (!pilot.active) {
    findings.push({
      level: 'error',
      code: 'pilot.notActive',
      rule: 'plan.rule.papers',
      field,
      message: { key: 'plan.check.notActive', values: { subject: pilot.name } },
      with: itself,
    });
  }
  findings.push(...checkDates(pilot.papers, pilot.name, day, field, itself));
  const type = aircraft?.typeDesignator;
  if (type && !pilot.ratings.includes(type)) {
    findings.push({
      // A missing list is a gap in the record; a list without the type is a pilot who may not fly it.
      level: pilot.ratings.length > 0 ? 'error' : 'warning',
      code: 'pilot.notRated',
      rule: 'plan.rule.rating',
      field,
      message: { key: 'plan.check.notRated', values: { pilot: pilot.name, type } },
      with: itself,
    });
  }
  return findings;
}

function checkDates(
  papers: Paper[],
  subject: string,
  day: string,
  field: string,
  itself: FindingWith,
): Finding[] {
  return papers.flatMap((paper): Finding[] => {
    if (paper.validUntil === null) {
      return [
        {
          level: 'warning',
          code: 'papers.missing',
          rule: 'plan.rule.papers',
          field,
          message: { key: 'plan.check.paperMissing', values: { subject, paper: paper.name } },
          with: itself,
        },
      ];
    }
    // Days in ISO form compare as text; the last day itself is still valid.
    if (paper.validUntil >= day) return [];
    return [
      {
        level: 'error',
        code: 'papers.expired',
        rule: 'plan.rule.papers',
        field,
        message: {
          key: 'plan.check.paperExpired',
          values: { subject, paper: paper.name, until: paper.validUntil, day },
        },
        with: itself,
      },
    ];
  });
}

function overlaps(a: { from: number; to: number }, b: { from: number; to: number }): boolean {
  return a.from < b.to && b.from < a.to;
}

/** Figures by which one flight follows another. */
export interface BookingRules {
  /** From a landing until the next departure elsewhere, ms. */
  turnRoundMs: number;
}

/** Places nearer to each other are one, metres: an aerodrome, and a landing point on it. */
const samePlaceM = 3_000;

/** Whoever lands at the end of the first is not there yet where the second begins; ms are left between them. */
function isTooSoon(first: Ends & { to: number }, second: Ends & { from: number }, turnRoundMs: number) {
  const gap = second.from - first.to;
  if (gap < 0 || gap >= turnRoundMs || !first.arrivesAt || !second.departsFrom) return false;
  return lengthM([first.arrivesAt, second.departsFrom]) > samePlaceM;
}

/**
 * The same aircraft or pilot in two places at a time: in another plan, or in another task of this one; or with too
 * little time from a landing to a departure elsewhere.
 */
export function checkBookings(
  plan: { companyId: number },
  tasks: TaskToCheck[],
  index: number,
  engagements: Engagement[],
  { turnRoundMs }: BookingRules,
): Finding[] {
  const task = tasks[index];
  if (!task) return [];
  const spanOf = ({ etd, eta, departsFrom, arrivesAt }: TaskToCheck) => ({
    from: etd,
    to: eta,
    departsFrom,
    arrivesAt,
  });
  const span = spanOf(task);
  const tooSoon = (other: typeof span) =>
    isTooSoon(other, span, turnRoundMs) || isTooSoon(span, other, turnRoundMs);
  const minutes = turnRoundMs / 60_000;
  const subjects = [
    ...(task.aircraft?.companyId === plan.companyId
      ? [
          {
            resource: 'aircraft' as const,
            id: task.aircraft.id,
            label: task.aircraft.registration,
            field: `tasks.${index}.aircraft`,
          },
        ]
      : []),
    ...task.pilots.flatMap((pilot, position) =>
      pilot.companyId === plan.companyId
        ? [
            {
              resource: 'pilot' as const,
              id: pilot.id,
              label: pilot.name,
              field: `tasks.${index}.pilots.${position}`,
            },
          ]
        : [],
    ),
  ];
  return subjects.flatMap((subject): Finding[] => {
    const found = (
      code: string,
      rule: string,
      values: Record<string, string | number>,
      other?: Engagement,
    ) => ({
      level: 'error' as const,
      code: `${subject.resource}.${code}`,
      rule: `plan.rule.${rule}`,
      field: subject.field,
      message: { key: `plan.check.${code}`, values: { subject: subject.label, ...values } },
      with: other ? { resource: 'plan', id: other.planId, label: other.planNumber } : null,
    });
    const elsewhere = engagements
      .filter((one) => one.subject.resource === subject.resource && one.subject.id === subject.id)
      .flatMap((one): Finding[] => {
        const values = { plan: one.planNumber };
        if (overlaps(span, one)) return [found('booked', 'oneAtATime', values, one)];
        return tooSoon(one) ? [found('turnRound', 'turnRound', { ...values, minutes }, one)] : [];
      });
    const earlier = tasks
      .slice(0, index)
      .filter((other) =>
        subject.resource === 'aircraft'
          ? other.aircraft?.id === subject.id
          : other.pilots.some((pilot) => pilot.id === subject.id),
      )
      .map(spanOf);
    if (earlier.some((other) => overlaps(span, other))) {
      return [...elsewhere, found('bookedTwice', 'oneAtATime', {})];
    }
    return earlier.some(tooSoon)
      ? [...elsewhere, found('turnRoundHere', 'turnRound', { minutes })]
      : elsewhere;
  });
}
