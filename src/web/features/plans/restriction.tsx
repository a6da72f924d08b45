import { Alert, Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PlanItem } from '#contract/plans/plan-output.ts';

type Released = Pick<PlanItem, 'restricted' | 'restriction'>;

/** What the approver restricted the release to; null: nothing. */
export function restrictionOf({ restricted, restriction }: Released): string | null {
  return (restricted && restriction?.trim()) || null;
}

interface Props {
  plan: Released;
  /** Whether the crew has confirmed it, and what its box does; absent: it is not asked. */
  read?: boolean;
  onRead?: (read: boolean) => void;
}

/** The restriction of a release, in the approver's words, wherever the flight is shown before it lands. */
export function Restriction({ plan, read = false, onRead }: Props) {
  const { t } = useTranslation();
  const restriction = restrictionOf(plan);
  if (!restriction) return null;
  return (
    <Alert
      type="warning"
      showIcon
      role="note"
      className="plan-restriction"
      message={t('plan.page.restriction', { restriction })}
      description={
        onRead && (
          <Checkbox checked={read} onChange={(event) => onRead(event.target.checked)}>
            {t('plan.restriction.read')}
          </Checkbox>
        )
      }
    />
  );
}
