import { PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input } from 'antd';
import dayjs from 'dayjs';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type EvaluatedPart, evaluatedParts } from '#domain/what-if/changes.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { RequestError } from '#web/client/http.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import { WallRangePicker } from '#web/ui/pickers.tsx';
import { storedMoment, wallClock } from '#web/ui/wall-clock.ts';
import { ChangeCard } from './change-card.tsx';
import { changeOf, emptyRow } from './change-state.ts';
import './what-if.css';

const mostChanges = 20;

/** The week up to now: UTC ISO 8601. */
function lastDays(): { from: string; to: string } {
  const now = dayjs().startOf('minute');
  return { from: now.subtract(7, 'day').toISOString(), to: now.toISOString() };
}

/** What is changed, and which past days it is tried on. */
export function StartPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const titleId = useId();
  const [title, setTitle] = useState('');
  const [{ from, to }, setPeriod] = useState(lastDays);
  const [parts, setParts] = useState<EvaluatedPart[]>([...evaluatedParts]);
  const keys = useRef(0);
  const [rows, setRows] = useState(() => [emptyRow(0)]);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const { busy, failure, run } = useAsyncAction();

  const missing: Record<string, string[]> = {};
  const note = (field: string) => {
    missing[field] = [t('whatIf.required')];
  };

  const start = () =>
    run(async () => {
      const changes = rows.map(changeOf);
      if (title.trim() === '') note('title');
      if (parts.length === 0) note('parts');
      for (const [index, change] of changes.entries()) if (!change) note(`changes.${index}.value`);
      setErrors(missing);
      if (Object.keys(missing).length > 0) return;
      try {
        const complete = changes.filter((change) => change !== null);
        const { id } = await callService('WhatIf', 'Start', { title, from, to, parts, changes: complete });
        await navigate(`/statistics/whatIf/${id}`);
      } catch (error) {
        if (!(error instanceof RequestError) || Object.keys(error.errors).length === 0) throw error;
        setErrors(error.errors);
      }
    });

  const errorOf = (field: string) =>
    (errors[field] ?? []).length > 0 && (
      <p role="alert" className="what-if-error">
        {errors[field]?.join(' ')}
      </p>
    );

  return (
    <form
      className="cw-page what-if-page"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <header className="cw-bar">
        <h1 className="cw-title">{t('whatIf.new')}</h1>
      </header>
      <p className="cw-soft what-if-note">{t('whatIf.about')}</p>
      <div className="what-if-fields">
        <div>
          <label htmlFor={titleId}>{t('whatIf.title')}</label>
          <Input
            id={titleId}
            value={title}
            maxLength={100}
            status={errors.title ? 'error' : ''}
            onChange={(event) => setTitle(event.target.value)}
          />
          {errorOf('title')}
        </div>
        <div>
          <span>{t('whatIf.period')}</span>
          <WallRangePicker
            aria-label={t('whatIf.period')}
            value={[wallClock(from), wallClock(to)]}
            allowClear={false}
            onChange={([first, last]) => {
              if (first && last) setPeriod({ from: storedMoment(first, from), to: storedMoment(last, to) });
            }}
          />
          {errorOf('from')}
          {errorOf('to')}
        </div>
        <fieldset className="what-if-parts">
          <legend>{t('whatIf.parts')}</legend>
          <Checkbox.Group<EvaluatedPart>
            value={parts}
            options={evaluatedParts.map((value) => ({ value, label: t(`whatIf.part.${value}`) }))}
            onChange={setParts}
          />
          {errorOf('parts')}
        </fieldset>
      </div>
      <h2 className="what-if-heading">{t('whatIf.changes')}</h2>
      {errorOf('changes')}
      {rows.map((row, index) => (
        <ChangeCard
          key={row.key}
          row={row}
          number={index + 1}
          errors={[...(errors[`changes.${index}.value`] ?? []), ...(errors[`changes.${index}.field`] ?? [])]}
          onChange={(next) => {
            setRows((all) => all.map((one) => (one.key === next.key ? next : one)));
            setErrors(({ [`changes.${index}.value`]: _, ...rest }) => rest);
          }}
          onRemove={
            rows.length > 1 ? () => setRows((all) => all.filter(({ key }) => key !== row.key)) : undefined
          }
        />
      ))}
      <div className="cw-bar">
        <Button
          icon={<PlusOutlined />}
          disabled={rows.length >= mostChanges}
          onClick={() => {
            keys.current += 1;
            setRows((all) => [...all, emptyRow(keys.current)]);
          }}
        >
          {t('whatIf.addChange')}
        </Button>
        <span className="cw-grow" />
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('whatIf.start')}
        </Button>
      </div>
      {failure !== null && <Failure title={t('whatIf.startFailed')} error={failure} />}
    </form>
  );
}
