import { type Static, Type } from '@sinclair/typebox';
import { adminPermission } from '#domain/identity/access.ts';
import { AppError } from '#domain/text/errors.ts';
import { withoutHidden } from '#server/engine/records/fields.ts';
import type { Records } from '#server/engine/records/records.ts';
import { altitudeInput, geometryInput } from '#server/features/plans/plan-input.ts';
import { templateRecord } from '#server/features/plans/plan-rows.ts';
import { keepTemplate } from '#server/features/plans/plan-template.ts';
import { largeBody } from '#server/http/body-limits.ts';
import { nullable } from '#server/http/nullable.ts';
import { method, type Service } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';

const id = Type.Integer({ minimum: 1 });
const makers = ['Pages.AirspaceApproval.Create', 'Pages.Navigation.Create', 'Pages.StandingNAircraft.Create'];
const readers = ['Pages.AirspaceApproval', 'Pages.Navigation', 'Pages.StandingNAircraft'];
const maybe = <T extends Parameters<typeof nullable>[0]>(schema: T) => Type.Optional(nullable(schema));

/** What a person keeps of an airspace that he uses again; its figures are judged by the record's schema. */
const templateFields = {
  name: Type.String({ minLength: 1, maxLength: 64 }),
  company: maybe(id),
  kind: Type.Optional(Type.String({ maxLength: 20 })),
  shape: Type.Union(
    (['circle', 'polygon', 'sector', 'corridor', 'point'] as const).map((one) => Type.Literal(one)),
  ),
  geometry: geometryInput,
  center: maybe(geometryInput),
  radiusM: maybe(Type.Number()),
  startBearing: maybe(Type.Number()),
  endBearing: maybe(Type.Number()),
  centerline: maybe(geometryInput),
  widthM: maybe(Type.Number()),
  lower: altitudeInput,
  upper: altitudeInput,
  entryExit: maybe(Type.String({ maxLength: 500 })),
  remark: maybe(Type.String({ maxLength: 500 })),
};

const templateInput = Type.Object({
  ...templateFields,
  id: Type.Optional(id),
  version: Type.Optional(Type.Integer({ minimum: 1 })),
});

const templateView = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  name: Type.String(),
  company: nullable(Type.Integer()),
  companyName: nullable(Type.String()),
  owner: nullable(Type.Integer()),
  kind: nullable(Type.String()),
  shape: Type.String(),
  /** GeoJSON, WGS-84. */
  geometry: Type.Unknown(),
  center: Type.Unknown(),
  radiusM: nullable(Type.Number()),
  startBearing: nullable(Type.Number()),
  endBearing: nullable(Type.Number()),
  centerline: Type.Unknown(),
  widthM: nullable(Type.Number()),
  lower: nullable(altitudeInput),
  upper: nullable(altitudeInput),
  entryExit: nullable(Type.String()),
  remark: nullable(Type.String()),
});

/** Airspace templates: an extent with limits that a user keeps (decisions.md §6). */
export function createTemplateService({ records }: { records: Records }): Service {
  async function save(caller: Caller, { id: known, version, ...input }: Static<typeof templateInput>) {
    const values: Record<string, unknown> = {
      ...emptyTemplate,
      ...input,
      company: input.company ?? caller.actor.companyId,
    };
    const { company } = values;
    const isHis = typeof company === 'number' && caller.actor.companyIds.includes(company);
    // What belongs to no company is shared by all: that is for an administrator to make.
    if (!isHis && !caller.actor.permissions.includes(adminPermission)) {
      const key = typeof company === 'number' ? 'plan.refused.otherCompany' : 'plan.refused.companyNeeded';
      throw new AppError('validation', { key }, { fields: [{ field: 'company', text: { key } }] });
    }
    if (known === undefined) {
      return records.transaction((unit) => keepTemplate(records, caller, unit, values));
    }
    if (version === undefined) {
      const field = 'version';
      throw new AppError(
        'validation',
        { key: 'common.validation' },
        { fields: [{ field, text: { key: 'common.invalid.required', values: { field } } }] },
      );
    }
    return records.update(caller, 'airspaceTemplate', known, version, values);
  }

  return {
    name: 'Template',
    methods: [
      method({
        verb: 'POST',
        name: 'EditTemplate',
        bodyLimit: largeBody,
        permission: makers,
        summary: 'Makes an airspace template, or changes the one whose id and version it names',
        input: templateInput,
        output: Type.Object({ id: Type.Integer(), version: Type.Integer() }),
        async handle(input, caller) {
          const stored = await save(caller, input);
          return { id: stored.id, version: stored.version };
        },
      }),
      method({
        verb: 'GET',
        name: 'GetTemplate',
        permission: readers,
        summary: 'An airspace template',
        input: Type.Object({ id }),
        output: templateView,
        async handle(input, caller) {
          const stored = await records.get(caller, 'airspaceTemplate', input.id);
          const company = (await records.labels(caller, 'airspaceTemplate', [stored])).get(
            stored.id,
          )?.company;
          const template = templateRecord(stored);
          const view = {
            ...emptyTemplate,
            owner: null,
            ...template,
            companyName: typeof company === 'string' ? company : null,
          };
          return withoutHidden(caller, 'airspaceTemplate', view, {
            ...emptyTemplate,
            owner: null,
            companyName: null,
          });
        },
      }),
    ],
  };
}

/** What a form leaves out is emptied: a saved template is what was sent. */
const emptyTemplate = {
  company: null,
  kind: 'temporary',
  center: null,
  radiusM: null,
  startBearing: null,
  endBearing: null,
  centerline: null,
  widthM: null,
  entryExit: null,
  remark: null,
};
