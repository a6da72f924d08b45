import { useInvalidate } from '@refinedev/core';
import { App, Button, Tag } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Locale } from '#domain/text/label.ts';
import { nameIn, textIn } from '#domain/text/name-in.ts';
import { isObject } from '#domain/text/narrow.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { patchRecord } from '#web/client/data.ts';
import { RequestError } from '#web/client/http.ts';
import { useDirty } from '#web/client/live.ts';
import { ParameterInput } from '#web/engine/widgets/parameter-input.tsx';
import { inForce, parameterType } from '#web/engine/widgets/parameter-value.ts';
import { RuleText } from '#web/ui/rule-text.tsx';

export interface ParameterRecord {
  id: number;
  version: number;
  key: string;
  group: string;
  name: string;
  nameEn: string;
  value: string | null;
  valueType: string | null;
  unit: string | null;
  defaultValue: string | null;
  help: string | null;
  helpEn: string | null;
  source: string | null;
  sourceEn: string | null;
}

interface Props {
  row: ParameterRecord;
  locale: Locale;
  mayChange: boolean;
}

/** One parameter: changed where it stands, saved when its control is left, and taken back to its default by a button. */
export function ParameterRow({ row, locale, mayChange }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const invalidate = useInvalidate();
  const id = useId();
  const [value, setValue] = useState(row.value ?? undefined);
  const { busy, failure, run, tell } = useAsyncAction();
  const problem = failure === null ? null : errorText(failure);
  const version = useRef(row.version);
  const name = nameIn(row, locale);
  const help = textIn(row.help, row.helpEn, locale);
  const source = textIn(row.source, row.sourceEn, locale);
  const type = parameterType(row.valueType);
  const dirty = (value ?? null) !== row.value;
  useDirty(dirty);

  // What another changed meanwhile is shown, unless something is typed here.
  const typed = useRef(dirty);
  typed.current = dirty && problem === null && busy;
  useEffect(() => {
    version.current = row.version;
    if (!typed.current) setValue(row.value ?? undefined);
  }, [row.version, row.value]);

  const save = async (next: string | undefined) => {
    if (busy || (next ?? null) === row.value) return;
    await run(async () => {
      try {
        const saved = await patchRecord('parameter', row.id, {
          version: version.current,
          value: next ?? null,
        });
        if (isObject(saved)) version.current = Number(saved.version);
      } catch (error) {
        // The next try is made from what is there now.
        if (isStale(error)) version.current = Number(error.current.version);
        throw error;
      }
      message.success(t('admin.parameter.saved', { name }));
      await invalidate({ resource: 'parameter', invalidates: ['list', 'detail'], id: row.id });
    });
  };

  function errorText(error: unknown): string {
    if (!(error instanceof RequestError)) return t('shell.error.unknown');
    if (isStale(error)) return t('list.inlineStale', { value: String(error.current.value ?? '—') });
    return Object.values(error.errors).flat()[0] ?? t(error.message);
  }

  const changed = row.value !== null && row.value !== row.defaultValue;
  const unit = row.unit ? ` ${row.unit}` : '';
  return (
    <div className="cw-parameter">
      <div>
        <label htmlFor={id}>
          <strong>{name}</strong>
        </label>{' '}
        {changed && <Tag color="blue">{t('admin.parameter.isChanged')}</Tag>}
        {help && <p id={`${id}-help`}>{help}</p>}
        <p>
          <Link to={`/permission/param/${row.id}`}>
            <code>{row.key}</code>
          </Link>
          {source && (
            <>
              {' · '}
              <RuleText text={source} />
            </>
          )}
        </p>
      </div>
      <div>
        <ParameterInput
          id={id}
          parameter={row.key}
          type={type}
          unit={row.unit}
          value={value}
          fallback={row.defaultValue ?? ''}
          disabled={!mayChange || busy}
          invalid={problem !== null}
          describedBy={
            [help && `${id}-help`, problem && `${id}-fault`].filter(Boolean).join(' ') || undefined
          }
          onChange={(next) => {
            setValue(next);
            tell(null);
            // A choice is made at once; what is typed waits until it is done.
            if (type === 'boolean') void save(next);
          }}
          onDone={() => {
            if (type !== 'boolean') void save(value);
          }}
        />
        {problem && (
          <div id={`${id}-fault`} className="cw-error" role="alert">
            {problem}
          </div>
        )}
      </div>
      <div className="cw-parameter-end">
        <span className="cw-soft">
          {t('admin.parameter.default')}{' '}
          <span className="cw-figures">{row.defaultValue === null ? '—' : shown(row, t) + unit}</span>
        </span>
        {mayChange && changed && (
          <Button
            size="small"
            type="link"
            style={{ padding: 0 }}
            aria-label={t('admin.parameter.resetNamed', { name })}
            onClick={() => {
              setValue(undefined);
              void save(undefined);
            }}
          >
            {t('admin.parameter.reset')}
          </Button>
        )}
      </div>
    </div>
  );
}

function isStale(error: unknown): error is RequestError & { current: Record<string, unknown> } {
  return error instanceof RequestError && error.statusCode === 409 && isObject(error.current);
}

function shown({ valueType, defaultValue }: ParameterRecord, t: (key: string) => string): string {
  const text = inForce(null, defaultValue);
  if (valueType !== 'boolean') return text;
  return t(text === 'true' ? 'admin.parameter.yes' : 'admin.parameter.no');
}
