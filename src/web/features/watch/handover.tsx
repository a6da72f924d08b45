import { useQuery } from '@tanstack/react-query';
import { Form, Input, Modal, Select, Skeleton } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AlertView } from '#contract/alerts.ts';
import type { PositionState, WatchList } from '#contract/watch.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { watchKeys } from '#domain/watch/watch-keys.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { localText, zuluText } from '#web/client/clock.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { useAlerts } from '#web/features/alerts/alert-store.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useWatchList } from './watch-queries.ts';

/** Offers a position to somebody, or to whoever takes it. */
export function OfferDialog({ position, onClose }: { position: PositionState; onClose: () => void }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<{ to?: number; remarks?: string }>();
  const action = useAsyncAction({ form, fields: ['to', 'remarks'] });
  const relief = useQuery({
    queryKey: ['watch', 'relief', position.id],
    queryFn: () => callService('Watch', 'GetRelief', { position: position.id }),
  });
  const send = (values: { to?: number; remarks?: string }) =>
    action.run(async () => {
      const { to, remarks } = values;
      await callService('Watch', 'OfferHandover', {
        position: position.id,
        ...(to ? { to } : {}),
        ...(remarks ? { remarks } : {}),
      });
      onClose();
    });
  return (
    <FormDialog
      open
      form={form}
      title={t('watch.offerTitle', { position: position.name })}
      okText={t('watch.offer')}
      cancelText={t('shell.cancel')}
      confirmLoading={action.busy}
      onFinish={(values) => void send(values)}
      onCancel={onClose}
      width={640}
    >
      {action.failure !== null && <Failure title={t('watch.failed')} error={action.failure} />}
      <Form.Item name="to" label={t('watch.to')}>
        <Select
          allowClear
          showSearch
          optionFilterProp="label"
          loading={relief.isPending}
          placeholder={t('watch.anyone')}
          options={(relief.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      <Form.Item name="remarks" label={t('watch.remarks')}>
        <Input.TextArea rows={3} maxLength={2000} showCount />
      </Form.Item>
      <HandedOver />
    </FormDialog>
  );
}

/** Takes a position over, after what is open has been read. */
export function TakeDialog({ position, onClose }: { position: PositionState; onClose: () => void }) {
  const { t } = useTranslation();
  const action = useAsyncAction();
  const locale = useLocale();
  const actor = useStore(currentUser)?.actor;
  const name = actor ? nameIn(actor, locale) : '';
  const { data, refetch } = useWatchList();
  const { offer } = position;
  const take = () =>
    action.run(async () => {
      if (!data || !offer) return;
      try {
        await callService('Watch', 'TakeHandover', { id: offer.id, seen: watchKeys(data) });
      } catch (error) {
        // What came up meanwhile stands in the list that is shown next.
        void refetch();
        throw error;
      }
      onClose();
    });
  return (
    <Modal
      open
      title={t('watch.takeTitle', { position: position.name, name: offer?.fromName ?? '' })}
      okText={t('watch.takeConfirm', { name })}
      okButtonProps={{ disabled: !data || !offer }}
      cancelText={t('shell.cancel')}
      confirmLoading={action.busy}
      onOk={() => void take()}
      onCancel={onClose}
      width={640}
    >
      {action.failure !== null && <Failure error={action.failure} />}
      {offer && (
        <p>
          <strong>{t('watch.remarks')}</strong> {offer.remarks ?? '—'}
        </p>
      )}
      <HandedOver />
    </Modal>
  );
}

/** What whoever takes the position has to know. */
function HandedOver() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data, error, refetch } = useWatchList();
  const { alerts } = useAlerts();
  if (error) return <Failure title={t('watch.failed')} error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  return (
    <div className="cw-handed-over">
      {partsOf(data, locale, reasonsOf(alerts, t)).map(({ key, lines }) => (
        <section key={key}>
          <h3>
            {t(key)} <span className="cw-figures">{lines.length}</span>
          </h3>
          {lines.length === 0 ? (
            <p className="cw-soft">{t('watch.nothing')}</p>
          ) : (
            <ul>
              {lines.map((line) => (
                <li key={line.id}>
                  {line.mark !== '' && <strong>{t(line.mark)} </strong>}
                  {line.text} {line.at && <span className="cw-figures cw-soft">{line.at}</span>}
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}

interface Line {
  id: number;
  /** Catalogue key of a word before the text; '': none. */
  mark: string;
  text: string;
  at: string;
}

/** What each alert says now, by its id: the record has what it said when it was raised. */
const reasonsOf = (alerts: readonly AlertView[], t: TFunction) =>
  new Map(alerts.map(({ id, reason }) => [id, t(reason.key, { ...reason.values })]));

function partsOf(
  { alerts, flights, notices, orders }: WatchList,
  locale: string,
  reasons: ReadonlyMap<number, string>,
) {
  const flight = ({ callsign, planNumber }: { callsign: string | null; planNumber: string | null }) =>
    [callsign, planNumber].filter(Boolean).join(' · ');
  const parts: { key: string; lines: Line[] }[] = [
    {
      key: 'watch.alerts',
      lines: alerts.map(({ id, level, text, textEn, raisedAt, acknowledgedBy }) => ({
        id,
        mark: level ? `alert.level.${level}` : '',
        text: [reasons.get(id) ?? (locale === 'en' ? textEn : text), acknowledgedBy]
          .filter(Boolean)
          .join(' · '),
        at: zuluText(raisedAt),
      })),
    },
    {
      key: 'watch.flights',
      lines: flights.map((one) => ({
        id: one.id,
        mark: '',
        text: [flight(one), one.company].filter(Boolean).join(' · '),
        at: one.since ? zuluText(one.since) : '',
      })),
    },
    {
      key: 'watch.notices',
      lines: notices.map(({ id, title, to }) => ({
        id,
        mark: '',
        text: title,
        at: to ? `– ${localText(to)}` : '',
      })),
    },
    {
      key: 'watch.orders',
      lines: orders.map((one) => ({
        id: one.id,
        mark: `plan.action.${one.kind}`,
        text: `${flight(one)} · ${one.reason}`,
        at: zuluText(one.orderedAt),
      })),
    },
  ];
  return parts;
}
