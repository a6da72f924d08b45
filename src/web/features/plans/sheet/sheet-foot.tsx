import { Button, Checkbox, Progress, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { type Filing, mostTogether } from './use-filing.ts';

interface Props {
  filing: Filing;
  /** How many there are in the sheet. */
  plans: number;
  sorties: number;
  errors: number;
  together: boolean;
  onTogether(together: boolean): void;
  onFile(submit: boolean): void;
}

/** What the sheet holds, how far filing has come, and the buttons that file it. */
export function SheetFoot({ filing, plans, sorties, errors, together, onTogether, onFile }: Props) {
  const { t } = useTranslation();
  return (
    <div className="cw-savebar">
      <span className="cw-grow plan-soft" aria-live="polite">
        {filing.busy ? (
          <span className="cw-bar">
            <Progress
              className="sheet-progress"
              percent={Math.round((100 * filing.busy.done) / filing.busy.of)}
              size="small"
              aria-label={t('plan.sheet.filing')}
            />
            {t('plan.sheet.progress', { done: filing.busy.done, of: filing.busy.of })}
          </span>
        ) : (
          t('plan.sheet.counts', { plans, sorties, errors })
        )}
      </span>
      <Tooltip title={t('plan.sheet.togetherHelp', { count: mostTogether })}>
        <Checkbox
          checked={together}
          disabled={plans > mostTogether}
          onChange={(event) => onTogether(event.target.checked)}
        >
          {t('plan.sheet.together')}
        </Checkbox>
      </Tooltip>
      {filing.busy && !together && <Button onClick={filing.stop}>{t('plan.sheet.stop')}</Button>}
      <Button
        disabled={plans === 0 || filing.busy?.submit === true}
        loading={filing.busy?.submit === false}
        title="Ctrl+S / ⌘S"
        onClick={() => onFile(false)}
      >
        {t('plan.sheet.saveAll')}
      </Button>
      <Button
        type="primary"
        disabled={plans === 0 || filing.busy?.submit === false}
        loading={filing.busy?.submit === true}
        onClick={() => onFile(true)}
      >
        {t('plan.sheet.submitAll', { count: plans })}
      </Button>
    </div>
  );
}
