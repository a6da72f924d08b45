import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { isObject, textOf } from '#domain/text/narrow.ts';
import { localText } from '#web/client/clock.ts';
import { RequestError, send } from '#web/client/http.ts';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { FileView } from '#web/ui/file-view.tsx';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { PlainPage } from '#web/ui/plain-page.tsx';
import { sizeText } from '#web/ui/size-text.ts';
import { Splash } from '#web/ui/splash.tsx';
import { TicketPage } from './ticket-page.tsx';
import './preview-page.css';

interface About {
  name: string;
  size: string;
  mediaType: string;
  inline: boolean;
  expiresAt: string;
}

/** `/preview?file={signed}`: one attached file, without a session, until the time of its link is over. */
export function PreviewPage() {
  const { t, i18n } = useTranslation();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const signed = search.get('file');
  const [about, setAbout] = useState<About | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  useDocumentTitle(pathname);

  // biome-ignore lint/correctness/useExhaustiveDependencies: in another language the server's sentence is asked for anew
  useEffect(() => {
    if (!signed) return;
    let current = true;
    setFailure(null);
    readAbout(signed)
      .then((found) => current && setAbout(found))
      .catch((error: unknown) => {
        if (!current) return;
        setAbout(null);
        setFailure(error instanceof Error ? error.message : 'shell.error.unknown');
      });
    return () => {
      current = false;
    };
  }, [signed, attempt, i18n.language]);

  // What is shown ends with its link, not only at the next reload.
  const expiresAt = about?.expiresAt;
  useEffect(() => {
    if (!expiresAt) return;
    const left = Date.parse(expiresAt) - Date.now();
    const timer = setTimeout(
      () => setAttempt((count) => count + 1),
      Math.min(Math.max(left, 0) + 1_000, 2 ** 31 - 1),
    );
    return () => clearTimeout(timer);
  }, [expiresAt]);

  if (!signed) return <TicketPage />;
  if (failure !== null) {
    return (
      <PlainPage sign="⌛" title={t('files.preview.failed')} text={t(failure)}>
        <button type="button" className="cw-button" onClick={() => setAttempt((count) => count + 1)}>
          {t('shell.retry')}
        </button>
        <LanguageSwitch />
      </PlainPage>
    );
  }
  if (!about) return <Splash />;
  const src = `/api/files/${encodeURIComponent(signed)}`;
  return (
    <main className="cw-preview">
      <header className="cw-bar">
        <h1 className="cw-title">{about.name}</h1>
        <span className="cw-figures cw-preview-facts">{about.size}</span>
        <span className="cw-grow" />
        <span className="cw-figures cw-preview-facts">
          {t('files.preview.until', { until: localText(about.expiresAt) })}
        </span>
        <a className="cw-button" href={`${src}?download`} download={about.name}>
          {t('files.save')}
        </a>
        <LanguageSwitch />
      </header>
      {about.inline ? (
        <FileView src={src} name={about.name} mediaType={about.mediaType} height="calc(100vh - 140px)" />
      ) : (
        <p className="cw-preview-none">{t('files.preview.notShown')}</p>
      )}
    </main>
  );
}

async function readAbout(signed: string): Promise<About> {
  const { status, body } = await send(`/api/files/${encodeURIComponent(signed)}/about`);
  if (status === 200 && isObject(body)) {
    return {
      name: String(body.name),
      size: sizeText(Number(body.size)),
      mediaType: String(body.mediaType),
      inline: body.inline === true,
      expiresAt: String(body.expiresAt),
    };
  }
  const error = isObject(body) && isObject(body.error) ? body.error : {};
  throw new RequestError(textOf(error.message) ?? 'shell.error.unknown', { statusCode: status });
}
