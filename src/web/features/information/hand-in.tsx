import { Button, Input, Tag } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SubmittedReport, TriedReport } from '#contract/information.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { callService } from '#web/client/services.ts';
import { decodedIn, WeatherWords } from '#web/features/weather/weather-words.tsx';
import { Failure } from '#web/ui/failure.tsx';

type Outcome = { tried: TriedReport[] } | { taken: SubmittedReport[] };

/** A box for reports: they can be tried out, and, for a source that is filled by hand, handed in. */
export function HandIn({ sourceId, onTaken }: { sourceId: number | null; onTaken: () => void }) {
  const { t } = useTranslation();
  const label = useId();
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { busy, failure, run } = useAsyncAction();
  const isEmpty = text.trim() === '';
  const tryOut = () =>
    run(async () => setOutcome({ tried: (await callService('Information', 'TryOut', { text })).items }));
  const handIn = () =>
    run(async () => {
      const { items } = await callService('Information', 'Submit', { text, source: sourceId });
      setOutcome({ taken: items });
      // What could not be read stays to be corrected.
      setText(
        items
          .filter(({ state }) => state === 'unreadable')
          .map(({ raw }) => `${raw}=`)
          .join('\n'),
      );
      onTaken();
    });
  return (
    <section className="cw-intake-box" aria-labelledby={label}>
      <h3 id={label}>{t(sourceId === null ? 'intake.tryTitle' : 'intake.handTitle')}</h3>
      <Input.TextArea
        value={text}
        onChange={({ target }) => setText(target.value)}
        autoSize={{ minRows: 4, maxRows: 16 }}
        maxLength={200_000}
        spellCheck={false}
        className="cw-intake-text"
        aria-labelledby={label}
        placeholder={t('intake.example')}
      />
      <div className="cw-intake-acts">
        <Button onClick={() => void tryOut()} loading={busy} disabled={isEmpty}>
          {t('intake.tryOut')}
        </Button>
        {sourceId !== null && (
          <Button type="primary" onClick={() => void handIn()} loading={busy} disabled={isEmpty}>
            {t('intake.handIn')}
          </Button>
        )}
      </div>
      {failure !== null && <Failure error={failure} />}
      {outcome && (
        <ol className="cw-intake-outcome" aria-label={t('intake.outcome')} aria-live="polite">
          {'tried' in outcome
            ? outcome.tried.map((report) => <Tried key={report.raw} report={report} />)
            : outcome.taken.map((report) => <Taken key={report.raw} report={report} />)}
        </ol>
      )}
    </section>
  );
}

function Tried({ report }: { report: TriedReport }) {
  const { t } = useTranslation();
  const decoded = decodedIn(report.decoded);
  return (
    <li>
      <Tag color={report.isReadable ? 'success' : 'error'}>
        {t(report.isReadable ? 'intake.readable' : 'intake.state.unreadable')}
      </Tag>
      {report.kind ?? t('intake.noKind')} {report.heading && <code>{report.heading}</code>}
      {report.reason && <span className="cw-intake-reason">{report.reason}</span>}
      <pre className="cw-intake-raw">{report.raw}</pre>
      {decoded && <WeatherWords decoded={decoded} />}
    </li>
  );
}

const stateColours: Readonly<Record<string, string>> = {
  stored: 'success',
  duplicate: 'default',
  late: 'warning',
  unreadable: 'error',
};

function Taken({ report }: { report: SubmittedReport }) {
  const { t } = useTranslation();
  return (
    <li>
      <Tag color={stateColours[report.state]}>{t(`intake.state.${report.state}`)}</Tag>
      {report.kind ?? t('intake.noKind')} {report.heading && <code>{report.heading}</code>}
      {report.reason && <span className="cw-intake-reason">{report.reason}</span>}
      <pre className="cw-intake-raw">{report.raw}</pre>
    </li>
  );
}
