import type { Validate } from 'virtual:validators';
import { standingDays } from '#domain/plans/standing.ts';
import { dayAfter } from '#domain/plans/working-days.ts';
import type { FieldSchema, Resource } from '#domain/record/resource.ts';
import type { SchemaError } from '#domain/record/validation.ts';
import type { Label } from '#domain/text/label.ts';
import { isObject, stringOf } from '#domain/text/narrow.ts';
import { distanceAt, isShownOnce, type WallMoments, wallClockAt } from '#domain/time/wall-clock.ts';
import { momentsAt, serviceZone } from '#web/client/clock.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import type { Values } from '#web/engine/record-validator.ts';
import type { EditorVariant } from '#web/features/plans/editor-variant.ts';
import { planFormFields, planFormResource, planFormValues } from '#web/features/plans/plan-form-schema.ts';

const termFields = ['validFrom', 'validTo', 'weekdays'];

/** Time text of specification §5: exactly four characters, hours 0 to 24 and minutes 0 to 59. */
const timeText = /^([01][0-9]|2[0-4])[0-5][0-9]$/;

function timeField(label: Label): FieldSchema {
  return {
    type: 'string',
    maxLength: 4,
    pattern: timeText.source,
    'x-label': label,
    'x-help': {
      'zh-Hans': '四位数字，系统时区的时刻，如 0830；到达早于起飞即为次日',
      en: 'Four digits, in the time zone of the service, e.g. 0830; an arrival before the departure is on the next day',
    },
  };
}

const departs = timeField({ 'zh-Hans': '起飞时刻', en: 'Departs' });
const arrives = timeField({ 'zh-Hans': '到达时刻', en: 'Arrives' });

/** The form of a standing plan: its term and days, and sorties by their times of day. */
function standingFormResource(): Resource {
  const plan = planFormResource();
  const own = resourceNamed('plan')?.schema.properties ?? {};
  const { tasks, ...fields } = plan.schema.properties;
  const term = Object.fromEntries(termFields.flatMap((field) => (own[field] ? [[field, own[field]]] : [])));
  const { etd: _, eta: __, ...task } = tasks?.items?.properties ?? {};
  const { aircraft, callsign, pilots, rules, ...rest } = task;
  const first = { aircraft, callsign, pilots, rules };
  const sortie: Record<string, FieldSchema> = {};
  for (const [name, schema] of Object.entries({ ...first, departs, arrives, ...rest })) {
    if (schema) sortie[name] = schema;
  }
  const required = (tasks?.items?.required ?? []).filter((field) => field !== 'etd' && field !== 'eta');
  const groups = plan.form?.groups ?? [];
  return {
    ...plan,
    name: 'standingForm',
    schema: {
      ...plan.schema,
      $id: 'standingForm',
      required: [...(plan.schema.required ?? []), 'validFrom', 'validTo'],
      properties: {
        ...fields,
        ...term,
        ...(tasks
          ? {
              tasks: {
                ...tasks,
                items: { ...tasks.items, properties: sortie, required: [...required, 'departs', 'arrives'] },
              },
            }
          : {}),
      },
    },
    form: {
      groups: [
        { label: { 'zh-Hans': '有效期与飞行日', en: 'Term and days' }, fields: termFields },
        ...groups,
      ],
    },
  };
}

/** `HHmm` on a day of the service's wall. */
function momentsOn(day: string, time: string): WallMoments {
  return momentsAt(`${day}T${time.slice(0, 2)}:${time.slice(2)}:00`);
}

function momentOn(day: string, time: string): string {
  return new Date(momentsOn(day, time).first).toISOString();
}

const arrivalDay = (day: string, from: string, to: string) => (to <= from ? dayAfter(day, 1) : day);

/** Does no clock change affect these two local times or the time between them? */
function isClear(day: string, from: string, to: string): boolean {
  const moments = [momentsOn(day, from), momentsOn(arrivalDay(day, from, to), to)];
  const [departs, arrives] = moments.map(({ first }) => distanceAt(first, serviceZone()));
  return moments.every(isShownOnce) && departs === arrives;
}

function timeOf(iso: unknown): string | undefined {
  if (typeof iso !== 'string') return undefined;
  const { hour, minute } = wallClockAt(Date.parse(iso), serviceZone());
  return `${String(hour).padStart(2, '0')}${String(minute).padStart(2, '0')}`;
}

const isTime = (value: unknown): value is string => typeof value === 'string' && timeText.test(value);

interface Sortie extends Values {
  departs?: unknown;
  arrives?: unknown;
}

const sortiesOf = ({ tasks }: Values): Sortie[] =>
  (Array.isArray(tasks) ? tasks : []).map((one: unknown) => (isObject(one) ? one : {}));

/** The day on which the sorties are filed: the first of the term without a change of the clock at their times. */
function filedDay(plan: Values): string | null {
  const weekdays = Array.isArray(plan.weekdays)
    ? plan.weekdays.filter((day): day is number => typeof day === 'number')
    : [];
  const term = { validFrom: stringOf(plan.validFrom), validTo: stringOf(plan.validTo), weekdays };
  const days = standingDays(term);
  const hasAll = (day: string) =>
    sortiesOf(plan).every(
      ({ departs: from, arrives: to }) => !isTime(from) || isClear(day, from, isTime(to) ? to : from),
    );
  return days.find(hasAll) ?? days[0] ?? term.validFrom;
}

