import { Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Said } from '#contract/schema-overlay.ts';
import { hasChoices, hasDictionary, hasLimits, hasRelation } from '#domain/overlays/field-faults.ts';
import { mostDecimals, textFormats, usualLength } from '#domain/overlays/field-schema.ts';
import type { OverlayField } from '#domain/overlays/overlay.ts';
import type { GeometryKind } from '#domain/record/resource.ts';
import { useLabel } from '#web/client/locale.ts';
import { useResources } from '#web/client/record-types.ts';
import { ChoicesEditor } from './choices-editor.tsx';
import { saidAt } from './draft.ts';
import { Line } from './line.tsx';
import { useDictionaries } from './use-dictionaries.ts';

interface Props {
  field: OverlayField;
  path: string;
  said: readonly Said[];
  /** It was published: what its values mean stays. */
  known: boolean;
  onChange: (change: Partial<OverlayField>) => void;
}

const shapes: GeometryKind[] = ['Point', 'LineString', 'Polygon', 'MultiPolygon'];
const search = { showSearch: true, optionFilterProp: 'label' } as const;

/** What only some kinds of field have: limits, choices, what they relate to. */
export function KindLines({ field, path, said, known, onChange }: Props) {
  const { t } = useTranslation();
  const label = useLabel();
  const resources = useResources();
  const dictionaries = useDictionaries();
  const { kind } = field;
  const at = (property: string) => saidAt(said, `${path}.${property}`);
  const figure = (
    property: 'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'decimals',
    rest: object = {},
  ) => (
    <Line label={t(`schema.${property}`)} fault={at(property)}>
      {(control) => (
        <InputNumber<number>
          {...control}
          style={{ width: '100%' }}
          value={field[property]}
          onChange={(value) => onChange({ [property]: value ?? undefined })}
          {...rest}
        />
      )}
    </Line>
  );
  return (
    <>
      {hasRelation(kind) && (
        <Line label={t('schema.relation')} fault={at('relation')}>
          {(control) => (
            <Select
              {...control}
              {...search}
              disabled={known}
              value={field.relation}
              options={resources.map(({ name, schema }) => ({
                value: name,
                label: label(schema['x-label'], name),
              }))}
              onChange={(relation: string) => onChange({ relation })}
            />
          )}
        </Line>
      )}
      {hasDictionary(kind) && (
        <Line label={t('schema.dictionary')} fault={at('dictionary')}>
          {(control) => (
            <Select
              {...control}
              {...search}
              value={field.dictionary}
              options={dictionaries}
              onChange={(dictionary: string) => onChange({ dictionary })}
            />
          )}
        </Line>
      )}
      {hasChoices(kind) && (
        <ChoicesEditor
          choices={field.choices ?? []}
          path={`${path}.choices`}
          said={said}
          onChange={(choices) => onChange({ choices })}
        />
      )}
      {kind === 'geometry' && (
        <Line label={t('schema.geometry')} fault={at('geometry')}>
          {(control) => (
            <Select
              {...control}
              mode="multiple"
              value={field.geometry ?? []}
              options={shapes.map((shape) => ({ value: shape, label: t(`schema.shape.${shape}`) }))}
              onChange={(geometry: GeometryKind[]) => onChange({ geometry })}
            />
          )}
        </Line>
      )}
      {kind === 'text' && (
        <Line label={t('schema.format')} fault={at('format')}>
          {(control) => (
            <Select
              {...control}
              {...search}
              allowClear
              placeholder={t('schema.anyText')}
              value={field.format}
              options={textFormats.map((format) => ({ value: format, label: t(`schema.formats.${format}`) }))}
              onChange={(format?: string) => onChange({ format })}
            />
          )}
        </Line>
      )}
      {kind === 'text' && figure('minLength', { min: 0, precision: 0 })}
      {(kind === 'text' || kind === 'texts') &&
        figure('maxLength', { min: 1, precision: 0, placeholder: String(usualLength) })}
      {hasLimits(kind) && (
        <>
          {figure('minimum')}
          {figure('maximum')}
          {kind === 'number' && figure('decimals', { min: 0, max: mostDecimals, precision: 0 })}
          <Line label={t('schema.unit')} fault={at('unit')} help={t('schema.unitHelp')}>
            {(control) => (
              <Input
                {...control}
                value={field.unit ?? ''}
                maxLength={16}
                onChange={(event) => onChange({ unit: event.target.value })}
              />
            )}
          </Line>
        </>
      )}
    </>
  );
}
