import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import './file-view.css';

interface Props {
  /** A signed link: the browser asks for it without the session's token. */
  src: string;
  name: string;
  mediaType: string;
  height: string;
}

const steps = [1, 1.5, 2, 3, 4, 6];

/** An image that can be enlarged and moved, or a PDF in the browser's own viewer. Without antd: public pages show it too. */
export function FileView({ src, name, mediaType, height }: Props) {
  const { t } = useTranslation();
  const [step, setStep] = useState(0);
  if (mediaType === 'application/pdf') {
    return <iframe className="cw-file-frame" src={src} title={name} style={{ height }} />;
  }
  const zoom = steps[step] ?? 1;
  const to = (next: number) => setStep(Math.min(Math.max(next, 0), steps.length - 1));
  return (
    <div className="cw-file-image">
      <div className="cw-bar" role="toolbar" aria-label={t('files.zoom')}>
        <button type="button" className="cw-button" disabled={step === 0} onClick={() => to(step - 1)}>
          − <span className="cw-hidden">{t('files.zoomOut')}</span>
        </button>
        <output className="cw-figures">{Math.round(zoom * 100)}%</output>
        <button
          type="button"
          className="cw-button"
          disabled={step === steps.length - 1}
          onClick={() => to(step + 1)}
        >
          + <span className="cw-hidden">{t('files.zoomIn')}</span>
        </button>
        <button type="button" className="cw-button" disabled={step === 0} onClick={() => to(0)}>
          {t('files.fit')}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className="cw-file-stage" style={{ height }} tabIndex={0} aria-label={name}>
        <img
          src={src}
          alt={name}
          style={{ width: `${zoom * 100}%`, maxHeight: zoom === 1 ? '100%' : undefined }}
        />
      </section>
    </div>
  );
}
