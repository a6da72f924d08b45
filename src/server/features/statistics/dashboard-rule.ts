import { mayEver, mayReadField } from '#domain/identity/access.ts';
import type { Dashboard } from '#domain/record/records.gen.ts';
import type { Resource } from '#domain/record/resource.ts';
import { filterNow } from '#domain/statistics/filter-now.ts';
import { type Tile, tileErrors } from '#domain/statistics/tile.ts';
import { AppError, type FieldError } from '#domain/text/errors.ts';
import { visibleFields } from '#server/engine/records/fields.ts';
import { parseListQuery } from '#server/engine/records/query-parser.ts';
import type { RecordRule, RecordWrite } from '#server/engine/records/record-rules.ts';

/** Every tile counts records that there are, by fields that there are; a filter is one that the list would take. */
export const dashboardTiles: RecordRule = {
  phase: 'validate',
  name: 'what the tiles of a dashboard count',
  types: ['dashboard'],
  actions: ['create', 'update'],
  async validate(write) {
    // Its schema has been asked before.
    const tiles = (write.after?.tiles ?? []) as Dashboard['tiles'];
    return tiles.flatMap((tile, index) =>
      errorsOf(tile, write).map(({ field, text }) => ({ field: `tiles.${index}.${field}`, text })),
    );
  },
};

function errorsOf(tile: Tile, { types, caller }: RecordWrite): FieldError[] {
  const type = types.get(tile.resource);
  const mayRead = type !== undefined && mayEver(caller.ability, 'read', type.resource.name);
  const errors: FieldError[] = tileErrors(
    tile,
    mayRead ? readable(type.resource, caller.ability) : undefined,
  );
  if (!mayRead || tile.filter === undefined) return errors;
  // A relative date is asked whether it is one; which days it means, whoever looks at the board finds out.
  const filter = filterNow(type.resource, tile.filter, 0, 'UTC');
  try {
    parseListQuery(type, visibleFields(caller, type), { filter: JSON.stringify(filter ?? {}) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    errors.push({ field: 'filter', text: error.extra.fields?.[0]?.text ?? error.text });
  }
  return errors;
}

/** The type as this user sees it. */
function readable(resource: Resource, ability: RecordWrite['caller']['ability']): Resource {
  const properties = Object.fromEntries(
    Object.entries(resource.schema.properties).filter(([field]) =>
      mayReadField(ability, resource.name, field),
    ),
  );
  return { ...resource, schema: { ...resource.schema, properties } };
}
