import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Form, type FormInstance, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { MeetingView } from '#contract/meetings.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { MomentInput } from '#web/ui/moment-input.tsx';
import { NumberInput } from '#web/ui/number-input.tsx';
import { useInvitable, useOverlaps } from './meeting-queries.ts';

interface Values {
  title: string;
  startTime: string;
  endTime: string;
  place?: string;
  people: number[];
  agenda: { key?: string; title: string; speaker?: string; minutes?: number }[];
}

interface Props {
  /** Absent: a new one is called. */
  meeting?: MeetingView;
  onClose: (id?: number) => void;
}

/** Calls a meeting, or changes one: its times are changed by moving it. */
export function MeetingForm({ meeting, onClose }: Props) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const action = useAsyncAction({
    form,
    fields: ['title', 'startTime', 'endTime', 'place', 'people'],
  });
  const invitable = useInvitable();
  const required = { required: true, message: t('meetings.required') };
  const send = (values: Values) =>
    action.run(async () => {
      const { title, place, people = [] } = values;
      const agenda = values.agenda.map(({ key, title: item, speaker, minutes }) => ({
        ...(key ? { key } : {}),
        title: item,
        speaker: speaker ?? null,
        minutes: minutes ?? null,
      }));
      const common = { title, place: place ?? null, people, agenda };
      if (meeting) {
        await callService('Meeting', 'Change', { id: meeting.id, version: meeting.version, ...common });
        onClose(meeting.id);
        return;
      }
      const { startTime, endTime } = values;
      const { id } = await callService('Meeting', 'Call', { ...common, startTime, endTime });
      onClose(id);
    });
  const known = new Map((invitable.data?.items ?? []).map((one) => [one.id, one]));
  for (const { user, name, company } of meeting?.people ?? []) known.set(user, { id: user, name, company });
  return (
    <FormDialog<Values>
      open
      form={form}
      width={720}
      title={t(meeting ? 'meetings.change' : 'meetings.call')}
      okText={t(meeting ? 'meetings.save' : 'meetings.callNow')}
      cancelText={t('shell.cancel')}
      confirmLoading={action.busy}
      initialValues={initial(meeting)}
      onFinish={(values) => void send(values)}
      onCancel={() => onClose()}
    >
      {action.failure !== null && <Failure title={t('meetings.failed')} error={action.failure} />}
      <Form.Item name="title" label={t('meetings.field.title')} rules={[{ ...required, whitespace: true }]}>
        <Input maxLength={128} />
      </Form.Item>
      {!meeting && (
        <>
          <Moment name="startTime" label={t('meetings.field.start')} rules={[required]} />
          <Moment name="endTime" label={t('meetings.field.end')} rules={[required]} />
        </>
      )}
      <Form.Item name="place" label={t('meetings.field.place')}>
        <Input maxLength={128} />
      </Form.Item>
      <Form.Item name="people" label={t('meetings.people')} rules={[required]}>
        <Select
          mode="multiple"
          showSearch
          optionFilterProp="label"
          loading={invitable.isPending}
          options={[...known.values()].map(({ id, name, company }) => ({
            value: id,
            label: company ? `${name} · ${company}` : name,
          }))}
        />
      </Form.Item>
      {!meeting && <Overlaps form={form} />}
      <Form.List name="agenda">
        {(fields, { add, remove, move }) => (
          <fieldset className="meeting-agenda">
            <legend>{t('meetings.agenda')}</legend>
            {fields.map(({ key, name }, index) => (
              <div key={key} className="meeting-agenda-row">
                <Form.Item name={[name, 'title']} rules={[{ ...required, whitespace: true }]}>
                  <Input
                    maxLength={200}
                    placeholder={t('meetings.item')}
                    aria-label={t('meetings.itemNumber', { number: index + 1 })}
                  />
                </Form.Item>
                <Form.Item name={[name, 'speaker']}>
                  <Input
                    maxLength={64}
                    placeholder={t('meetings.speaker')}
                    aria-label={t('meetings.speakerOf', { number: index + 1 })}
                  />
                </Form.Item>
                <Form.Item name={[name, 'minutes']}>
                  <NumberInput
                    min={1}
                    max={600}
                    precision={0}
                    addonAfter={t('meetings.min')}
                    aria-label={t('meetings.minutesOf', { number: index + 1 })}
                  />
                </Form.Item>
                <span className="meeting-agenda-keys">
                  <Button
                    type="text"
                    icon={<ArrowUpOutlined />}
                    disabled={index === 0}
                    aria-label={t('meetings.up', { number: index + 1 })}
                    onClick={() => move(index, index - 1)}
                  />
                  <Button
                    type="text"
                    icon={<ArrowDownOutlined />}
                    disabled={index === fields.length - 1}
                    aria-label={t('meetings.down', { number: index + 1 })}
                    onClick={() => move(index, index + 1)}
                  />
                  <Button
                    type="text"
                    icon={<DeleteOutlined />}
                    disabled={
                      fields.length === 1 || (meeting?.state === 'held' && index < meeting.agenda.length)
                    }
                    aria-label={t('meetings.removeItem', { number: index + 1 })}
                    onClick={() => remove(name)}
                  />
                </span>
              </div>
            ))}
            <Button icon={<PlusOutlined />} disabled={fields.length >= 40} onClick={() => add({ title: '' })}>
              {t('meetings.addItem')}
            </Button>
          </fieldset>
        )}
      </Form.List>
    </FormDialog>
  );
}

