import { ArrowLeftOutlined } from '@ant-design/icons';
import { Alert, Button, Checkbox, Empty, Skeleton } from 'antd';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditItem } from '#contract/approvals/audit.ts';
import type { InboxItem } from '#contract/approvals/flow-config.ts';
import { type ActWeight, inActOrder } from '#web/ui/act-bar.tsx';
import { useIsMobile } from '#web/ui/appearance.ts';
import { useDeskKeys } from '#web/ui/desk-keys.ts';
import { Failure } from '#web/ui/failure.tsx';

/** How an open document is left: for its neighbour in the queue, or on a phone for the queue. */
export interface DeskWays {
  onStep: (by: 1 | -1) => void;
  /** After a decision: for the next that waits. */
  onDecided: () => void;
  /** The decision whose key was pressed while the document was still being read. */
  wish: RefObject<Wish | null>;
  onBack: (() => void) | undefined;
}

type Wish = 'approve' | 'refuse';

/** A document of the queue. */
type Waiting = Pick<InboxItem | AuditItem, 'id' | 'resource' | 'flowInstance'>;

interface DeskProps<Item> {
  query: { data: unknown; error: unknown; refetch: () => unknown };
  /** Over the reason, where the queue could not be read. */
  failed: string;
  /** The queue's name. */
  label: string;
  items: readonly Item[];
  line: (item: Item) => ReactNode;
  /** Those that are chosen, and how one is; null: it cannot be. Absent: none can. */
  chosen?: ReadonlySet<number>;
  onChoose?: (item: Item) => { label: string; toggle: () => void } | null;
  /** Documents in the order of J and K, where that is not the lines' own. */
  order?: readonly number[];
  before?: ReactNode;
  after?: ReactNode;
  empty: string;
  choose: string;
  /** The document that is open. */
  id: number | null;
  onOpen: (id: number | null) => void;
  document: (id: number, ways: DeskWays) => ReactNode;
}

