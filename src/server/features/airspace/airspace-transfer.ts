import { Readable } from 'node:stream';
import type {
  AirspaceFormat,
  ImportedFeature,
  ImportedFile,
  ImportNote,
} from '#domain/airspace/formats/draft.ts';
import { type ExportedAirspace, toGeoJson, toKml } from '#domain/airspace/formats/export.ts';
import { readAirspaceFile } from '#domain/airspace/formats/read.ts';
import { otherFormat } from '#domain/airspace/formats/recognised.ts';
import { isAltitude } from '#domain/geo/altitude.ts';
import { type Geometry, isGeometry } from '#domain/geo/geojson.ts';
import { extentFields } from '#domain/geo/shapes.ts';
import type { FoundEncoding, TextEncoding } from '#domain/text/encoding.ts';
import { AppError, type FieldError, fieldError, textsByField } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { presentFor } from '#server/engine/records/fields.ts';
import type { Records } from '#server/engine/records/records.ts';
import { FileAnswer, type Handlers } from '#server/http/service.ts';
import { type Caller, userIdOf } from '#server/kernel/caller.ts';
import { betweenSteps, inSlices } from '#server/kernel/in-slices.ts';
import { outsideOfCoverage } from './airspace-coverage.ts';
import type { AirspaceLife } from './airspace-life.ts';
import { unpackAirspace, warnOfEncoding } from './airspace-packed.ts';
import { whole } from './airspace-shape.ts';
import type { ImportProgresses } from './import-progress.ts';

/** The fields of a record that a file keeps. */
const handedOut = [
  'name',
  'nameEn',
  'designator',
  'kind',
  'airspaceClass',
  ...extentFields.filter((field) => field !== 'geometry'),
  'lower',
  'upper',
  'validFrom',
  'validTo',
  'schedule',
  'activityNature',
  'entryExit',
  'sharing',
  'openState',
  'remark',
];

