import { Button, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FlightRecord } from '#contract/flight-list.ts';
import { boundToCompanies } from '#domain/identity/access.ts';
import { settableStatuses } from '#domain/plans/flight-status.ts';
import { airspaceWatch } from '#domain/plans/readers.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { useHolds } from '#web/client/access.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FlightTime } from '#web/ui/flight-time.tsx';
import { useStatusWords } from './status-words.ts';

/** What is known of the chosen flight; whoever watches the air sets and withdraws its status here. */
export function StripDetail({ flight }: { flight: FlightRecord }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const word = useStatusWords()(flight.label);
  const actor = useStore(currentUser)?.actor;
  const mayWatch = useHolds(airspaceWatch);
  const watches = mayWatch && actor !== undefined && !boundToCompanies(actor);
  return (
    <section className="cw-strip-detail" aria-label={flight.callsign}>
      <p>
        <strong>
          {flight.label} · {word}
        </strong>{' '}
        {t(`strips.source.${flight.source}`)}
        {flight.reason !== null && <q>{flight.reason}</q>}
      </p>
      <dl>
        <dt>{t('strips.sobt')}</dt>
        <dd>
          <FlightTime at={flight.sobt} />
        </dd>
        <dt>{t('strips.atot')}</dt>
        <dd>
          <FlightTime at={flight.atot} />
        </dd>
        <dt>{flight.aldt === null ? t('strips.eldt') : t('strips.aldt')}</dt>
        <dd>
          <FlightTime at={flight.aldt ?? flight.eldt} />
        </dd>
      </dl>
      <p>
        <Link to={`/navigation/details?id=${flight.plan.id}`}>
          {t('strips.plan', { number: flight.plan.planNumber })}
        </Link>{' '}
        {nameIn({ name: flight.plan.companyName, nameEn: flight.plan.companyNameEn }, locale)}
      </p>
      {watches && <StatusByHand flight={flight} />}
    </section>
  );
}

function StatusByHand({ flight }: { flight: FlightRecord }) {
  const { t } = useTranslation();
  const words = useStatusWords();
  const [form] = Form.useForm<{ code: number; reason: string }>();
  const { busy, failure, run } = useAsyncAction({ form, fields: ['code', 'reason'] });
  const settable = settableStatuses(flight.plan.state);
  const byHand = flight.source === 'hand';
  if (settable.length === 0 && !byHand) return null;
  const { id } = flight.plan;
  const set = () =>
    run(async () => {
      const { code, reason } = await form.validateFields();
      await callService('Navigation', 'SetFlightStatus', { id, code, reason });
      form.resetFields();
    });
  const withdraw = () =>
    run(async () => {
      const { reason } = await form.validateFields(['reason']);
      await callService('Navigation', 'WithdrawFlightStatus', { id, reason });
      form.resetFields();
    });
  return (
    <Form form={form} layout="vertical" size="small" onFinish={() => void set()}>
      {failure !== null && <Failure title={t('strips.refused')} error={failure} />}
      {settable.length > 0 && (
        <Form.Item
          name="code"
          label={t('strips.setStatus')}
          rules={[{ required: true, message: t('strips.statusMissing') }]}
        >
          <Select
            showSearch
            optionFilterProp="label"
            options={settable.map(({ code, label }) => ({
              value: code,
              label: `${label} · ${words(label)}`,
            }))}
          />
        </Form.Item>
      )}
      <Form.Item
        name="reason"
        label={t('strips.reason')}
        rules={[{ required: true, whitespace: true, message: t('strips.reasonMissing') }]}
      >
        <Input maxLength={1000} />
      </Form.Item>
      <div className="cw-bar">
        {settable.length > 0 && (
          <Button type="primary" htmlType="submit" loading={busy}>
            {t('strips.set')}
          </Button>
        )}
        {byHand && (
          <Button loading={busy} onClick={() => void withdraw()}>
            {t('strips.withdraw')}
          </Button>
        )}
      </div>
    </Form>
  );
}
