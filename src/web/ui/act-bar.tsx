import { DownOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RuleText } from './rule-text.tsx';

/** How an action's button looks. */
export type ActWeight = 'primary' | 'plain' | 'danger';
const order: ActWeight[] = ['primary', 'plain', 'danger'];

/** Actions in the one order of every bar: what goes on, the rest, what ends something. */
export function inActOrder<A>(actions: readonly A[], weightOf: (action: A) => ActWeight): A[] {
  return actions.toSorted((a, b) => order.indexOf(weightOf(a)) - order.indexOf(weightOf(b)));
}

interface View<A> {
  action: A;
  allowed: boolean;
  /** Why not now, and by which rule. */
  reason: string | null;
  rule: string | null;
}

interface Props<A> {
  label: string;
  /** All that is mine to do, now or later. */
  actions: readonly View<A>[];
  nameOf: (action: A) => string;
  weightOf: (action: A) => ActWeight;
  /** Whether it asks something before it goes out. */
  asks: (action: A) => boolean;
  onStart: (action: A) => void;
  /** Stands before the actions of now. */
  first?: ReactNode;
  /** Stands behind them. */
  children?: ReactNode;
}

/** What I may do now as buttons; what is mine to do but not now, with the reason that the server gives. */
export function ActBar<A extends string>(props: Props<A>) {
  const { label, actions, nameOf, weightOf, asks, onStart, first, children } = props;
  const { t } = useTranslation();
  const now = inActOrder(
    actions.filter(({ allowed }) => allowed).map(({ action }) => action),
    weightOf,
  ).map((action) => ({ action, weight: weightOf(action) }));
  const later = actions.filter(({ allowed }) => !allowed);
  return (
    <fieldset className="cw-bar cw-plain" aria-label={label}>
      {first}
      {now.map(({ action, weight }) => (
        <Button
          key={action}
          type={weight === 'primary' ? 'primary' : 'default'}
          danger={weight === 'danger'}
          aria-haspopup={asks(action) ? 'dialog' : undefined}
          data-action={action}
          onClick={() => onStart(action)}
        >
          {nameOf(action)}
        </Button>
      ))}
      {children}
      {later.length > 0 && (
        <Popover
          trigger="click"
          placement="bottomRight"
          title={t('approval.act.laterTitle')}
          content={<Later actions={later} nameOf={nameOf} />}
        >
          <Button aria-haspopup="true" icon={<DownOutlined />} iconPosition="end">
            {t('approval.act.later', { count: later.length })}
          </Button>
        </Popover>
      )}
    </fieldset>
  );
}

function Later<A extends string>({ actions, nameOf }: Pick<Props<A>, 'actions' | 'nameOf'>) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing in it takes the focus
    <ul className="plan-later" aria-label={t('approval.act.laterTitle')} tabIndex={0}>
      {actions.map(({ action, reason, rule }) => (
        <li key={action}>
          <Button size="small" disabled data-action={action}>
            {nameOf(action)}
          </Button>
          <span>
            {reason}
            {rule && (
              <span className="plan-soft">
                {' · '}
                <RuleText text={rule} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
