import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { reasonCodes, withReason } from './reason-presets.ts';

interface Props {
  presets: keyof typeof reasonCodes;
  /** What a check found, each quoted by a click. */
  quotes: readonly string[];
  value: string;
  onChange: (value: string) => void;
}

/** Below a reason: what is said again and again, by its code, and what the check found. */
export function ReasonHelp({ presets, quotes, value, onChange }: Props) {
  const { t } = useTranslation();
  const add = (line: string) => onChange(withReason(value, line));
  return (
    <div className="plan-reasons">
      <fieldset className="cw-bar cw-plain" aria-label={t('approval.reason.presets')}>
        {reasonCodes[presets].map((code) => (
          <Button
            key={code}
            size="small"
            data-reason={code}
            onClick={() => add(`${code} ${t(`approval.reason.${code}`)}`)}
          >
            {code} {t(`approval.reason.${code}`)}
          </Button>
        ))}
      </fieldset>
      {quotes.length > 0 && (
        <ul aria-label={t('approval.reason.findings')}>
          {quotes.map((quote) => (
            <li key={quote}>
              <button type="button" className="cw-link" data-quote onClick={() => add(quote)}>
                <span aria-hidden="true">❝ </span>
                {quote}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
