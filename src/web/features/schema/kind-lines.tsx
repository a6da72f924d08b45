import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DefinitionError } from '#contract/schema-overlay.ts';
import { hasChoices, hasDictionary, hasLimits, hasRelation } from '#domain/overlays/field-errors.ts';
import { mostDecimals, textFormats, usualLength } from '#domain/overlays/field-schema.ts';
import type { OverlayField } from '#domain/overlays/overlay.ts';
import type { GeometryKind } from '#domain/record/resource.ts';
import { useLabel } from '#web/client/locale.ts';
import { useResources } from '#web/client/record-types.ts';
import { NumberInput } from '#web/ui/number-input.tsx';
import { ChoicesEditor } from './choices-editor.tsx';
import { errorAt } from './draft.ts';
import { FormLine } from './form-line.tsx';
import { useDictionaries } from './use-dictionaries.ts';

interface Props {
  field: OverlayField;
  path: string;
  errors: readonly DefinitionError[];
  /** It was published: what its values mean stays. */
  known: boolean;
  onChange: (change: Partial<OverlayField>) => void;
}

const shapes: GeometryKind[] = ['Point', 'LineString', 'Polygon', 'MultiPolygon'];
const search = { showSearch: true, optionFilterProp: 'label' } as const;

/** What only some kinds of field have: limits, choices, what they relate to. */
export function KindLines({ field, path, errors, known, onChange }: Props) {
  const { t } = useTranslation();
  const label = useLabel();
  const resources = useResources();
  const dictionaries = useDictionaries();
  const { kind } = field;
  const at = (property: string) => errorAt(errors, `${path}.${property}`);
  const numberLine = (
    property: 'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'decimals',
    rest: object = {},
  ) => (
    <FormLine label={t(`schema.${property}`)} error={at(property)}>
      {(control) => (
        <NumberInput
          {...control}
          style={{ width: '100%' }}
          value={field[property]}
          onChange={(value) => onChange({ [property]: value ?? undefined })}
          {...rest}
        />
      )}
    </FormLine>
  );
  return (
    <>
      {hasRelation(kind) && (
        <FormLine label={t('schema.relation')} error={at('relation')}>
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
        </FormLine>
      )}
      {hasDictionary(kind) && (
        <FormLine label={t('schema.dictionary')} error={at('dictionary')}>
          {(control) => (
            <Select
              {...control}
              {...search}
              value={field.dictionary}
              options={dictionaries}
              onChange={(dictionary: string) => onChange({ dictionary })}
            />
          )}
        </FormLine>
      )}
      {hasChoices(kind) && (
        <ChoicesEditor
          choices={field.choices ?? []}
          path={`${path}.choices`}
          errors={errors}
          onChange={(choices) => onChange({ choices })}
        />
      )}
      {kind === 'geometry' && (
        <FormLine label={t('schema.geometry')} error={at('geometry')}>
          {(control) => (
            <Select
              {...control}
              mode="multiple"
              value={field.geometry ?? []}
              options={shapes.map((shape) => ({ value: shape, label: t(`schema.shape.${shape}`) }))}
              onChange={(geometry: GeometryKind[]) => onChange({ geometry })}
            />
          )}
        </FormLine>
      )}
      {kind === 'text' && (
        <FormLine label={t('schema.format')} error={at('format')}>
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
        </FormLine>
      )}
      {kind === 'text' && numberLine('minLength', { min: 0, precision: 0 })}
      {(kind === 'text' || kind === 'texts') &&
        numberLine('maxLength', { min: 1, precision: 0, placeholder: String(usualLength) })}
      {hasLimits(kind) && (
        <>
          {numberLine('minimum')}
          {numberLine('maximum')}
          {kind === 'number' && numberLine('decimals', { min: 0, max: mostDecimals, precision: 0 })}
          <FormLine label={t('schema.unit')} error={at('unit')} help={t('schema.unitHelp')}>
            {(control) => (
              <Input
                {...control}
                value={field.unit ?? ''}
                maxLength={16}
                onChange={(event) => onChange({ unit: event.target.value })}
              />
            )}
          </FormLine>
        </>
      )}
    </>
  );
}
