import type { WidgetProps } from '@rjsf/utils';
import { Input, Select } from 'antd';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportRows, wordOf } from '#domain/surveillance/formats/report-rows.ts';
import { mappingPresets } from '#domain/surveillance/lines/mapping-presets.ts';
import { type TriedText, tryMapping } from '#domain/surveillance/lines/try-mapping.ts';
import { TextareaWidget } from './input-widgets.tsx';
import './mapping-widget.css';

/**
 * The mapping of a source of JSON, ready ones to begin with, and what it makes of a sample that is pasted beside it,
 * before anything is saved.
 */
export function MappingWidget(props: WidgetProps) {
  const { t } = useTranslation();
  const [sample, setSample] = useState('');
  /** What a ready mapping has replaced, to go back to. */
  const [former, setFormer] = useState('');
  const id = useId();
  const mapping = typeof props.value === 'string' ? props.value : '';
  const tried = useMemo(
    () => (mapping === '' || sample.trim() === '' ? null : tryMapping(mapping, sample, Date.now())),
    [mapping, sample],
  );
  return (
    <div className="cw-mapping">
      <Select
        className="cw-mapping-preset"
        aria-label={t('form.mapping.preset')}
        placeholder={t('form.mapping.preset')}
        value={null}
        disabled={props.disabled || props.readonly}
        options={[
          ...mappingPresets.map(({ name, mapping: value }) => ({ label: name, value })),
          ...(former === '' || former === mapping
            ? []
            : [{ label: t('form.mapping.former'), value: former }]),
        ]}
        onChange={(chosen: string | null) => {
          setFormer(mapping);
          props.onChange(chosen ?? mapping);
        }}
      />
      <TextareaWidget {...props} />
      <label htmlFor={id}>{t('form.mapping.sample')}</label>
      <Input.TextArea
        id={id}
        value={sample}
        autoSize={{ minRows: 2, maxRows: 10 }}
        placeholder={t('form.mapping.paste')}
        spellCheck={false}
        onChange={(event) => setSample(event.target.value)}
      />
      {tried && (
        <output className="cw-mapping-tried" aria-label={t('form.mapping.tried')}>
          <TriedTexts className="cw-mapping-error" texts={tried.errors} />
          <TriedTexts className="cw-mapping-error" texts={tried.unusable} />
          <TriedTexts texts={tried.notes} />
          {tried.errors.length + tried.notes.length + tried.reports.length === 0 && (
            <p>{t('form.mapping.nothing')}</p>
          )}
          {tried.reports.slice(0, 3).map((report, index) => (
            <dl key={`${report.icao24} ${report.trackNumber} ${report.latitude} ${report.longitude}`}>
              {reportRows(report).map((row) => (
                <div key={row.name}>
                  <dt>{t(row.name)}</dt>
                  <dd className="cw-figures">
                    {wordOf(row) === null ? row.value : t(wordOf(row) ?? '')} {row.unit}
                  </dd>
                </div>
              ))}
              <PositionAge ageS={tried.agesS[index] ?? null} />
            </dl>
          ))}
          {tried.reports.length > 3 && <p>{t('form.mapping.more', { count: tried.reports.length - 3 })}</p>}
        </output>
      )}
    </div>
  );
}

function PositionAge({ ageS }: { ageS: number | null }) {
  const { t } = useTranslation();
  if (ageS === null) return null;
  return (
    <div>
      <dt>{t('track.field.positionAge')}</dt>
      <dd className="cw-figures">{Number(ageS.toFixed(1))} s</dd>
    </div>
  );
}

function TriedTexts({ texts, className }: { texts: readonly TriedText[]; className?: string }) {
  const { t } = useTranslation();
  return texts.map(({ text, count }) => (
    <p key={`${text.key} ${Object.values(text.values ?? {}).join(' ')}`} className={className}>
      {t(text.key, { ...text.values })}
      {count > 1 ? ` × ${count}` : ''}
    </p>
  ));
}