/** Files of airspace: what one holds, what is made of it, and the library as a file. */
export function airspaceTransferMethods(deps: {
  records: Records;
  catalogue: Catalogue;
  life: AirspaceLife;
  sql: Sql;
  progress: ImportProgresses;
  timeZone: () => Promise<string>;
  clock: () => Date;
}): Pick<Handlers<'Airspace'>, 'ImportCheck' | 'ImportProgress' | 'ImportSave' | 'Export'> {
  const { records, catalogue, life, progress, clock } = deps;
  /** Names a running check: by its user and key. */
  const checkOf = (caller: Caller, key: string) => `${userIdOf(caller)} ${key}`;

  return {
    async ImportCheck(input, caller) {
      const format: AirspaceFormat | undefined = input.format;
      const options = { format, timeZone: await deps.timeZone(), now: clock().getTime() };
      const check = input.key === undefined ? null : checkOf(caller, input.key);
      try {
        if (check !== null) progress.set(check, { state: 'reading', done: 0, of: 0 });
        const { file, detected } = await fileOf(input, options);
        const pause = betweenSteps();
        const isOutside = await outsideOfCoverage(deps.sql, caller);
        for (const [done, feature] of file.features.entries()) {
          if (check !== null) progress.set(check, { state: 'checking', done, of: file.features.length });
          await validate(feature, caller, isOutside);
          await pause();
        }
        return { ...presentImport(file, caller), ...(detected ? { encoding: detected } : {}) };
      } finally {
        if (check !== null) progress.end(check);
      }
    },
    ImportProgress: async ({ key }, caller) => progress.of(checkOf(caller, key)),
    async ImportSave({ drafts }, caller) {
      const items: { index: number; id: number; name: string }[] = [];
      const refused: { index: number; name: string; message: string; fields: Record<string, string[]> }[] =
        [];
      for (const [index, one] of drafts.entries()) {
        const name = one.name ?? '';
        try {
          const saved = await life.save(caller, {
            source: textIn({ key: 'airspace.import.source' }, caller.locale),
            ...one,
          });
          items.push({ index, id: saved.id, name });
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          const fields = textsByField(error.extra.fields ?? [], (text) => textIn(text, caller.locale));
          refused.push({ index, name, message: textIn(error.text, caller.locale), fields });
        }
      }
      return { items, refused };
    },
    async Export(input, caller) {
      const airspaces = await chosen(caller, input.ids);
      const stamp = dayOf(clock().getTime(), await deps.timeZone());
      const title = textIn({ key: 'airspace.file.title' }, caller.locale);
      const kml = input.format === 'kml';
      return new FileAnswer({
        name: `airspace-${stamp}.${kml ? 'kml' : 'geojson'}`,
        mediaType: kml ? 'application/vnd.google-earth.kml+xml' : 'application/geo+json',
        stream: Readable.from([kml ? toKml(title, airspaces) : toGeoJson(airspaces)]),
      });
    },
  };

  /** The file that was sent, as a text or as octets; `detected`: how its texts were read where they name no encoding. */
  async function fileOf(
    { text, data, encoding }: { text?: string; data?: string; encoding?: TextEncoding },
    options: Parameters<typeof readAirspaceFile>[1],
  ): Promise<{ file: ImportedFile; detected?: FoundEncoding }> {
    if ((text === undefined) === (data === undefined)) throw fieldError('text', 'airspace.import.textOrData');
    if (text !== undefined) return { file: await inSlices(readAirspaceFile(text, options)) };
    const unpacked = await unpackAirspace(Buffer.from(data ?? '', 'base64'), encoding);
    if ('file' in unpacked) return { file: unpacked.file };
    const { format } = options;
    if ('format' in unpacked && format !== undefined && format !== unpacked.format)
      return { file: otherFormat(format, unpacked.format) };
    const steps = 'steps' in unpacked ? unpacked.steps : readAirspaceFile(unpacked.text, options);
    const file = await inSlices(steps);
    const { detected } = unpacked;
    if (!detected) return { file };
    return { file: detected.isCertain ? file : warnOfEncoding(file, detected.encoding), detected };
  }

  /** What was read is judged as it will be when it is saved: a draft that the save would refuse is none. */
  async function validate(
    feature: ImportedFeature,
    caller: Caller,
    isOutside: (extent: Geometry) => boolean,
  ): Promise<void> {
    if (!feature.draft) return;
    const errors = await errorsOf({ ...feature.draft }, caller);
    if (feature.draft.geometry && isOutside(feature.draft.geometry))
      errors.push({ field: 'geometry', text: { key: 'airspace.refused.outsideCoverage' } });
    const placed = ({ field, text }: FieldError): ImportNote => {
      const [name = field] = field.split('.');
      return { ...(feature.placeOf?.(name) ?? { path: field }), text };
    };
    feature.errors.push(...errors.map(placed));
    if (errors.length > 0) feature.draft = null;
  }

  async function errorsOf(values: Record<string, unknown>, caller: Caller): Promise<FieldError[]> {
    try {
      return await records.validate(caller, 'airspace', whole(values, {}), { filled: ['company'] });
    } catch (error) {
      if (error instanceof AppError && error.extra.fields) return error.extra.fields;
      throw error;
    }
  }

  async function chosen(caller: Caller, ids: string | undefined): Promise<ExportedAirspace[]> {
    const wanted = ids === undefined ? null : ids.split(',').filter(Boolean).map(Number);
    if (wanted?.length === 0) return [];
    const type = catalogue.find('airspace');
    const items = await records.rows(caller, 'airspace', {
      most: 5_000,
      sort: [{ field: 'name', order: 'asc' }],
      filter: wanted
        ? { field: 'id', operator: 'in', value: wanted }
        : { field: 'state', operator: 'eq', value: 1 },
    });
    const kinds = type.fields.get('kind')?.schema['x-enum'] ?? {};
    return items.flatMap((record): ExportedAirspace[] => {
      const open: Record<string, unknown> = presentFor(caller, type, record);
      const { geometry, lower, upper } = open;
      if (!isGeometry(geometry, ['Polygon', 'MultiPolygon'])) return [];
      return [
        {
          id: record.id,
          name: typeof open.name === 'string' ? open.name : `#${record.id}`,
          kindText: kinds[String(open.kind)]?.[caller.locale] ?? '',
          geometry,
          lower: isAltitude(lower) ? lower : null,
          upper: isAltitude(upper) ? upper : null,
          properties: Object.fromEntries(
            handedOut.flatMap((name) =>
              open[name] === undefined || open[name] === null ? [] : [[name, open[name]]],
            ),
          ),
        },
      ];
    });
  }
}

/** Notes of one airspace, and of one file, that are told one by one; of every airspace the first is. */
const mostNotes = { feature: 50, file: 10_000 };

function presentImport(file: ImportedFile, { locale }: Caller) {
  let left = mostNotes.file;
  const presented = ({ path, line, text }: ImportNote) => ({
    path,
    line: line ?? null,
    message: textIn(text, locale),
  });
  const shortened = (notes: ImportNote[]) => {
    const listed = notes.slice(0, Math.max(1, Math.min(mostNotes.feature, left)));
    left -= listed.length;
    const count = notes.length - listed.length;
    const more = { path: '', text: { key: 'airspace.import.more', values: { count } } };
    return (count > 0 ? [...listed, more] : listed).map(presented);
  };
  return {
    format: file.format,
    errors: file.errors.map(presented),
    features: file.features.map(({ index, name, draft: made, errors, warnings, repairs }) => ({
      index,
      name,
      draft: made ? Object.fromEntries(Object.entries(made).filter(([, value]) => value !== null)) : null,
      errors: shortened(errors),
      warnings: shortened(warnings),
      ...(repairs ? { repairs } : {}),
    })),
  };
}
