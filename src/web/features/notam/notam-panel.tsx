import { App, Button, Descriptions, Input, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NotamDetail } from '#contract/notam.ts';
import { formatLimits } from '#domain/geo/altitude.ts';
import { readSnowtam } from '#domain/notam/snowtam.ts';
import { snowtamWords } from '#domain/notam/snowtam-words.ts';
import { clausesText } from '#domain/text/list-text.ts';
import { localText, serviceZone } from '#web/client/clock.ts';
import { useLocale } from '#web/client/locale.ts';
import { useNotifyError } from '#web/client/notify-error.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FlightSpan, FlightTime } from '#web/ui/flight-time.tsx';
import { NotamTags, NotamTimes } from './notam-list.tsx';
import { useNotam, useRefreshNotams } from './notam-queries.ts';

interface Props {
  id: number;
  onClose: () => void;
  onChoose: (id: number) => void;
  onReplace: (id: number) => void;
}

/** Active hours that are shown of the next week. */
const mostTimes = 8;
const iso = (at: number) => new Date(at).toISOString();

/** All that is known of a NOTAM, its words in both languages, and what one may do with it. */
export function NotamPanel({ id, onClose, onChoose, onReplace }: Props) {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useNotam(id);
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (isPending) return <Skeleton active />;
  return (
    <section className="cw-notam-panel" aria-label={data.number ?? ''}>
      <header className="cw-bar">
        <h2 className="cw-figures">{data.number ?? data.kind.toUpperCase()}</h2>
        <NotamTags notam={data} />
        <Button onClick={onClose}>{t('notam.close')}</Button>
      </header>
      <Actions notam={data} onReplace={onReplace} onChoose={onChoose} />
      <Facts notam={data} onChoose={onChoose} />
    </section>
  );
}

function Facts({ notam, onChoose }: { notam: NotamDetail; onChoose: (id: number) => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const link = ({ id, number }: { id: number; number: string | null }) => (
    <Button key={id} type="link" size="small" onClick={() => onChoose(id)}>
      {number ?? id}
    </Button>
  );
  const snow = notam.kind === 'snowtam' ? readSnowtam(notam.text, Date.parse(notam.validFrom)) : null;
  const facts: Record<string, ReactNode> = {
    code: (
      <>
        <span className="cw-figures">{notam.qCode}</span> {notam.words['zh-Hans']} / {notam.words.en}
      </>
    ),
    places: [notam.fir, ...notam.locations.filter((one) => one !== notam.fir)].join(' '),
    valid: (
      <>
        <NotamTimes from={notam.validFrom} to={notam.validTo} />{' '}
        {notam.isPermanent ? t('notam.permanent') : notam.isEstimated && t('notam.estimated')}
      </>
    ),
    schedule: notam.schedule,
    times:
      notam.schedule && notam.times.length > 0 ? (
        <ul className="cw-plain-list">
          {notam.times.slice(0, mostTimes).map(({ from, to }) => (
            <li key={from}>
              <FlightSpan from={iso(from)} to={iso(to)} />
            </li>
          ))}
        </ul>
      ) : null,
    levels: notam.lower || notam.upper ? formatLimits(notam.lower, notam.upper) : null,
    area: t(`notam.fact.area.${notam.areaFrom}`),
    runways: snow && (
      <ul className="cw-plain-list">
        {snowtamWords(snow, { locale, timeZone: serviceZone() }).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    ),
    textZh: notam.textZh && <p className="cw-notam-whole">{notam.textZh}</p>,
    text: <p className="cw-notam-whole">{notam.text}</p>,
    before: notam.before.length > 0 ? notam.before.map(link) : null,
    after: notam.after && link(notam.after),
    problems:
      notam.problems.length > 0 ? (
        <ul className="cw-plain-list">
          {notam.problems.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      ) : null,
    acknowledged:
      notam.acknowledged.length > 0
        ? clausesText(
            notam.acknowledged.map(({ name, company, at }) =>
              [name, company, localText(at)].filter(Boolean).join(' '),
            ),
            locale,
          )
        : null,
    issued: notam.issuedAt && <FlightTime at={notam.issuedAt} />,
    received: notam.receivedAt && <FlightTime at={notam.receivedAt} />,
    raw: <pre className="cw-notam-raw">{notam.raw}</pre>,
  };
  return (
    <Descriptions
      size="small"
      bordered
      column={1}
      items={Object.entries(facts)
        .filter(([, value]) => value)
        .map(([key, children]) => ({ key, label: t(`notam.fact.${key}`), children }))}
    />
  );
}

function Actions({
  notam,
  onReplace,
  onChoose,
}: {
  notam: NotamDetail;
  onReplace: (id: number) => void;
  onChoose: (id: number) => void;
}) {
  const { t } = useTranslation();
  const { modal, message } = App.useApp();
  const tell = useNotifyError();
  const refresh = useRefreshNotams();
  const [busy, setBusy] = useState(false);
  const acknowledge = async () => {
    setBusy(true);
    try {
      await callService('Notam', 'Acknowledge', { id: notam.id });
      await refresh();
    } catch (error) {
      tell(error);
    } finally {
      setBusy(false);
    }
  };
  const cancel = () => {
    let text = '';
    const dialog = modal.confirm({
      title: t('notam.cancel.title', { number: notam.number }),
      content: (
        <Input.TextArea
          rows={3}
          aria-label={t('notam.cancel.text')}
          placeholder={t('notam.cancel.text')}
          onChange={(event) => {
            text = event.target.value;
          }}
        />
      ),
      okText: t('notam.cancel'),
      okButtonProps: { danger: true },
      // Refused, it stays open with what was written.
      onOk: (close) => void send(close),
    });
    const loading = (busy: boolean) => dialog.update({ okButtonProps: { danger: true, loading: busy } });
    const send = async (close: () => void) => {
      loading(true);
      try {
        const made = await callService('Notam', 'Cancel', { id: notam.id, text });
        message.success(t('notam.issued', { number: made.number }));
        close();
        await refresh();
        onChoose(made.id);
      } catch (error) {
        tell(error);
        loading(false);
      }
    };
  };
  return (
    <div className="cw-notam-acts">
      {notam.acknowledgedAt ? (
        <span className="cw-soft">{t('notam.acknowledged', { time: localText(notam.acknowledgedAt) })}</span>
      ) : (
        <Button type="primary" loading={busy} onClick={() => void acknowledge()}>
          {t('notam.acknowledge')}
        </Button>
      )}
      {notam.mayChange && (
        <>
          <Button onClick={() => onReplace(notam.id)}>{t('notam.replace')}</Button>
          <Button danger onClick={cancel}>
            {t('notam.cancel')}
          </Button>
        </>
      )}
    </div>
  );
}
