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
  tasks: TaskContent[];
}

export interface TaskContent {
  callsign: string;
  etd: number;
  eta: number;
  hasDeparture: boolean;
  hasDestination: boolean;
  hasArea: boolean;
  hasUpperLimit: boolean;
  lowerM: number | null;
  upperM: number | null;
}

/** Longest time between departure and arrival of one task: longer ones are slips of a date. */
const longestTaskMs = 24 * 3_600_000;

/** What a plan must contain (Order 371, art. 12 to 14), all findings at once. */
export function checkContent(plan: PlanContent): Finding[] {
  const findings: Finding[] = [];
  const add = (level: Finding['level'], code: string, field: string, rule = 'plan.rule.order371-13') =>
    findings.push({ level, code, rule, field, message: { key: `plan.check.${code}` }, with: null });

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
    else if (task.eta - task.etd > longestTaskMs) add('error', 'tooLong', at('eta'));
    if (!task.hasDeparture) add('error', 'noDeparture', at('departure'));
    if (!task.hasDestination) add('error', 'noDestination', at('destination'));
    if (!task.hasArea) add('error', 'noArea', at('geometry'));
    if (!task.hasUpperLimit) add('warning', 'noUpper', at('upper'));
    if (task.lowerM !== null && task.upperM !== null && task.upperM <= task.lowerM) {
      add('error', 'limitsCrossed', at('upper'));
    }
  });
  return findings;
}
