import { ArrowLeftOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditItem } from '#contract/approvals/audit.ts';
import type { InboxItem } from '#contract/approvals/flow-config.ts';
import type { ActWeight } from '#web/ui/act-bar.tsx';
import { useIsMobile } from '#web/ui/appearance.ts';
import { useDeskKeys } from '#web/ui/desk-keys.ts';
import { Failure } from '#web/ui/failure.tsx';

/** How an open document is left: for its neighbour in the queue, or on a phone for the queue. */
export interface DeskWays {
  onStep: (by: 1 | -1) => void;
  onBack: (() => void) | undefined;
}

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
  // Nothing is open yet: J opens the first, as it goes on from there.
  useDeskKeys({ j: () => onStep(1) }, id === null);

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
      props.document(id, { onStep, onBack: mobile ? () => onOpen(null) : undefined })
    );
  if (mobile) return id === null ? queue : open;
  return (
    <div className="plan-desk-columns">
      {queue}
      {open}
    </div>
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
export function DeskWait({ title, error, retry, onStep, onBack }: WaitProps) {
  // J and K go on without waiting for it.
  useDeskKeys({ j: () => onStep(1), k: () => onStep(-1) });
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
  /** The decisions in the order of their buttons, and what their group is called. */
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
  const { busy, onStart, onStep, onBack, children } = props;
  const { t } = useTranslation();
  const start = (action: Action) => {
    if (actions.includes(action) && reasonOf(action) === null) onStart(action);
  };
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
        {!onBack && (
          <span className="plan-soft">
            {t('approval.desk.keys', { approve: nameOf(approve), refuse: nameOf(refuse) })}
          </span>
        )}
      </header>
      {children(
        <div className="plan-decide">
          <fieldset className="cw-bar cw-plain" aria-label={group}>
            {actions.map((action) => {
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
