import type { WidgetProps } from '@rjsf/utils';
import { Input } from 'antd';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportRows, valueKey } from '#domain/surveillance/formats/report-rows.ts';
import { tryMapping } from '#domain/surveillance/lines/try-mapping.ts';
import { TextareaWidget } from './input-widgets.tsx';
import './mapping-widget.css';

/** The mapping of a source of JSON, and what it makes of a sample that is pasted beside it, before anything is saved. */
export function MappingWidget(props: WidgetProps) {
  const { t } = useTranslation();
  const [sample, setSample] = useState('');
  const id = useId();
  const mapping = typeof props.value === 'string' ? props.value : '';
  const tried = useMemo(
    () => (mapping === '' || sample.trim() === '' ? null : tryMapping(mapping, sample, Date.now())),
    [mapping, sample],
  );
  return (
    <div className="cw-mapping">
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
          {tried.errors.map(({ text, count }) => (
            <p key={text.key} className="cw-mapping-error">
              {t(text.key, { ...text.values })}
              {count > 1 ? ` × ${count}` : ''}
            </p>
          ))}
          {tried.errors.length === 0 && tried.reports.length === 0 && <p>{t('form.mapping.nothing')}</p>}
          {tried.reports.slice(0, 3).map((report) => (
            <dl key={`${report.icao24} ${report.trackNumber} ${report.latitude} ${report.longitude}`}>
              {reportRows(report).map(({ name, value, unit }) => (
                <div key={name}>
                  <dt>{t(name)}</dt>
                  <dd className="cw-figures">
                    {valueKey(value) === null ? value : t(valueKey(value) ?? '')} {unit}
                  </dd>
                </div>
              ))}
            </dl>
          ))}
          {tried.reports.length > 3 && <p>{t('form.mapping.more', { count: tried.reports.length - 3 })}</p>}
        </output>
      )}
    </div>
  );
}
