import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FilingResult } from './file-plans.ts';

/** What became of the plans that went out: where those that were filed are, and why others stay in the sheet. */
export function FilingReport({
  result,
  submitted,
  onGo,
  onClose,
}: {
  result: FilingResult;
  submitted: boolean;
  onGo: (key: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { filed, refused, left, stopped } = result;
  const clean = refused.length === 0 && left.length === 0;
  return (
    <Alert
      type={clean ? 'success' : filed.length > 0 ? 'warning' : 'error'}
      role={clean ? 'status' : 'alert'}
      showIcon
      closable
      onClose={onClose}
      className="sheet-report"
      message={t(submitted ? 'plan.sheet.submitted' : 'plan.sheet.saved', {
        filed: filed.length,
        refused: refused.length,
        left: left.length,
      })}
      description={
        <>
          {filed.length > 0 && (
            <p className="cw-bar" data-report="filed">
              {filed.map(({ key, name, saved }) => (
                <Link key={key} to={`/navigation/details?id=${saved.id}`} className="cw-figures">
                  {name} {saved.planNumber}
                </Link>
              ))}
            </p>
          )}
          {refused.length > 0 && (
            <ul className="sheet-refused" data-report="refused">
              {refused.map(({ key, name, error, unsure }) => (
                <li key={key}>
                  <Button type="link" size="small" onClick={() => onGo(key)}>
                    {name}
                  </Button>
                  {unsure ? t('plan.sheet.unsure') : t(error.message)}
                  {error.details && <span className="plan-soft"> {error.details}</span>}
                  <ul>
                    {[...new Set(Object.values(error.errors).flat())]
                      .filter((text) => text !== error.message)
                      .map((text) => (
                        <li key={text}>{text}</li>
                      ))}
                  </ul>
                </li>
              ))}
            </ul>
          )}
          {stopped && <p>{t('plan.notFinish.text')}</p>}
        </>
      }
    />
  );
}