/** Warns of other meetings of those invited; they can be invited all the same. */
function Overlaps<Times extends { startTime?: string; endTime?: string; people?: number[] }>({
  form,
  meeting,
}: {
  form: FormInstance<Times>;
  meeting?: MeetingView;
}) {
  const { t } = useTranslation();
  const startTime = Form.useWatch<string | undefined>('startTime', form);
  const endTime = Form.useWatch<string | undefined>('endTime', form);
  const people = Form.useWatch<number[] | undefined>('people', form);
  const { data } = useOverlaps({
    startTime,
    endTime,
    people: meeting ? meeting.people.map(({ user }) => user) : people,
    ...(meeting ? { except: meeting.id } : {}),
  });
  if (!data || data.items.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      message={t('meetings.overlap')}
      description={
        <ul className="meeting-problems">
          {data.items.map(({ user, name, title }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one person may have several meetings of the same title
            <li key={`${user} ${index}`}>
              {t(title === null ? 'meetings.overlap.busy' : 'meetings.overlap.with', { name, title })}
            </li>
          ))}
        </ul>
      }
    />
  );
}

/** A moment in a form: rc-field hands value and onChange in. */
function Moment({ name, label, rules }: { name: string; label: string; rules: object[] }) {
  return (
    <Form.Item name={name} label={label} rules={rules}>
      <MomentField />
    </Form.Item>
  );
}

function MomentField({
  id,
  value,
  onChange,
}: {
  id?: string;
  value?: string;
  onChange?: (value: string | undefined) => void;
}) {
  return <MomentInput {...(id ? { id } : {})} value={value} onChange={(next) => onChange?.(next)} />;
}

/** Moves a meeting: other times, and why. */
export function MoveDialog({ meeting, onClose }: { meeting: MeetingView; onClose: () => void }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<{ startTime: string; endTime: string; reason: string }>();
  const action = useAsyncAction({ form, fields: ['startTime', 'endTime', 'reason'] });
  const required = { required: true, message: t('meetings.required') };
  return (
    <FormDialog<{ startTime: string; endTime: string; reason: string }>
      open
      form={form}
      title={t('meetings.move')}
      okText={t('meetings.moveNow')}
      cancelText={t('shell.cancel')}
      confirmLoading={action.busy}
      initialValues={{ startTime: meeting.startTime, endTime: meeting.endTime }}
      onFinish={(values) =>
        void action.run(async () => {
          await callService('Meeting', 'Move', { id: meeting.id, version: meeting.version, ...values });
          onClose();
        })
      }
      onCancel={onClose}
    >
      {action.failure !== null && <Failure title={t('meetings.failed')} error={action.failure} />}
      <Moment name="startTime" label={t('meetings.field.start')} rules={[required]} />
      <Moment name="endTime" label={t('meetings.field.end')} rules={[required]} />
      <Overlaps form={form} meeting={meeting} />
      <Form.Item name="reason" label={t('meetings.reason')} rules={[{ ...required, whitespace: true }]}>
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
    </FormDialog>
  );
}

/** Something that wants a reason: cancelling, refusing, correcting, not coming. */
export function ReasonDialog({
  act,
  optional = false,
  danger = false,
  work,
  onClose,
}: {
  act: 'cancel' | 'refuse' | 'correct' | 'decline';
  optional?: boolean;
  danger?: boolean;
  work: (reason: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [form] = Form.useForm<{ reason: string }>();
  const action = useAsyncAction({ form, fields: ['reason'] });
  return (
    <FormDialog<{ reason: string }>
      open
      form={form}
      title={t(`meetings.${act}`)}
      okText={t(`meetings.${act}`)}
      okButtonProps={{ danger }}
      cancelText={t('shell.cancel')}
      confirmLoading={action.busy}
      onFinish={({ reason = '' }) =>
        void action.run(async () => {
          await work(reason);
          onClose();
        })
      }
      onCancel={onClose}
    >
      {action.failure !== null && <Failure title={t('meetings.failed')} error={action.failure} />}
      <p>{t(`meetings.${act}.text`)}</p>
      <Form.Item
        name="reason"
        label={t('meetings.reason')}
        rules={optional ? [] : [{ required: true, whitespace: true, message: t('meetings.required') }]}
      >
        <Input.TextArea rows={3} maxLength={500} />
      </Form.Item>
    </FormDialog>
  );
}

function initial(meeting: MeetingView | undefined): Partial<Values> {
  if (!meeting) return { agenda: [{ title: '' }] };
  return {
    title: meeting.title,
    ...(meeting.place ? { place: meeting.place } : {}),
    people: meeting.people.map(({ user }) => user),
    agenda: meeting.agenda,
  };
}
