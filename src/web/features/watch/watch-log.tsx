import { useList } from '@refinedev/core';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PositionState } from '#contract/watch.ts';
import type { WatchLogEntryRecord } from '#domain/record/records.gen.ts';
import { wordedIn } from '#domain/text/locales/stored-text.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { zuluText } from '#web/client/clock.ts';
import { useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';

/** What stands beside the map; the whole log has a list of its own. */
const shown = 30;

/** The last entries of the log, of a position or of all, and a line to write one. */
export function WatchLog({ positions }: { positions: PositionState[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const mine = positions.filter(({ holder }) => holder?.isMe);
  const [of, setOf] = useState<number | undefined>();
  const [correcting, setCorrecting] = useState<number | null>(null);
  const { query, result } = useList<WatchLogEntryRecord>({
    resource: 'watchLogEntry',
    pagination: { pageSize: shown },
    sorters: [
      { field: 'at', order: 'desc' },
      { field: 'id', order: 'desc' },
    ],
    filters: of ? [{ field: 'position', operator: 'eq', value: of }] : [],
    errorNotification: false,
  });
  if (query.error)
    return <Failure title={t('watch.failed')} error={query.error} retry={() => void query.refetch()} />;
  const times = new Map(result.data.map(({ id, at }) => [id, at]));
  const own = mine.find(({ id }) => id === of) ?? mine[0];
  return (
    <section className="cw-watch-log" aria-label={t('watch.log')}>
      <div className="cw-bar">
        <Select
          size="small"
          allowClear
          className="cw-grow"
          aria-label={t('watch.position')}
          placeholder={t('watch.all')}
          value={of}
          onChange={setOf}
          options={positions.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Link to="/flightWatch/watchLog">{t('watch.logAll')}</Link>
      </div>
      {own && <WriteLine label={t('watch.write')} send={(text) => write(own.id, text)} />}
      <ol>
        {result.data.map((entry) => (
          <li key={entry.id}>
            <span className="cw-figures">{zuluText(entry.at)}</span> <KindWord kind={entry.kind} />{' '}
            {entry.corrects && times.has(entry.corrects) && (
              <span className="cw-soft">
                {t('watch.corrects', { time: zuluText(times.get(entry.corrects) ?? '') })}{' '}
              </span>
            )}
            {wordedIn(entry.text, locale)}{' '}
            {entry.kind === 'note' && <span className="cw-soft">{entry.byName}</span>}
            {own && (entry.kind === 'note' || entry.kind === 'correction') && (
              <Button size="small" type="link" onClick={() => setCorrecting(entry.id)}>
                {t('watch.correct')}
              </Button>
            )}
            {correcting === entry.id && (
              <WriteLine
                label={t('watch.correction')}
                send={async (text) => {
                  await callService('Watch', 'Correct', { id: entry.id, text });
                  setCorrecting(null);
                }}
              />
            )}
          </li>
        ))}
      </ol>
      {query.isSuccess && result.data.length === 0 && <p className="cw-soft">{t('watch.noLog')}</p>}
    </section>
  );
}

const write = async (position: number, text: string) => {
  await callService('Watch', 'Write', { position, text });
};

/** A kind as its schema words it. */
function KindWord({ kind }: { kind: WatchLogEntryRecord['kind'] }) {
  const locale = useLocale();
  const words = resourceNamed('watchLogEntry')?.schema.properties.kind?.['x-enum'];
  return <strong>{words?.[kind]?.[locale] ?? kind}</strong>;
}

/** What was typed stays until it is written. */
function WriteLine({ label, send }: { label: string; send: (text: string) => Promise<void> }) {
  const { t } = useTranslation();
  const action = useAsyncAction();
  const [text, setText] = useState('');
  const submit = () =>
    action.run(async () => {
      await send(text.trim());
      setText('');
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') void submit();
      }}
    >
      <div className="cw-bar">
        <Input
          size="small"
          aria-label={label}
          placeholder={label}
          maxLength={2000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button size="small" htmlType="submit" loading={action.busy} disabled={text.trim() === ''}>
          {t('watch.save')}
        </Button>
      </div>
      {action.failure !== null && <Failure error={action.failure} />}
    </form>
  );
}
