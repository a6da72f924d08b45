import { Empty, Skeleton, Switch, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HeardMessage, MessageRow } from '#contract/surveillance-source.ts';
import { withFewDigits } from '#domain/text/numbers.ts';
import { Failure } from '#web/ui/failure.tsx';
import { Noted } from './source-counts.tsx';
import { useHeard } from './source-queries.ts';
import './surveillance.css';

/** The last message of a source in words and in octets, as it goes on; it can be held to be read. */
export function ListenPanel({ sourceId }: { sourceId: number }) {
  const { t } = useTranslation();
  const [isHeld, setHeld] = useState(false);
  const { data, error, isPending, refetch } = useHeard(sourceId, isHeld);
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (isPending) return <Skeleton active title={false} />;
  if (data === null) return <Empty description={t('sources.nothingHeard')} />;
  return (
    <section className="cw-listen" aria-label={t('sources.listen')}>
      <header className="cw-listen-head">
        <span className="cw-figures">
          {t('sources.heardAt', {
            time: `${new Date(data.at).toISOString().slice(11, 19)}Z`,
            octets: data.octets,
          })}
        </span>
        <Switch size="small" checked={isHeld} onChange={setHeld} aria-label={t('sources.hold')} />
        <span>{t('sources.hold')}</span>
        {data.errors.map((text) => (
          <Tag color="error" key={text}>
            {text}
          </Tag>
        ))}
      </header>
      <Noted of="others" notes={data.others} />
      <Noted of="unusable" notes={data.unusable} />
      <Message message={data} />
    </section>
  );
}

function Message({ message }: { message: HeardMessage }) {
  const { t } = useTranslation();
  return (
    <>
      {message.reports.map((rows, index) => (
        <Rows key={rowKey(rows, index)} title={t('sources.report', { number: index + 1 })} rows={rows} />
      ))}
      {message.records.map(({ title, rows }, index) => (
        <Rows
          key={rowKey(rows, index)}
          title={t('sources.record', { number: index + 1, category: title })}
          rows={rows}
        />
      ))}
      {message.text !== null && (
        <>
          <h3>{t('sources.asText')}</h3>
          <pre className="cw-octets">{message.text}</pre>
        </>
      )}
      <h3>{t('sources.octets')}</h3>
      <pre className="cw-octets">
        {message.hex}
        {message.octets * 3 > message.hex.length + 3 ? ' …' : ''}
      </pre>
    </>
  );
}

const rowKey = (rows: readonly MessageRow[], index: number) => `${index} ${rows.length}`;

function Rows({ title, rows }: { title: string; rows: readonly MessageRow[] }) {
  const { t } = useTranslation();
  const isNumbered = rows.some(({ item }) => item !== null);
  return (
    <details open={!isNumbered || rows.length < 60}>
      <summary>{title}</summary>
      <table className="cw-message-rows">
        <thead>
          <tr>
            {isNumbered && <th scope="col">{t('sources.item')}</th>}
            <th scope="col">{t('sources.name')}</th>
            <th scope="col">{t('sources.value')}</th>
            <th scope="col">{t('sources.unit')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ item, name, value, unit }) => (
            <tr key={`${item} ${name}`}>
              {isNumbered && <td className="cw-figures">{item}</td>}
              <td>{name}</td>
              <td className="cw-figures">{withFewDigits(value)}</td>
              <td>{unit}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
