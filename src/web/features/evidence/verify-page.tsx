import { InboxOutlined } from '@ant-design/icons';
import { Alert, Upload } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { dossierFormat, subjectOf } from '#domain/evidence/heads.ts';
import { type EvidenceVerdict, verifyEvidence } from '#domain/evidence/signed-file.ts';
import { callService } from '#web/client/services.ts';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { FlightTime } from '#web/ui/flight-time.tsx';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { ThemeProvider } from '#web/ui/theme-provider.tsx';
import { DossierContents } from './dossier-contents.tsx';
import { RoomEntries } from './room-entries.tsx';
import './verify-page.css';

/** Megabytes that a browser holds and hashes without trouble. */
const mostMb = 200;

interface Checked {
  name: string;
  /** Null: it was not read. */
  verdict: EvidenceVerdict | null;
  problem: 'tooLarge' | 'unreadable' | null;
}

/** `/verify`: checks a dossier or a room's record in the browser, also without a session. */
export function VerifyPage() {
  return (
    <ThemeProvider>
      <Verification />
    </ThemeProvider>
  );
}

function Verification() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  useDocumentTitle(pathname);
  const [checked, setChecked] = useState<Checked | null>(null);
  /** The installation's key; null: it cannot be had, as without a connection. */
  const [own, setOwn] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    callService('Evidence', 'GetKey', {}).then(
      ({ key }) => current && setOwn(key),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, []);

  const check = async (file: File) => {
    const { name, size } = file;
    if (size > mostMb * 1_000_000) return setChecked({ name, verdict: null, problem: 'tooLarge' });
    try {
      const octets = new Uint8Array(await file.arrayBuffer());
      setChecked({ name, verdict: verifyEvidence(octets), problem: null });
    } catch {
      setChecked({ name, verdict: null, problem: 'unreadable' });
    }
  };

  return (
    <main className="verify-page">
      <header className="cw-bar">
        <h1 className="cw-title">{t('evidence.title')}</h1>
        <span className="cw-grow" />
        <LanguageSwitch />
        <Link to="/">{t('shell.product')}</Link>
      </header>
      <p className="cw-soft">{t('evidence.about')}</p>
      <Upload.Dragger
        accept=".jsonl"
        maxCount={1}
        showUploadList={false}
        beforeUpload={(file) => {
          void check(file);
          return false;
        }}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined />
        </p>
        <p>{t('evidence.drop')}</p>
        <p className="cw-soft">{t('evidence.dropText', { most: mostMb })}</p>
      </Upload.Dragger>
      {checked && (
        <section aria-live="polite">
          <h2 className="verify-name">{checked.name}</h2>
          {checked.problem && (
            <Alert type="error" showIcon message={t(`evidence.${checked.problem}`, { most: mostMb })} />
          )}
          {checked.verdict && <Verdict verdict={checked.verdict} own={own} />}
        </section>
      )}
    </main>
  );
}

function Verdict({ verdict, own }: { verdict: EvidenceVerdict; own: string | null }) {
  const { t } = useTranslation();
  const { state, problems, head, entries } = verdict;
  const result =
    state !== 'intact'
      ? ({ type: 'error', key: head ? state : 'notDossier' } as const)
      : !own
        ? ({ type: 'warning', key: 'notCompared', more: 'notComparedText' } as const)
        : own === head?.key
          ? ({ type: 'success', key: 'intact' } as const)
          : ({ type: 'error', key: 'foreign', more: 'foreignText' } as const);
  return (
    <>
      <Alert
        type={result.type}
        showIcon
        role={result.type === 'success' ? 'status' : 'alert'}
        data-verdict={result.key}
        message={t(`evidence.${result.key}`, { count: entries.length })}
        description={'more' in result ? t(`evidence.${result.more}`) : undefined}
      />
      {problems.length > 0 && (
        <>
          <h3>{t('evidence.problems')}</h3>
          <ul>
            {problems.map(({ line, kind, section }) => (
              <li key={`${line}${kind}`}>
                {t(`evidence.problem.${kind}`, {
                  line,
                  section: section ? t(`evidence.part.${section}`) : '',
                })}
              </li>
            ))}
          </ul>
        </>
      )}
      {head && (
        <dl className="verify-facts">
          <dt>{t(head.format === dossierFormat ? 'evidence.flight' : 'evidence.room')}</dt>
          <dd>{subjectOf(head).join(' · ')}</dd>
          <dt>{t('evidence.madeAt')}</dt>
          <dd>
            <FlightTime at={head.madeAt} year />
          </dd>
          <dt>{t('evidence.madeBy')}</dt>
          <dd>{head.madeBy}</dd>
          {head.format === dossierFormat ? (
            <>
              <dt>{t('evidence.version')}</dt>
              <dd>{head.version}</dd>
            </>
          ) : (
            head.room.closedAt && (
              <>
                <dt>{t('chat.closed')}</dt>
                <dd>
                  <FlightTime at={head.room.closedAt} year />
                </dd>
              </>
            )
          )}
          <dt>{t('evidence.key')}</dt>
          <dd>
            <Key digits={head.key} />
          </dd>
          {own && own !== head.key && (
            <>
              <dt>{t('evidence.ourKey')}</dt>
              <dd>
                <Key digits={own} />
              </dd>
            </>
          )}
        </dl>
      )}
      {head &&
        (head.format === dossierFormat ? (
          <DossierContents entries={entries} />
        ) : (
          <RoomEntries entries={entries} />
        ))}
    </>
  );
}

/** In groups, as two people compare it over the telephone. */
function Key({ digits }: { digits: string }) {
  return <code className="verify-key">{digits.match(/.{1,8}/g)?.join(' ')}</code>;
}