/** The approver's desk: the queue by its clock, and the document that is open. On a phone one of the two. */
export function ApprovalDesk<Item extends Waiting>(props: DeskProps<Item>) {
  const { query, failed, label, items, line, before, after, empty, choose, id, onOpen } = props;
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const order = props.order ?? items.map((item) => item.id);
  const onStep = (by: 1 | -1) => {
    const place = id === null ? -1 : order.indexOf(id);
    const next = order[place === -1 ? 0 : place + by];
    if (next !== undefined) onOpen(next);
  };
  const wish = useRef<Wish | null>(null);
  // A key is meant for the document that it was pressed on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each document anew
  useEffect(() => {
    wish.current = null;
  }, [id]);
  const present = useRef(id);
  present.current = id;
  const onDecided = () => {
    // Whoever has opened another document meanwhile stays there.
    if (present.current !== id) return;
    const place = id === null ? -1 : order.indexOf(id);
    onOpen(order[place + 1] ?? order.find((one) => one !== id) ?? null);
  };
  // Nothing is open yet: every key of the desk opens the first, and goes on from there.
  const first = () => onStep(1);
  useDeskKeys({ j: first, k: first, a: first, r: first }, id === null);

  if (query.error || !query.data) {
    return (
      <div className="plan-desk-body">
        {query.error ? (
          <Failure title={failed} error={query.error} retry={() => void query.refetch()} />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )}
      </div>
    );
  }
  const queue = (
    <nav className="plan-queue" aria-label={label}>
      {before}
      {order.length === 0 ? (
        <Empty description={empty} style={{ padding: 24 }} />
      ) : (
        <ul>
          {items.map((item) => (
            <li key={item.flowInstance}>
              <Choice
                choice={props.onChoose?.(item) ?? null}
                isChosen={props.chosen?.has(item.id) ?? false}
                offered={props.onChoose !== undefined}
              />
              <button
                type="button"
                aria-current={item.id === id}
                data-record={item.id}
                data-plan={item.resource === 'plan' ? item.id : undefined}
                onClick={() => onOpen(item.id)}
              >
                {line(item)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {after}
    </nav>
  );
  const open =
    id === null ? (
      <div className="plan-open" data-empty="true">
        <Empty description={order.length > 0 ? choose : t('approval.desk.allDone')} style={{ marginTop: 80 }}>
          {order.length > 0 && (
            <Button type="primary" onClick={() => onStep(1)}>
              {t('approval.desk.first')}
            </Button>
          )}
        </Empty>
      </div>
    ) : (
      props.document(id, { onStep, onDecided, wish, onBack: mobile ? () => onOpen(null) : undefined })
    );
  if (mobile) return id === null ? queue : open;
  return (
    <div className="plan-desk-columns">
      {queue}
      {open}
    </div>
  );
}

interface ChoiceProps {
  choice: { label: string; toggle: () => void } | null;
  isChosen: boolean;
  /** Others of the list can be chosen: the lines stand below one another. */
  offered: boolean;
}

function Choice({ choice, isChosen, offered }: ChoiceProps) {
  if (!offered) return null;
  return (
    <span className="plan-queue-choice">
      {choice && <Checkbox aria-label={choice.label} checked={isChosen} onChange={choice.toggle} />}
    </span>
  );
}

function Back({ onBack }: Pick<DeskWays, 'onBack'>) {
  const { t } = useTranslation();
  return (
    onBack && (
      <Button icon={<ArrowLeftOutlined />} onClick={onBack}>
        {t('approval.desk.back')}
      </Button>
    )
  );
}

interface WaitProps extends DeskWays {
  title: string;
  error: unknown;
  retry: () => void;
}

/** In place of a document that is being read, or could not be. */
export function DeskWait({ title, error, retry, onStep, wish, onBack }: WaitProps) {
  // J and K go on without waiting for it; a decision waits until it can be seen.
  const wants = (one: Wish) => () => {
    wish.current = one;
  };
  useDeskKeys({ j: () => onStep(1), k: () => onStep(-1), a: wants('approve'), r: wants('refuse') });
  return (
    <div className="plan-open">
      {error ? (
        <>
          <Back onBack={onBack} />
          <Failure title={title} error={error} retry={retry} />
        </>
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </div>
  );
}

interface DocumentProps<Action extends string> extends DeskWays {
  name: string;
  heading?: ReactNode;
  /** The decisions, and what their group is called. */
  actions: readonly Action[];
  group: string;
  nameOf: (action: Action) => string;
  weightOf: (action: Action) => ActWeight;
  /** Why not; null: it may be taken. */
  reasonOf: (action: Action) => string | null;
  /** Those of the keys A and R. */
  approve: Action;
  refuse: Action;
  /** Why nothing may be decided. */
  why: string | null;
  /** A dialog is open: the keys are its own. */
  busy: boolean;
  onStart: (action: Action) => void;
  children: (decisions: ReactNode) => ReactNode;
}

/** The open document with the decisions on it, as buttons and by keys. */
export function DeskDocument<Action extends string>(props: DocumentProps<Action>) {
  const { name, heading = name, actions, group, nameOf, weightOf, reasonOf, approve, refuse, why } = props;
  const { busy, onStart, onStep, wish, onBack, children } = props;
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const start = (action: Action) => {
    if (actions.includes(action) && reasonOf(action) === null) onStart(action);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the document is there
  useEffect(() => {
    if (wish.current) start(wish.current === 'approve' ? approve : refuse);
    wish.current = null;
  }, []);
  useDeskKeys(
    { j: () => onStep(1), k: () => onStep(-1), a: () => start(approve), r: () => start(refuse) },
    !busy,
  );
  return (
    <section className="plan-open" aria-label={name}>
      <header className="cw-bar">
        <Back onBack={onBack} />
        <h2 className="cw-title cw-figures">{heading}</h2>
        <span className="cw-grow" />
        {!mobile && (
          <span className="plan-soft">
            {t('approval.desk.keys', { approve: nameOf(approve), refuse: nameOf(refuse) })}
          </span>
        )}
      </header>
      {children(
        <div className="plan-decide">
          <fieldset className="cw-bar cw-plain" aria-label={group}>
            {inActOrder(actions, weightOf).map((action) => {
              const reason = reasonOf(action);
              const weight = weightOf(action);
              return (
                <Button
                  key={action}
                  type={weight === 'primary' ? 'primary' : 'default'}
                  danger={weight === 'danger'}
                  disabled={reason !== null}
                  aria-haspopup="dialog"
                  data-action={action}
                  data-act={action}
                  title={reason ?? undefined}
                  onClick={() => onStart(action)}
                >
                  {nameOf(action)}
                </Button>
              );
            })}
          </fieldset>
          {why && <Alert type="info" showIcon message={why} />}
        </div>,
      )}
    </section>
  );
}
