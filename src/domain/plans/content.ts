import type { Text } from '#domain/text/errors.ts';
import type { Finding } from './findings.ts';

/** What the content check reads; times are UTC ms. */
export interface PlanContent {
  mission: string | null;
  contact: string | null;
  phone: string | null;
  weatherMinima: string | null;
  communications: string | null;
  missionApproval: string | null;
  /** The mission type asks for an approval (Order 371, art. 14). */
  approvalNeeded: boolean;
  /** The mission type asks for an area: a route is not enough. */
  areaNeeded: boolean;
  /** Longest time between departure and arrival of one task, ms: more is taken for a slip of a time or a date. */
  longestTaskMs: number;
  tasks: TaskContent[];
}

export interface TaskContent {
  callsign: string;
  etd: number;
  eta: number;
  hasDeparture: boolean;
  hasDestination: boolean;
  /** It says where it flies: by a route, an area or an airspace. */
  hasFootprint: boolean;
  /** That is an area or an airspace. */
  hasArea: boolean;
  /** What flies, with how long it stays up, ms; null: not on record. */
  aircraft: { registration: string; enduranceMs: number } | null;
  hasUpperLimit: boolean;
  lowerM: number | null;
  upperM: number | null;
}

/** A length of time as its text takes it. */
function hoursAndMinutes(name: string, ms: number): Record<string, number> {
  const minutes = Math.round(ms / 60_000);
  return { [`${name}Hours`]: Math.floor(minutes / 60), [`${name}Minutes`]: minutes % 60 };
}

/** What a plan must contain (Order 371, art. 12 to 14), all findings at once. */
export function checkContent(plan: PlanContent): Finding[] {
  const findings: Finding[] = [];
  const add = (
    level: Finding['level'],
    code: string,
    field: string,
    rule = 'plan.rule.order371-13',
    values: Text['values'] = {},
  ) =>
    findings.push({ level, code, rule, field, message: { key: `plan.check.${code}`, values }, with: null });

  if (!plan.mission) add('warning', 'noMission', 'mission');
  if (!plan.contact) add('warning', 'noContact', 'contact');
  if (!plan.phone) add('warning', 'noPhone', 'phone');
  if (!plan.weatherMinima) add('warning', 'noMinima', 'weatherMinima');
  if (!plan.communications) add('warning', 'noCommunications', 'communications');
  if (plan.approvalNeeded && !plan.missionApproval) {
    add('error', 'noApproval', 'missionApproval', 'plan.rule.order371-14');
  }
  if (plan.tasks.length === 0) add('error', 'noTask', 'tasks');
  plan.tasks.forEach((task, index) => {
    const at = (field: string) => `tasks.${index}.${field}`;
    if (task.eta <= task.etd) add('error', 'endsFirst', at('eta'));
    else checkLength(task, at('eta'));
    if (!task.hasDeparture) add('error', 'noDeparture', at('departure'));
    if (!task.hasDestination) add('error', 'noDestination', at('destination'));
    if (!task.hasFootprint) add('error', 'noArea', at('geometry'));
    else if (plan.areaNeeded && !task.hasArea) add('error', 'areaNeeded', at('geometry'));
    if (!task.hasUpperLimit) add('warning', 'noUpper', at('upper'));
    if (task.lowerM !== null && task.upperM !== null && task.upperM <= task.lowerM) {
      add('error', 'limitsCrossed', at('upper'));
    }
  });
  return findings;

  /** An arrival before the departure reads as the next day's: a flight of 23 hours is asked about, not filed. */
  function checkLength({ etd, eta, aircraft }: TaskContent, field: string): void {
    const long = eta - etd;
    const values = hoursAndMinutes('flown', long);
    if (long > plan.longestTaskMs) {
      add('error', 'tooLong', field, 'plan.rule.longestTask', {
        ...values,
        ...hoursAndMinutes('most', plan.longestTaskMs),
      });
    } else if (aircraft && long > aircraft.enduranceMs) {
      add('warning', 'overEndurance', field, 'plan.rule.endurance', {
        ...values,
        aircraft: aircraft.registration,
        ...hoursAndMinutes('most', aircraft.enduranceMs),
      });
    }
  }
}
