import { CloseOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button, ConfigProvider, theme } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { nameIn } from '#domain/text/name-in.ts';
import { localText, zuluText } from '#web/client/clock.ts';
import { useLocale } from '#web/client/locale.ts';
import { currentUser } from '#web/client/session.ts';
import './print.css';

interface Props {
  title: ReactNode;
  /** Beside the title, in small. */
  subtitle?: ReactNode;
  /** What is chosen before printing; not printed. */
  choices?: ReactNode;
  children: ReactNode;
  onClose: () => void;
}

/** The buttons above the paper are those of a light screen in either theme. */
const paperAccent = '#0b4f9e';

/** A sheet of paper over the whole window, black on white in either theme: title, content, and who printed it when. */
export function PrintSheet({ title, subtitle, choices, children, onClose }: Props) {
  const { t } = useTranslation();
  const [at] = useState(() => new Date());
  const locale = useLocale();
  const actor = currentUser.get()?.actor;
  const user = actor ? nameIn(actor, locale) : '';
  useEffect(() => {
    document.documentElement.dataset.printing = 'sheet';
    return () => {
      delete document.documentElement.dataset.printing;
    };
  }, []);
  return createPortal(
    <ConfigProvider
      theme={{ inherit: false, algorithm: theme.defaultAlgorithm, token: { colorPrimary: paperAccent } }}
    >
      <div className="cw-sheet" role="dialog" aria-modal="true" aria-label={t('show.print')}>
        <div className="cw-sheet-bar cw-bar">
          {choices}
          <span className="cw-grow" />
          <Button type="primary" icon={<PrinterOutlined />} onClick={() => window.print()}>
            {t('show.printNow')}
          </Button>
          <Button icon={<CloseOutlined />} onClick={onClose}>
            {t('show.printClose')}
          </Button>
        </div>
        <article className="cw-paper">
          <header>
            <h1>{title}</h1>
            {subtitle && <p>{subtitle}</p>}
          </header>
          {children}
          <footer>
            {t('shell.product')} · {t('show.printedBy', { user, at: stamp(at) })}
          </footer>
        </article>
      </div>
    </ConfigProvider>,
    document.body,
  );
}

/** `2026-11-21 14:30 CST (0630Z)`. */
function stamp(at: Date): string {
  return `${localText(at.toISOString())} (${zuluText(at.toISOString())})`;
}