/** The typed values as the server expects them: sorties on one day of the term, with UTC times. */
function standingPlanOf(values: Values): Values {
  const day = filedDay(values);
  return {
    ...values,
    kind: 'standing',
    tasks: sortiesOf(values).map(({ departs: from, arrives: to, ...task }) => {
      if (day === null || !isTime(from)) return task;
      const etd = momentOn(day, from);
      if (!isTime(to)) return { ...task, etd };
      return { ...task, etd, eta: momentOn(arrivalDay(day, from, to), to) };
    }),
  };
}

/** Errors of invalid times, and of times that a clock change skips on the only day of the term. */
function timeErrors(typed: Values): SchemaError[] {
  const day = filedDay(typed);
  return sortiesOf(typed).flatMap(({ departs: from, arrives: to }, index) =>
    Object.entries({ departs: from, arrives: to }).flatMap(([name, time]): SchemaError[] => {
      if (time === undefined) return [];
      const instancePath = `/tasks/${index}/${name}`;
      if (!isTime(time)) {
        return [
          { keyword: 'pattern', instancePath, schemaPath: '#/pattern', params: { pattern: timeText.source } },
        ];
      }
      const on = day !== null && name === 'arrives' && isTime(from) ? arrivalDay(day, from, time) : day;
      if (on === null || momentsOn(on, time).leftOutAt === null) return [];
      return [
        { keyword: 'format', instancePath, schemaPath: '#/format', params: { format: 'time-left-out' } },
      ];
    }),
  );
}

/** Where the form has what the server names. */
function standingFieldOf(field: string): string {
  return field
    .replace(/^(tasks[./]\d+[./])etd$/, '$1departs')
    .replace(/^(tasks[./]\d+[./])eta$/, '$1arrives');
}

/** The judge of a plan, asked of what is typed here, its answers at the fields of this form. */
export function standingValidate(joined: Validate): Validate {
  const validate: Validate = (value) => {
    const typed = isObject(value) ? value : {};
    joined(standingPlanOf(typed));
    const renamed: Record<string, string> = { etd: 'departs', eta: 'arrives' };
    const errors = (joined.errors ?? []).map((error) => {
      const missing = error.params.missingProperty;
      return {
        ...error,
        instancePath: error.instancePath.replace(/\/(etd|eta)$/, (_, name: string) => `/${renamed[name]}`),
        ...(typeof missing === 'string' && renamed[missing]
          ? { params: { ...error.params, missingProperty: renamed[missing] } }
          : {}),
      };
    });
    const tasks = sortiesOf(typed);
    const without = ['validFrom', 'validTo']
      .filter((field) => typeof typed[field] !== 'string')
      .map((missingProperty) => ({
        keyword: 'required',
        instancePath: '',
        schemaPath: '#/required',
        params: { missingProperty },
      }));
    joined.errors = null;
    // A time without a day is no moment yet: what is missing is the term, or what is typed is no time.
    const known = errors.filter(
      ({ instancePath, params }) =>
        !(
          (params.missingProperty === 'departs' || params.missingProperty === 'arrives') &&
          timeGiven(tasks, instancePath, String(params.missingProperty))
        ),
    );
    validate.errors = [...without, ...known, ...timeErrors(typed)];
    return validate.errors.length === 0;
  };
  return validate;
}

function timeGiven(tasks: Sortie[], path: string, name: string): boolean {
  const time = tasks[Number(/^\/tasks\/(\d+)$/.exec(path)?.[1] ?? -1)]?.[name];
  return typeof time === 'string' && time !== '';
}

/** A new standing plan: an empty sortie, and the user's own company where they have one. */
export function newStandingValues(companyId: number | null): Values {
  return {
    urgency: 'normal',
    unmanned: false,
    ...(companyId === null ? {} : { company: companyId }),
    tasks: [{ rules: 'V' }],
  };
}

export const standingVariant: EditorVariant = {
  resource: standingFormResource,
  fields: [...planFormFields, ...termFields],
  valuesOf(detail) {
    const { tasks, ...values } = planFormValues(detail);
    const term = Object.fromEntries(
      termFields.flatMap((field) => {
        const value: unknown = Reflect.get(detail.plan, field);
        const empty = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
        return empty ? [] : [[field, value]];
      }),
    );
    return {
      ...values,
      ...term,
      tasks: (Array.isArray(tasks) ? tasks : []).map((task: unknown) => {
        const { etd, eta, ...rest } = isObject(task) ? task : {};
        return { ...rest, departs: timeOf(etd), arrives: timeOf(eta) };
      }),
    };
  },
  planOf: standingPlanOf,
  fieldOf: standingFieldOf,
  taskWith: (task, { kind, etd, eta, lower, upper }) =>
    kind === 'time' ? { ...task, departs: timeOf(etd), arrives: timeOf(eta) } : { ...task, lower, upper },
  list: { path: '/navigation/standing', titleKey: 'standing.title' },
  newKey: 'standing.new',
  pageOf: (id) => `/navigation/detailsSN?id=${id}`,
};
